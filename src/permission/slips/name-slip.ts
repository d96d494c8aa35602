import { expandBraces, type SpecifierSlip } from "./slip.ts";
import { textSlip } from "./text-slip.ts";

/** What the name of an agent, a skill or a command looks like that is none. */
export function nameSlip(tool: string, name: string): SpecifierSlip | undefined {
  const text = textSlip(name);
  if (text !== undefined) return { why: text.why, meant: [text.meant] };
  const rest =
    /^(?:subagent(?:_?(?:type|name))?|agent(?:_?(?:type|name))?|type|name|skill(?:_?name)?|command(?:_?name)?)\s*[:=]\s*(?!\*$)(.+)$/is.exec(
      name,
    )?.[1];
  if (rest !== undefined) return { why: "the name is written alone", meant: [rest] };
  const pieces = name.split(/\s*[,|]\s*/).filter((piece) => piece !== "");
  const braced = expandBraces(name);
  if (braced !== undefined || pieces.length > 1) return { why: "a rule is one name", meant: braced ?? pieces };
  if (tool === "Skill" && name.startsWith("/"))
    return { why: "a skill has no slash in front", meant: [name.slice(1)], sure: "certain" };
  if (tool === "SlashCommand" && !name.startsWith("/"))
    return { why: "a command begins with a slash", meant: [`/${name}`], sure: "certain" };
  const plain = name.replace(/[^\p{L}\p{N}_.:/@* -]/gu, "").replace(/^[.:@-]+|[.:/@-]+$/g, "");
  if (plain !== name && tool !== "SlashCommand" && plain !== "")
    return { why: "no name is written like this", meant: [plain.trim()] };
  if (/\*/.test(name.replace(/(?::| )\*$/, "")))
    return { why: "a name has no wildcard but ` *` at its end: write the whole name", meant: [name], sure: "certain" };
  return undefined;
}
