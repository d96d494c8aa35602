import type { Fields } from "../../wire/fields.ts";
import { customFiles } from "./custom-files.ts";
import type { CustomLocations } from "./custom-locations.ts";
import { listed, readFrontmatter } from "./frontmatter.ts";

/**
 * Kinds of agents from `.claude/agents`, as `--agents` has them; of one name, the nearest of the project. What comes with a
 * folder nobody has trusted does not take the place of the person's own, which may be an agent with fewer tools. One
 * without a name or a description is none.
 */
export function customAgents(locations: CustomLocations): Fields {
  const kinds: Fields = {};
  const files = customFiles(locations, "agents");
  const ofPerson = new Set<string>();
  const ofProject = files.filter(({ scope }) => scope === "project").reverse();
  for (const { text, fromFolder } of [...files.filter(({ scope }) => scope === "user"), ...ofProject]) {
    const { fields, body, hooks } = readFrontmatter(text);
    const { name, description, model, tools, effort, maxTurns } = fields;
    if (typeof name !== "string" || name === "" || typeof description !== "string" || description === "") continue;
    if (fromFolder === undefined) ofPerson.add(name);
    else if (ofPerson.has(name) && !locations.trusts(fromFolder)) continue;
    kinds[name] = {
      description,
      prompt: body.trim(),
      ...(typeof model === "string" && model !== "" && { model }),
      ...(tools !== undefined && tools !== "" && { tools: listed(tools) }),
      disallowedTools: listed(fields.disallowedTools ?? fields["disallowed-tools"]),
      ...(effort !== undefined && { effort }),
      ...(hooks !== undefined && { hooks }),
      ...(fromFolder !== undefined && { fromFolder }),
      ...(maxTurns !== undefined && { maxTurns: Number(maxTurns) }),
    };
  }
  return kinds;
}
