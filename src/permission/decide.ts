import type { Ask } from "./ask.ts";
import type { Decision, DecisionPart } from "./decision.ts";
import { hostOf, meantHost } from "./domain-pattern.ts";
import { judgeCommand } from "./judge-command.ts";
import { judgeFile } from "./judge-file-tool.ts";
import { judgeForeignCommands } from "./judge-foreign.ts";
import { innerHostRule, judgeInputHosts } from "./judge-hosts.ts";
import { judgeInputs } from "./judge-inputs.ts";
import { allowedUpTo, combineAll, type Judgement, judgement, perhapsDenied, ruled } from "./judgement.ts";
import { isLocalHost } from "./local-host.ts";
import type { PermissionMode } from "./mode.ts";
import type { Policy } from "./policy.ts";
import { readAsk } from "./read-ask.ts";
import type { Rule } from "./rule.ts";
import { effectOf, isAtMost } from "./strength.ts";
import {
  canonicalTool,
  commandTools,
  type FileTool,
  fetchTools,
  fileToolOf,
  knownTools,
  namesUnseen,
  personTools,
  quietTools,
} from "./tool-kinds.ts";
import { TooMuchWork, within } from "./work.ts";

/**
 * deny, then ask, then allow, over all scopes; no rule means ask, unless the mode says otherwise. Pure.
 *
 * Everything that restricts is combined, and the strongest stays; then what allows may take it back, each up to its
 * own reach.
 */
export function decide(ask: Ask, policy: Policy): Decision {
  try {
    return within(maxSteps, () => decideReadable(readAsk(ask, policy.parts.cwd), policy));
  } catch (error) {
    // Whatever it stumbled over may hide what is forbidden.
    const judged =
      error instanceof TooMuchWork
        ? judgement(policy.strictest, error.message)
        : judgement("perhapsDenied", "it cannot be judged");
    return finish(judged, undefined, policy.mode);
  }
}

/** Some milliseconds. */
const maxSteps = 800_000;

function decideReadable(ask: Ask, policy: Policy): Decision {
  const { toolName } = ask;
  const { mode } = policy;
  const family = fileToolOf(toolName);
  const rules = policy.ofTool(toolName);

  const content = judgeContent(ask, family, policy) ?? { judged: unruled(toolName, mode) };
  const denied = rules.deny ?? familyRule("deny", toolName, policy) ?? parameterRule("deny", ask, policy);
  const asked = rules.ask ?? familyRule("ask", toolName, policy);
  const isGranted = rules.granted !== undefined || content.judged.strength === "granted";
  // A grant for the tool or its content says nothing about a parameter.
  const askedByParameter = parameterRule("ask", ask, policy);

  const restricted = combineAll(
    content.judged,
    denied && ruled(denied),
    isGranted ? undefined : asked && ruled(asked),
    askedByParameter && ruled(askedByParameter),
    knownTools.has(toolName) ? undefined : judgeForeignCommands(ask, policy),
    namesUnseen.has(toolName) || !knownTools.has(toolName) ? judgeInputs(ask, policy) : undefined,
    knownTools.has(toolName) ? undefined : judgeInputHosts(ask, policy),
    personTools.has(toolName) ? judgement("always", "it is a question to a person") : undefined,
    quietTools.has(toolName) ? undefined : damageOf(policy),
  );
  const allowedWhole = mode === "plan" && changes(toolName, family) ? undefined : rules.allow;
  const byTool = allowedUpTo("undecided", restricted, allowedWhole && ruled(allowedWhole));
  const byMode = mode === "bypassPermissions" ? allowedUpTo("held", byTool, judgement("allowed", { mode })) : byTool;
  return finish(byMode, byMode === content.judged ? content.parts : undefined, mode);
}

/** What would be asked is denied where nobody may be asked. */
function finish({ strength, because, path }: Judgement, parts: Parts, mode: PermissionMode): Decision {
  const common = { strength, ...(path !== undefined && { path }), ...(parts !== undefined && { parts }) };
  const effect = effectOf(strength);
  if (effect !== "ask" || mode !== "dontAsk") return { ...common, effect, because };
  return { ...common, effect: "deny", because: isAtMost(strength, "held") ? { mode } : because };
}

type Parts = readonly DecisionPart[] | undefined;

interface Content {
  readonly judged: Judgement;
  readonly parts?: Parts;
}

/** No rule looks into the call. */
function unruled(toolName: string, mode: PermissionMode): Judgement {
  if (quietTools.has(toolName)) return judgement("allowed", "this tool needs no permission");
  return judgement("undecided", mode === "plan" ? { mode } : "no rule decides it");
}

/** What settings that cannot be read forbid may be anything. */
function damageOf({ parts: { damage = [] } }: Policy): Judgement | undefined {
  const [damaged] = damage;
  if (damaged === undefined) return undefined;
  const reason = `${damaged}; what it forbids may be lost, so nothing is allowed without a person`;
  return judgement("perhapsDenied", reason);
}

/** What plan mode holds back: all that is not known only to read. */
function changes(tool: string, family: FileTool | undefined): boolean {
  return family?.does !== "read" && !fetchTools.has(tool);
}

/** A rule for the whole of Bash, Read or Edit restricts every tool that does the same; a tool that edits reads, too. */
function familyRule(effect: "deny" | "ask", toolName: string, policy: Policy): Rule | undefined {
  if (commandTools.has(toolName)) return policy.ofTool("Bash")[effect];
  const family = fileToolOf(toolName);
  if (family === undefined) return undefined;
  if (family.does === "read") return policy.ofTool("Read")[effect];
  return policy.ofTool("Edit")[effect] ?? (effect === "deny" ? policy.ofTool("Read").deny : undefined);
}

/** Monitor runs its command as Bash does. */
function parameterRule(effect: "deny" | "ask", { toolName, input }: Ask, policy: Policy): Rule | undefined {
  const own = policy.parameter(effect, toolName, input);
  return own ?? (commandTools.has(toolName) ? policy.parameter(effect, "Bash", input) : undefined);
}

/** What cannot be held against the rules that look into a tool may be what one of them is about. */
function misshapen(toolName: string, reason: string, policy: Policy): Judgement | undefined {
  if (policy.looksInto("deny", toolName)) return judgement("perhapsDenied", reason);
  return policy.looksInto("ask", toolName) ? judgement("askedByRule", reason) : undefined;
}

/** What the specifiers of rules are about; undefined where the tool has nothing of that kind. */
function judgeContent(ask: Ask, family: FileTool | undefined, policy: Policy): Content | undefined {
  const { toolName, input } = ask;
  if (commandTools.has(toolName)) {
    const { command } = input;
    if (typeof command === "string") return judgeCommand(command, ask, policy);
    const connects = toolName === "Monitor" && input.ws !== undefined && command === undefined;
    if (connects) return { judged: judgement("undecided", "it has no command") };
    const reason = "it has no command that is a text";
    return { judged: misshapen(toolName, reason, policy) ?? judgement("everyMode", reason) };
  }
  const judged =
    family !== undefined
      ? judgeFileTool(ask, family, policy)
      : toolName === "WebFetch"
        ? judgeAddress(input.url, policy)
        : judgeName(ask, family, policy);
  return judged && { judged };
}

/** Rules that name an agent, a skill or a command. */
function judgeName({ toolName, input }: Ask, family: FileTool | undefined, policy: Policy): Judgement | undefined {
  const name = canonicalTool(toolName) === "Agent" ? agentKind(input) : (skillName(input) ?? input.command);
  if (typeof name !== "string") return misshapen(toolName, "it has no name that is a text", policy);
  // Who runs it may take blanks away: Claude Code does.
  const bare = toolName === "SlashCommand" ? name.trim() : name.trim().replace(/^\/+\s*/, "");
  const restricting = (effect: "deny" | "ask"): Rule | undefined =>
    policy.named(effect, toolName, name) ??
    (bare === name ? undefined : policy.named(effect, toolName, bare)) ??
    otherNames(toolName, bare).flatMap(([tool, other]) => policy.named(effect, tool, other) ?? [])[0];
  const denied = restricting("deny");
  const allowed = policy.named("allow", toolName, name, true) ?? policy.named("allow", toolName, name);
  const asked = allowed?.granted ? undefined : restricting("ask");
  const isPlanned = policy.mode === "plan" && changes(toolName, family);
  const rule = denied ?? asked ?? (isPlanned ? undefined : allowed);
  return rule && ruled(rule);
}

/** A skill is a command by another name, and the other way round. */
function otherNames(toolName: string, name: string): readonly (readonly [tool: string, name: string])[] {
  if (toolName === "Skill") return [["SlashCommand", `/${name}`]];
  const [, command] = toolName === "SlashCommand" ? (/^\/?(\S+)/.exec(name) ?? []) : [];
  return command === undefined ? [] : [["Skill", command]];
}

/** The Skill tool takes `/name` for `name`. */
function skillName({ skill }: Ask["input"]): unknown {
  return typeof skill === "string" ? skill.replace(/^\//, "") : skill;
}

/** The Agent tool takes this one where none is named. */
function agentKind({ subagent_type }: Ask["input"]): unknown {
  const isAbsent = subagent_type === undefined || subagent_type === null || isBlank(subagent_type);
  return isAbsent ? "general-purpose" : subagent_type;
}

function isBlank(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}

function judgeFileTool(ask: Ask, family: FileTool, policy: Policy): Judgement {
  const written = ask.input[family.pathField];
  const isAbsent = written === undefined || written === null || isBlank(written);
  const path = typeof written === "string" && !isAbsent ? written : family.searches && isAbsent ? ask.cwd : undefined;
  if (path === undefined) {
    const reason = `it names no file in ${family.pathField}`;
    return misshapen(ask.toolName, reason, policy) ?? judgement("undecided", reason);
  }
  const judged = judgeFile(family.does, path, ask, policy);
  // Claude Code takes blanks around a path away: it is that file, too.
  const bare = path.trim();
  return bare === path ? judged : combineAll(judged, judgeFile(family.does, bare, ask, policy));
}

function judgeAddress(url: unknown, policy: Policy): Judgement | undefined {
  const host = typeof url === "string" ? hostOf(url) : undefined;
  if (host === undefined) {
    const meant = typeof url === "string" ? meantHost(url) : undefined;
    const forbidden = meant === undefined ? undefined : policy.domain("deny", meant);
    if (forbidden !== undefined) return ruled(forbidden);
    const reason = "its address cannot be read";
    return misshapen("WebFetch", reason, policy) ?? judgement("everyMode", reason);
  }
  const denied = policy.domain("deny", host);
  const inner = denied === undefined ? innerHostRule(String(url), policy) : undefined;
  if (inner !== undefined) return perhapsDenied(inner);
  const allowed = policy.domain("allow", host, true) ?? policy.domain("allow", host);
  const asked = allowed?.granted ? undefined : policy.domain("ask", host);
  const rule = denied ?? asked ?? allowed;
  if (rule !== undefined) return ruled(rule);
  return isLocalHost(host) ? judgement("everyMode", localReason) : undefined;
}

const localReason = "it is an address of this machine or its network, and no rule names it";
