import { saysShell } from "../field-names.ts";
import { canonicalTool, claudeTools, knownTools } from "../tool-kinds.ts";
import { type MeantRule, meantRules, type Slip } from "./slip.ts";

/** A tool that nobody has, or only other agents; the specifier goes to the one that is meant. */
export function toolSlip(tool: string, specifier: string | undefined): Slip | undefined {
  if (knownTools.has(canonicalTool(tool)) || (claudeTools.has(tool) && specifier === undefined)) return undefined;
  if (/^mcp(?:[^a-z]|$)/i.test(tool)) return serverSlip(tool, specifier);
  const [, before = "", behind] = /^([A-Za-z_]+)[:.](.*)$/s.exec(tool) ?? [];
  const begin = behind === undefined ? undefined : knownName(before);
  if (begin !== undefined && behind !== undefined && specifier === undefined)
    return {
      why: "the specifier is written in parentheses",
      meant: meantRules(begin, begin === "Bash" && /^[^*]+$/.test(behind) ? [`${behind}:*`] : [behind || "*"]),
    };
  const meant = knownName(tool);
  if (meant !== undefined)
    return {
      why: `there is no tool ${tool} here: did you mean ${meant}?`,
      meant: [{ tool: meant, specifier }],
    };
  const server = unnamedServer(tool, specifier);
  if (server !== undefined) return server;
  // `rm:*`, and no `B*`.
  if (/^[a-z][\w.-]*:/.test(tool) && specifier === undefined)
    return { why: `there is no tool ${tool} here`, meant: [{ tool: "Bash", specifier: tool }] };
  if (specifier === undefined || tool.includes("*")) return undefined;
  if (saysShell(tool))
    return { why: `commands of ${tool} are held against the rules for Bash`, meant: [{ tool: "Bash", specifier }] };
  return {
    why: `there is no tool ${tool} here: check the name, and write the one that is meant`,
    // Of what is written as for a command nobody knows what it is: no field of it is named so.
    meant: [{ tool, specifier: /:\s*\*$/.test(specifier) ? undefined : specifier }],
  };
}

/** `mpc__a__b` and `a__b`. */
function unnamedServer(tool: string, specifier: string | undefined): Slip | undefined {
  const [, prefix = "", server = ""] = tool.includes("*") ? [] : (/^([a-z][\w-]*?)(__(?!_).+)$/i.exec(tool) ?? []);
  if (server === "") return undefined;
  const name = prefix.length < 6 && server.includes("__", 2) ? `mcp${server}` : `mcp__${tool}`;
  return { why: "tools of a server are named mcp__server or mcp__server__tool", meant: [{ tool: name, specifier }] };
}

/** Names of tools are compared letter by letter, and servers' begin with `mcp__`. */
function serverSlip(tool: string, specifier: string | undefined): Slip | undefined {
  const isWell = /^mcp__(?!_)(?:(?!__)[^.:])+(?:__[^.:]+)?$/.test(tool) && !/__$/.test(tool);
  if (isWell || /^mcp__(?:\*|[\w-]*\*)/.test(tool)) return undefined;
  const why = "tools of a server are named mcp__server or mcp__server__tool";
  // In names, what is none of these letters is a `_`.
  if (/^mcp__[^_].*?__./.test(tool) && /[.:]/.test(tool) && !/[.:]\*?$/.test(tool))
    return { why, meant: [{ tool: tool.replace(/[.:]/g, "_"), specifier }] };
  const words = tool
    .replace(/^mcp/i, "")
    .replace(/[.:]?\*?$/, "")
    .replace(/^[_.:-]+|[_.:-]+$/g, "");
  const listed = /^[\w-]+(?:\s*[|,]\s*[\w-]+)*$/.test(specifier ?? "") ? specifier?.split(/\s*[|,]\s*/) : undefined;
  if (words === "") {
    // `mcp(a)`, `mcp(a:*)`, `mcp`.
    const servers = specifier?.replace(/[:.]?\*$/, "").split(/\s*[|,]\s*/) ?? [];
    const names = servers.filter((name) => /^[\w.:-]+$/.test(name)).flatMap(serverNames);
    return {
      why,
      meant: (names.length === 0 ? ["mcp__*"] : names).map((name) => ({ tool: name, specifier: undefined })),
    };
  }
  // `mcp__a__(b|c)`.
  if (/__$/.test(tool) && listed !== undefined)
    return { why, meant: listed.map((name) => ({ tool: `mcp__${words}__${name}`, specifier: undefined })) };
  return { why, meant: serverNames(words).map((name): MeantRule => ({ tool: name, specifier })) };
}

/** Where the name of the server ends is not known if only one `_` stands between all words. */
function serverNames(words: string): string[] {
  const plain = words.replace(/[.:]/g, "__");
  if (plain.includes("__")) return [`mcp__${plain.replace(/_{3,}/g, "__")}`];
  const names = [`mcp__${plain}`];
  for (let at = plain.indexOf("_"); at !== -1 && names.length < 8; at = plain.indexOf("_", at + 1))
    names.push(`mcp__${plain.slice(0, at)}__${plain.slice(at + 1)}`);
  return names;
}

function knownName(tool: string): string | undefined {
  const letters = lettersOf(tool);
  return (
    [...knownTools].find((known) => lettersOf(known) === letters) ??
    (Object.hasOwn(foreign, letters) ? foreign[letters] : undefined) ??
    (tool.includes("*") ? undefined : [...knownTools].find((known) => isNear(lettersOf(known), letters)))
  );
}

/** One letter too many, too few or another, or two of them exchanged. */
function isNear(known: string, written: string): boolean {
  if (known.length < 4 || Math.abs(known.length - written.length) > 1) return false;
  let at = 0;
  while (at < known.length && known[at] === written[at]) at += 1;
  const rests = (a: number, b: number): boolean => known.slice(at + a) === written.slice(at + b);
  const isExchanged = known[at] === written[at + 1] && known[at + 1] === written[at] && rests(2, 2);
  return rests(1, 1) || rests(1, 0) || rests(0, 1) || isExchanged;
}

function lettersOf(tool: string): string {
  return tool
    .toLowerCase()
    .replace(/[^a-z*]/g, "")
    .replace(/tools?$/, "");
}

/** What other agents call them. */
const foreign: { readonly [letters: string]: string } = spread({
  Bash: "shell sh zsh runshellcommand runcommand executecommand execute exec execcommand terminal runterminalcmd runterminalcommand localshell commandline console command runbash bashcommand",
  Write: "writefile createfile filewrite writetofile savefile",
  Read: "readfile fileread readmanyfiles view viewfile openfile cat",
  Edit: "editfile fileedit strreplaceeditor strreplace strreplacebasededit replace replaceinfile applypatch patch applydiff updatefile",
  WebFetch: "fetch httpfetch fetchurl urlfetch browse http web url",
  WebSearch: "googlewebsearch googlesearch searchweb internetsearch",
  LS: "listdirectory listdir listfiles",
  Glob: "findfiles fileglob filesearch globfiles",
  Grep: "ripgrep searchfilecontent searchfiles grepsearch codebasesearch rg",
  Agent: "subagent spawnagent dispatchagent newtask delegate",
  TodoWrite: "todo updateplan",
});

function spread(table: { readonly [tool: string]: string }): { [letters: string]: string } {
  return Object.fromEntries(
    Object.entries(table).flatMap(([tool, names]) => names.split(" ").map((name) => [name, tool])),
  );
}
