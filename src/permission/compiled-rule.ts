import { compileAllowedDomain, compileDomain, type DomainPattern, domainProblem } from "./domain-pattern.ts";
import { compilePathPattern, type PathPattern, type PatternPlaces } from "./path/path-pattern.ts";
import type { FileView } from "./path/resolve-links.ts";
import type { Rule } from "./rule.ts";
import { uselessCommand } from "./shell/useless-command.ts";
import { canonicalTool, commandTools, contentField, fileToolOf, knownTools } from "./tool-kinds.ts";
import { compileWildcard } from "./wildcard.ts";

/** What a rule looks at, ready to be matched. */
export type CompiledRule =
  | { readonly on: "tool"; readonly rule: Rule; readonly matches: (tool: string) => boolean }
  | { readonly on: "path"; readonly rule: Rule; readonly test: PathPattern }
  | { readonly on: "command"; readonly rule: Rule; readonly pattern: string }
  | { readonly on: "domain"; readonly rule: Rule; readonly test: DomainPattern }
  | { readonly on: "name"; readonly rule: Rule; readonly test: (name: string) => boolean }
  | {
      readonly on: "parameter";
      readonly rule: Rule;
      readonly matches: (tool: string) => boolean;
      readonly field: string;
      readonly test: (value: string) => boolean;
    };

export interface CompileOptions {
  readonly places: Omit<PatternPlaces, "folder">;
  readonly files: FileView;
  readonly foldsCase: boolean;
}

/** Everything one rule means, mostly one thing. Empty: it can match nothing, and `useless` says why. */
export interface Compiled {
  readonly rules: readonly CompiledRule[];
  readonly useless?: string;
}

export function compileRule(rule: Rule, options: CompileOptions): Compiled {
  const { specifier } = rule;
  if (specifier === undefined) return compileTool(rule);
  const parameter = compileParameter(rule, specifier);
  const content = compileContent(rule, specifier, options);
  const slip = parameter && slipOf(rule, specifier);
  if (slip !== undefined) return useless(slip);
  return parameter === undefined ? content : { rules: [...content.rules, parameter] };
}

/** What only looks like a rule for a parameter: `WebFetch(https://x)`, `bash(rm:*)`, `Monitor(rm:*)`. */
function slipOf({ tool, text }: Rule, specifier: string): string | undefined {
  if (tool === "WebFetch" && !/^prompt\s*:/.test(specifier))
    return "write WebFetch(domain:example.com), the host alone";
  if (tool !== "Bash" && commandTools.has(tool) && !/^(?:description|timeout\w*|persistent)\s*:/.test(specifier))
    return `${text} matches nothing: write Bash(${specifier}), which holds for ${tool}, too`;
  const meant = knownTools.has(tool) ? undefined : sameLetters(tool);
  return meant && `there is no tool ${tool} here: did you mean ${meant}?`;
}

function sameLetters(tool: string): string | undefined {
  return [...knownTools].find((known) => known.toLowerCase() === tool.toLowerCase());
}

function compileContent(rule: Rule, specifier: string, options: CompileOptions): Compiled {
  const tool = canonicalTool(rule.tool);
  if (tool.includes("*")) return useless(`${rule.text} has a specifier behind a wildcard: name the tool`);
  if (tool === "Bash") {
    const never = uselessCommand(specifier, rule.effect);
    return { rules: [{ on: "command", rule, pattern: specifier }], ...(never !== undefined && { useless: never }) };
  }
  if (fileToolOf(tool) !== undefined) return compilePath(rule, specifier, options);
  if (tool === "WebFetch") {
    const domain = /^\s*domain\s*:(.*)$/s.exec(specifier)?.[1];
    if (domain === undefined || domain.trim() === "") return useless(`write ${rule.tool}(domain:example.com)`);
    const problem = domainProblem(domain);
    if (problem !== undefined) return useless(`no host is written like this: ${problem}`);
    const compile = rule.effect === "allow" ? compileAllowedDomain : compileDomain;
    return { rules: [{ on: "domain", rule, test: compile(domain) }] };
  }
  if (tool === "Agent" || tool === "Skill" || tool === "SlashCommand")
    return { rules: [{ on: "name", rule, test: compileName(specifier) }] };
  return useless(
    rule.effect === "allow"
      ? `${rule.tool} cannot be allowed in part: write ${rule.tool}`
      : `${rule.tool} has no specifier: write ${rule.tool}, or ${rule.tool}(parameter:value)`,
  );
}

function compileTool(rule: Rule): Compiled {
  const tool = canonicalTool(rule.tool);
  if (rule.effect === "allow" && tool.includes("*") && !/^mcp__[^*]+?__/.test(tool))
    return useless(`${rule.text} would allow tools that nobody has named: write them, or mcp__server__*`);
  const matches = compileToolName(tool);
  if (!/[_*]/.test(tool) && !knownTools.has(tool)) {
    const meant = sameLetters(tool);
    const hint = meant === undefined ? "check the name" : `did you mean ${meant}?`;
    return { rules: [{ on: "tool", rule, matches }], useless: `there is no tool ${rule.tool} here: ${hint}` };
  }
  return { rules: [{ on: "tool", rule, matches }, ...everyFile(rule, matches)] };
}

/**
 * What forbids or asks about the whole of a tool for files says no less than the same tool with `(**)`: commands that read
 * or edit are no way around it. Those of Write and NotebookEdit are about commands alone: Edit is a tool of its own.
 */
function everyFile(rule: Rule, matches: (tool: string) => boolean): CompiledRule[] {
  if (rule.effect === "allow") return [];
  const about = (tool: string, test: PathPattern): CompiledRule => ({ on: "path", rule: { ...rule, tool }, test });
  return [
    ...["Read", "Edit"].filter(matches).map((tool) => about(tool, () => true)),
    ...(matches("Write") ? [about("Bash", () => true)] : []),
    ...(matches("NotebookEdit") ? [about("Bash", isNotebook)] : []),
  ];
}

const isNotebook: PathPattern = ({ folded }) => folded.path.endsWith(".ipynb");

/** `mcp__server` is every tool of that server. */
export function compileToolName(tool: string): (name: string) => boolean {
  if (tool.includes("*")) return compileWildcard(tool);
  if (/^mcp__(?:(?!__).)+$/.test(tool)) return (name) => name === tool || name.startsWith(`${tool}__`);
  return (name) => name === tool;
}

function compilePath(rule: Rule, specifier: string, options: CompileOptions): Compiled {
  const places = { ...options.places, folder: rule.folder ?? options.places.cwd };
  const test = compilePathPattern(specifier, rule.effect, places, options);
  if (test !== undefined) return { rules: [{ on: "path", rule, test }] };
  return useless(
    specifier.startsWith("!")
      ? `${rule.text} cannot take back another rule: name the paths that are meant`
      : /(?:^|\/)\.\.(?:\/|$)/.test(specifier)
        ? `${rule.text} climbs out of a folder that it does not name: write the path without ..`
        : `${rule.text} is no pattern: close its brackets, or put a backslash before them`,
  );
}

/** `Tool(parameter:value)`: only what forbids or asks can look at a single parameter. */
function compileParameter(rule: Rule, specifier: string): CompiledRule | undefined {
  const found = /^([A-Za-z_]\w*)\s*:\s*(.*)$/s.exec(specifier);
  const [, field, value] = found ?? [];
  if (field === undefined || value === undefined || rule.effect === "allow") return undefined;
  const tool = canonicalTool(rule.tool);
  if (field === contentField(tool) || (tool === "WebFetch" && field === "domain")) return undefined;
  // `Bash(npm:*)` is a command, and thousands of such rules would be looked at for nothing.
  if (tool === "Bash" && !bashParameters.has(field)) return undefined;
  return { on: "parameter", rule, field, matches: compileToolName(tool), test: compileWildcard(value.trim()) };
}

const bashParameters: ReadonlySet<string> = new Set([
  "description",
  "run_in_background",
  "timeout",
  "dangerouslyDisableSandbox",
]);

/** `name`, and `name *` or `name:*` with whatever is given to it. */
function compileName(written: string): (name: string) => boolean {
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(written)?.[1];
  if (prefix === undefined) return (name) => name === written;
  return (name) => name === prefix || name.startsWith(`${prefix} `);
}

function useless(why: string): Compiled {
  return { rules: [], useless: why };
}
