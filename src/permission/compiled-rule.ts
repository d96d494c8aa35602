import {
  compileAllowedDomain,
  compileRestrictedDomain,
  type DomainPattern,
  domainLiterals,
  domainProblem,
  narrowDomain,
} from "./domain-pattern.ts";
import { compilePathPattern, type PathPattern, type PatternPlaces } from "./path/path-pattern.ts";
import { foldCase } from "./path/path-subject.ts";
import type { FileView } from "./path/resolve-links.ts";
import { type Effect, formatRule, type Rule } from "./rule.ts";
import { wildcardOfRunner } from "./run-words.ts";
import { unspelled } from "./shell/unspelled-command.ts";
import { uselessCommand } from "./shell/useless-command.ts";
import { meantHosts } from "./slips/host-slip.ts";
import { ruleSlip } from "./slips/rule-slip.ts";
import type { Slip } from "./slips/slip.ts";
import {
  canonicalTool,
  claudeTools,
  commandTools,
  contentField,
  fileToolOf,
  knownTools,
  namedTools,
} from "./tool-kinds.ts";
import { compileWildcard } from "./wildcard.ts";

/** What a rule looks at, ready to be matched; `needs` are texts that are in all it matches. */
export type CompiledRule =
  | {
      readonly on: "tool";
      readonly rule: Rule;
      readonly matches: (tool: string) => boolean;
      readonly needs: readonly string[];
    }
  | { readonly on: "path"; readonly rule: Rule; readonly pattern: PathPattern }
  | { readonly on: "command"; readonly rule: Rule; readonly pattern: string }
  | { readonly on: "domain"; readonly rule: Rule; readonly test: DomainPattern; readonly needs: readonly string[] }
  | { readonly on: "name"; readonly rule: Rule; readonly test: (name: string) => boolean }
  | {
      readonly on: "parameter";
      readonly rule: Rule;
      readonly matches: (tool: string) => boolean;
      readonly field: string;
      readonly test: (value: string) => boolean;
      readonly needs: readonly string[];
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

/**
 * A rule as it is written, and as it was meant where it is written wrongly: what restricts stands for that, too, and asks where
 * it is not sure.
 */
export function compileRule(rule: Rule, options: CompileOptions): Compiled {
  const { places, files } = options;
  const known = everywhere.get(rule);
  if (known?.home === places.home) return known.compiled;
  const literal = compileLiteral(rule, options);
  const slip = ruleSlip(rule, { ...places, files, folder: rule.folder ?? places.cwd });
  if (slip === undefined) {
    if (fileToolOf(canonicalTool(rule.tool)) === undefined)
      everywhere.set(rule, { home: places.home, compiled: literal });
    return literal;
  }
  const advice = adviceOn(rule, slip);
  if (rule.effect === "allow") return slip.sure === "harmless" ? literal : { ...literal, useless: advice };
  const effect = slip.sure === undefined ? "ask" : rule.effect;
  const meant = slip.meant.flatMap((one) => compileLiteral({ ...rule, ...one, effect }, options).rules);
  const rules = meant.length === 0 ? [] : [...literal.rules, ...meant];
  return slip.sure === undefined ? { rules, useless: advice } : { ...literal, rules };
}

/** What is not about files means the same in every folder: thousands of such rules are compiled once for all sessions. */
const everywhere = new WeakMap<Rule, { readonly home: string; readonly compiled: Compiled }>();

function adviceOn(rule: Rule, { why, meant }: Slip): string {
  const isAsked = why.endsWith("?") && meant.every(({ specifier }) => specifier === undefined);
  const others = (isAsked ? [] : meant)
    .filter(({ tool, specifier }) => tool !== rule.tool || specifier !== rule.specifier)
    .map(({ tool, specifier }) => formatRule(tool, specifier));
  const shown = others.length > maxShown ? [...others.slice(0, maxShown), "…"] : others;
  return `${why}${shown.length === 0 ? "" : `; write ${shown.join(", ")}`}`;
}

const maxShown = 8;

function compileLiteral(rule: Rule, options: CompileOptions): Compiled {
  const { specifier } = rule;
  if (specifier === undefined) return compileTool(rule);
  const parameter = compileParameter(rule, specifier);
  const content = compileContent(rule, specifier, options);
  const slip = parameter && slipOf(rule, specifier);
  if (slip !== undefined) return useless(slip);
  // Of a server's tools, several may have the parameter.
  if (rule.tool.includes("*") && !rule.tool.startsWith("mcp__")) return content;
  return parameter === undefined ? content : { rules: [...content.rules, parameter] };
}

/** What only looks like a rule for a parameter: `WebFetch(https://x)`, `Monitor(rm:*)`. */
function slipOf({ tool, text }: Rule, specifier: string): string | undefined {
  if (tool === "WebFetch" && !/^prompt\s*:/.test(specifier)) return `${hostAdvice(specifier)}, the host alone`;
  if (tool !== "Bash" && commandTools.has(tool) && !/^(?:description|timeout\w*|persistent)\s*:/.test(specifier))
    return `${text} matches nothing: write Bash(${specifier}), which holds for ${tool}, too`;
  return undefined;
}

function hostAdvice(specifier: string): string {
  const hosts = meantHosts(specifier);
  return `write ${(hosts.length === 0 ? ["example.com"] : hosts).map((host) => `WebFetch(domain:${host})`).join(", ")}`;
}

function compileContent(rule: Rule, specifier: string, options: CompileOptions): Compiled {
  const tool = canonicalTool(rule.tool);
  if (tool.includes("*")) return useless(`${rule.text} has a specifier behind a wildcard: name the tool`);
  if (tool === "Bash") return compileCommand(rule, specifier);
  if (fileToolOf(tool) !== undefined) return compilePath(rule, specifier, options);
  if (tool === "WebFetch") {
    const domain = /^\s*domain\s*:(.*)$/s.exec(specifier)?.[1];
    if (domain === undefined || domain.trim() === "") return useless(hostAdvice(specifier));
    const problem = domainProblem(domain);
    if (problem !== undefined)
      return useless(
        `no host is written like this: ${problem}${meantHosts(domain).length > 0 ? `; ${hostAdvice(domain)}` : ""}`,
      );
    const compile = rule.effect === "allow" ? compileAllowedDomain : compileRestrictedDomain;
    const rules: CompiledRule[] = [{ on: "domain", rule, test: compile(domain), needs: domainLiterals(domain) }];
    const narrow = rule.effect === "allow" ? narrowDomain(domain) : undefined;
    return narrow === undefined ? { rules } : { rules, useless: narrow };
  }
  if (namedTools.has(tool)) return { rules: [{ on: "name", rule, test: compileName(specifier, rule.effect) }] };
  return useless(
    rule.effect === "allow"
      ? `${rule.tool} cannot be allowed in part: write ${rule.tool}`
      : `${rule.tool} has no specifier: write ${rule.tool}, or ${rule.tool}(parameter:value)`,
  );
}

function compileCommand(rule: Rule, pattern: string): Compiled {
  const rules: CompiledRule[] = [{ on: "command", rule, pattern }];
  const never =
    uselessCommand(pattern, rule.effect) ?? (rule.effect === "allow" ? wildcardOfRunner(pattern) : undefined);
  if (never !== undefined) return { rules, useless: never };
  const odd = unspelled(pattern, rule.effect);
  if (odd === undefined) return { rules };
  if (rule.effect === "allow") return { rules, useless: odd };
  // Whatever it was to be about, it is that program.
  const program = /^[\w./+-]+(?=[ :]|$)/.exec(pattern)?.[0];
  const asked: CompiledRule = { on: "command", rule: { ...rule, effect: "ask" }, pattern: `${program}:*` };
  return { rules: program === undefined ? [] : [...rules, asked], useless: odd };
}

function compileTool(rule: Rule): Compiled {
  const tool = canonicalTool(rule.tool);
  if (rule.effect === "allow" && tool.includes("*") && !/^mcp__[^*]+?__/.test(tool))
    return useless(`${rule.text} would allow tools that nobody has named: write them, or mcp__server__*`);
  const own = toolRule(rule);
  if (!/[_*]/.test(tool) && !knownTools.has(tool) && !claudeTools.has(tool))
    return { rules: [own], useless: `there is no tool ${rule.tool} here: check the name` };
  return { rules: [own, ...everyFile(rule, own.matches)] };
}

/** A rule for every use of its tool. */
export function toolRule(rule: Rule): Extract<CompiledRule, { on: "tool" }> {
  const tool = canonicalTool(rule.tool);
  return { on: "tool", rule, matches: compileToolName(tool), needs: tool.split("*") };
}

/**
 * What forbids or asks about the whole of a tool for files says no less than the same tool with `(**)`: commands that read
 * or edit are no way around it. Those of Write and NotebookEdit are about commands alone: Edit is a tool of its own.
 */
function everyFile(rule: Rule, matches: (tool: string) => boolean): CompiledRule[] {
  if (rule.effect === "allow") return [];
  const about = (tool: string, pattern: PathPattern): CompiledRule => ({
    on: "path",
    rule: { ...rule, tool },
    pattern,
  });
  return [
    ...["Read", "Edit"].filter(matches).map((tool) => about(tool, anyPath)),
    ...(matches("Write") ? [about("Bash", anyPath)] : []),
    ...(matches("NotebookEdit") ? [about("Bash", anyNotebook)] : []),
  ];
}

const anyPath: PathPattern = { test: () => true, folds: false, needs: [[]] };
const anyNotebook: PathPattern = { ...anyPath, test: ({ folded }) => folded.path.endsWith(".ipynb") };

/** `mcp__server` is every tool of that server. */
function compileToolName(tool: string): (name: string) => boolean {
  if (tool.includes("*")) return compileWildcard(tool);
  if (/^mcp__(?:(?!__).)+$/.test(tool)) return (name) => name === tool || name.startsWith(`${tool}__`);
  return (name) => name === tool;
}

function compilePath(rule: Rule, specifier: string, options: CompileOptions): Compiled {
  const places = { ...options.places, folder: rule.folder ?? options.places.cwd };
  const pattern = compilePathPattern(specifier, rule.effect, places, options);
  if (pattern !== undefined) return { rules: [{ on: "path", rule, pattern }] };
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
  const glob = asSent(value.trim());
  const matches = compileToolName(tool);
  return { on: "parameter", rule, field, matches, test: compileWildcard(glob), needs: glob.split("*") };
}

const bashParameters: ReadonlySet<string> = new Set([
  "description",
  "run_in_background",
  "timeout",
  "dangerouslyDisableSandbox",
]);

/** `True` is how some write what is sent as `true`. */
function asSent(written: string): string {
  return /^(?:true|false|null)$/i.test(written) ? written.toLowerCase() : written;
}

/** One name is held against many rules. */
let lastName = { written: "", folded: "" };

function foldedName(written: string): string {
  if (lastName.written !== written) lastName = { written, folded: foldCase(written) };
  return lastName.folded;
}

/** `name`, and `name *` or `name:*` with whatever is given to it. What restricts knows more: any `*`, other letters, all of a plugin. */
function compileName(written: string, effect: Effect): (name: string) => boolean {
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(written)?.[1];
  if (effect === "allow") {
    if (prefix === undefined) return (name) => name === written;
    return (name) => name === prefix || name.startsWith(`${prefix} `);
  }
  const matches = compileWildcard(foldCase(prefix ?? written));
  const behind = [" *", ...(prefix === undefined ? [] : [":*"])].map((rest) =>
    compileWildcard(foldCase((prefix ?? written) + rest)),
  );
  return (name) => [matches, ...behind].some((test) => test(foldedName(name)));
}

function useless(why: string): Compiled {
  return { rules: [], useless: why };
}
