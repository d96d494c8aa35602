import type { Ask } from "./ask.ts";
import { byRule, type Decision, decision, type Outcome } from "./decision.ts";
import { hostOf } from "./domain-pattern.ts";
import { judgeCommand } from "./judge-command.ts";
import { judgePath, pathUse } from "./judge-path.ts";
import { isLocalHost } from "./local-host.ts";
import type { Policy } from "./policy.ts";
import type { Rule } from "./rule.ts";
import { searchedFolder } from "./searched-folder.ts";
import { canonicalTool, type FileTool, fetchTools, fileToolOf, personTools, quietTools } from "./tool-kinds.ts";

/** deny, then ask, then allow, over all scopes; no rule means ask, unless the mode says otherwise. Pure. */
export function decide(ask: Ask, policy: Policy): Decision {
  const { firm, held, granted, ...outcome } = settle(judge(ask, policy), policy);
  const [damaged] = policy.parts.damage ?? [];
  if (outcome.effect !== "allow" || damaged === undefined) return outcome;
  const because = { reason: `${damaged}; what it forbids may be lost, so nothing is allowed without a person` };
  return { ...outcome, because, effect: policy.mode === "dontAsk" ? "deny" : "ask" };
}

/** What the mode makes of an ask. */
function settle(outcome: Outcome, { mode }: Policy): Outcome {
  if (outcome.effect !== "ask") return outcome;
  if (mode === "dontAsk") {
    const because = "rule" in outcome.because ? outcome.because : { mode };
    return { ...outcome, effect: "deny", because, unasked: true };
  }
  return mode === "bypassPermissions" && !outcome.firm ? { effect: "allow", because: { mode } } : outcome;
}

function judge(ask: Ask, policy: Policy): Outcome {
  const { toolName, input } = ask;
  const whole = policy.ofTool(toolName);
  const family = fileToolOf(toolName);
  const denied = whole.deny ?? familyRule("deny", family, policy) ?? policy.parameter("deny", toolName, input);
  if (denied !== undefined) return decision("deny", byRule(denied));
  const own = judgeContent(ask, family, policy);
  if (own?.effect === "deny") return own;
  const granted = whole.granted !== undefined || (own?.effect === "allow" && own.granted);
  const asked = whole.ask ?? familyRule("ask", family, policy) ?? policy.parameter("ask", toolName, input);
  if (asked !== undefined && !granted) return { ...decision("ask", byRule(asked)), firm: true };
  if (personTools.has(toolName)) return { ...decision("ask", "it is a question to a person"), firm: true };
  if (own?.effect === "allow" || own?.firm || own?.held) return own;
  const allowed = policy.mode === "plan" && changes(toolName, family) ? undefined : whole.allow;
  if (allowed !== undefined) return decision("allow", byRule(allowed));
  if (own !== undefined) return own;
  if (quietTools.has(toolName)) return decision("allow", "this tool needs no permission");
  return decision("ask", policy.mode === "plan" ? { mode: "plan" } : "no rule decides it");
}

/** What plan mode holds back: all that is not known only to read. */
function changes(tool: string, family: FileTool | undefined): boolean {
  return family?.does !== "read" && !fetchTools.has(tool);
}

/** A rule for the whole of Read or Edit restricts every tool that reads or edits; a tool that edits reads, too. */
function familyRule(effect: "deny" | "ask", family: FileTool | undefined, policy: Policy): Rule | undefined {
  if (family === undefined) return undefined;
  if (family.does === "read") return policy.ofTool("Read")[effect];
  return policy.ofTool("Edit")[effect] ?? (effect === "deny" ? policy.ofTool("Read").deny : undefined);
}

/** What the specifiers of rules are about; undefined where the tool has nothing of that kind. */
function judgeContent(ask: Ask, family: FileTool | undefined, policy: Policy): Outcome | undefined {
  const { toolName, input } = ask;
  if (family !== undefined) return judgeFileTool(ask, family, policy);
  if (toolName === "Bash") return judgeCommand(ask, policy);
  if (toolName === "WebFetch") return judgeAddress(input.url, policy);
  const name = canonicalTool(toolName) === "Agent" ? agentKind(input) : (skillName(input) ?? input.command);
  if (typeof name !== "string") return undefined;
  for (const effect of ["deny", "ask", "allow"] as const) {
    const rule = policy.named(effect, toolName, name);
    if (rule !== undefined) return { ...decision(effect, byRule(rule)), firm: effect === "ask" };
  }
  return undefined;
}

/** The Skill tool takes `/name` for `name`. */
function skillName({ skill }: Ask["input"]): unknown {
  return typeof skill === "string" ? skill.replace(/^\//, "") : skill;
}

/** The Agent tool takes this one where none is named. */
function agentKind({ subagent_type }: Ask["input"]): unknown {
  return subagent_type === undefined || subagent_type === null || subagent_type === ""
    ? "general-purpose"
    : subagent_type;
}

function judgeFileTool(ask: Ask, family: FileTool, policy: Policy): Outcome {
  const written = ask.input[family.pathField];
  const path = typeof written === "string" && written !== "" ? written : family.searches ? ask.cwd : undefined;
  if (path === undefined) return decision("ask", `it names no file in ${family.pathField}`);
  const folder = ask.toolName === "Glob" ? searchedFolder(path, ask.input.pattern) : path;
  return judgePath(pathUse(family.does, ask.toolName, folder, ask, policy), ask, policy);
}

function judgeAddress(url: unknown, policy: Policy): Outcome | undefined {
  const host = typeof url === "string" ? hostOf(url) : undefined;
  if (host === undefined) return { ...decision("ask", "its address cannot be read"), firm: true };
  const denied = policy.domain("deny", host);
  if (denied !== undefined) return decision("deny", byRule(denied));
  const granted = policy.domain("allow", host, true) ?? policy.domain("allow", host);
  const asked = granted?.granted ? undefined : policy.domain("ask", host);
  if (asked !== undefined) return { ...decision("ask", byRule(asked)), firm: true };
  if (granted === undefined && isLocalHost(host)) return { ...decision("ask", localReason), firm: true };
  return granted && { ...decision("allow", byRule(granted)), granted: granted.granted === true };
}

const localReason = "it is an address of this machine or its network, and no rule names it";
