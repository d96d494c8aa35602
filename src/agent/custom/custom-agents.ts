import type { Fields } from "../../wire/fields.ts";
import { type CustomPlaces, customFiles } from "./custom-files.ts";
import { listed, readFrontmatter } from "./frontmatter.ts";

/** Kinds of agents from `.claude/agents`, as `--agents` has them. One without a name or a description is none. */
export function customAgents(places: CustomPlaces): Fields {
  const kinds: Fields = {};
  for (const { text } of customFiles(places, "agents")) {
    const { fields, body } = readFrontmatter(text);
    const { name, description, model, tools, effort, maxTurns } = fields;
    if (typeof name !== "string" || name === "" || typeof description !== "string" || description === "") continue;
    kinds[name] = {
      description,
      prompt: body.trim(),
      ...(typeof model === "string" && model !== "" && { model }),
      ...(tools !== undefined && tools !== "" && { tools: listed(tools) }),
      disallowedTools: listed(fields.disallowedTools ?? fields["disallowed-tools"]),
      ...(effort !== undefined && { effort }),
      ...(maxTurns !== undefined && { maxTurns: Number(maxTurns) }),
    };
  }
  return kinds;
}
