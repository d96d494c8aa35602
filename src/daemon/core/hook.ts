import { feature } from "../../adapters/features.ts";
import { heedsHookAsk } from "../../adapters/heeds-hook-ask.ts";
import { AskKind, AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import { stoppedMessage } from "../../conversation/turn-stop.ts";
import { personTools } from "../../permission/tool-kinds.ts";
import { errorAnswer } from "../../wire/dispatch.ts";
import { encodeLine } from "../../wire/encode-line.ts";
import type { Fields } from "../../wire/fields.ts";
import { writeLine } from "./agent-input.ts";
import { closeByRule, holdInHook, tellUsed } from "./asks.ts";
import { type Decider, decidedBy, unaskable } from "./decider.ts";
import { isResumingHeldBack } from "./holding-back.ts";
import { hookLine, hookVerdictLine } from "./hook-answers.ts";
import { type HookedTool, hookedTool, preToolUseId } from "./hooked-tool.ts";
import type { JudgedRequest, RewrittenCall, RuleVerdict } from "./input.ts";
import { keepVerdict, takeVerdict } from "./kept-verdicts.ts";
import { runChanged, whyNotChanged } from "./run-changed.ts";
import type { KeptVerdict, OpenAsk } from "./session-state.ts";
import { stopTurn } from "./stop-turn.ts";
import { noteUse } from "./tool-uses.ts";
import type { Transition } from "./transition.ts";
import { waitAgain } from "./waiting-in.ts";

/**
 * Deny, ask, or no opinion where nothing can be forbidden. So rules cover every tool use, also those that the agent would
 * allow by itself. What a person will be asked about is held here, so that it can be parked; where it could not be, the
 * agent is told to ask, and that comes as `can_use_tool`.
 */
export function hookCalled(t: Transition, payload: Fields, judged: JudgedRequest): void {
  const { requestId } = judged.request;
  if (payload.callback_id !== preToolUseId)
    return writeLine(t, encodeLine(errorAnswer(requestId, "no hook is registered under this id")));
  const used = hookedTool(payload);
  const { toolName, toolUseId } = used;
  const call = { toolUseId, toolName, digest: judged.digest };
  const isStopped = t.conversation?.ledger.isTurnStopped === true;
  const decision = isStopped ? stopped : judged.decision;
  const kept = takeVerdict(t, call, "hook");
  const parked = t.asks.find(({ ask, waits }) => waits.in === "parked" && ask.toolUseId === toolUseId);
  const isResumed = parked !== undefined || kept?.for.next === "hook";
  if (isResumed && !isStopped && isResumingHeldBack(t)) return putOffAgain(t, requestId, { kept, parked });
  // What was allowed before a rule forbade it is forbidden.
  if (decision?.effect === "deny") {
    if (parked !== undefined) closeByRule(t, parked, decision);
    if (isResumed) noteResuming(t, judged, used);
    return deny(t, judged, used, deniedBy(decision));
  }
  if (kept !== undefined) return answerKept(t, requestId, kept, used);
  if (parked?.ask.digest === judged.digest) return holdAgain(t, parked, requestId);
  if (isForPerson(t, judged, used)) return holdInHook(t, requestOf(used, judged), judged, used.folder);
  if (decision?.effect === "ask") return askInstead(t, judged, used, decision);
  const { rewritten } = judged;
  if (rewritten !== undefined) return change(t, judged, used, rewritten);
  leaveToAgent(t, judged, used);
  writeLine(t, hookLine(requestId));
}

/** It must not run as it is: it runs changed, or a person is asked, or it does not run. */
function change(t: Transition, judged: JudgedRequest, used: HookedTool, rewritten: RewrittenCall): void {
  const why = whyNotChanged(t, rewritten);
  if (why !== undefined) return deny(t, judged, used, { by: "limit", why });
  if (judged.decision === undefined && judged.willBeAsked)
    return askInstead(t, judged, used, { effect: "ask", by: rewritten.by, rule: rewritten.by });
  runChanged(t, judged, used, rewritten);
}

const stopped: RuleVerdict = { effect: "deny", by: stoppedMessage, rule: stoppedMessage };

function leaveToAgent(t: Transition, { digest }: JudgedRequest, { toolName, toolUseId, folder }: HookedTool): void {
  noteUse(t, { toolUseId, toolName, digest, folder, askedMs: t.clock.wallMs });
}

/** What a person decided while the agent was away. */
function answerKept(t: Transition, requestId: string, kept: KeptVerdict, used: HookedTool): void {
  const { toolName, toolUseId, folder } = used;
  tellUsed(t, kept, { toolName, toolUseId, digest: kept.digest }, folder);
  // A request for permission may follow, and the turn that goes on is over with its result.
  keepVerdict(t, { ...kept, toolUseId, for: { next: "request", resumes: kept.for.next === "hook" } });
  if (kept.verdict.behavior === "deny" && kept.verdict.interrupt)
    stopTurn(t, { in: "hook", agent: t.process?.id ?? "", requestId, sinceMs: t.clock.steadyMs });
  writeLine(t, hookVerdictLine(requestId, toolName, kept.verdict));
}

/** The agent was resumed, and its turn must not go on now, whatever is decided about the call. */
function putOffAgain(
  t: Transition,
  requestId: string,
  { kept, parked }: { readonly kept: KeptVerdict | undefined; readonly parked: OpenAsk | undefined },
): void {
  if (kept !== undefined) keepVerdict(t, kept.for.next === "hook" ? { ...kept, for: { next: "hook" } } : kept);
  if (parked !== undefined) waitAgain(t, parked, { in: "parked" });
  writeLine(t, hookLine(requestId, "defer"));
}

/** The call was parked, and nobody had decided: it waits here once more. */
function holdAgain(t: Transition, parked: OpenAsk, requestId: string): void {
  const { process } = t;
  if (process === undefined) return;
  const waits = { in: "hook", agent: process.id, requestId, sinceMs: t.clock.steadyMs, resumes: true } as const;
  waitAgain(t, parked, waits);
}

/** The turn in which a parked call was denied goes on, and prompts wait for its end. */
function noteResuming(t: Transition, { digest }: JudgedRequest, { toolName, toolUseId }: HookedTool): void {
  const call = { askId: "", kind: AskKind.PERMISSION, inputJson: "", toolName, toolUseId, digest };
  keepVerdict(t, { ...call, verdict: { behavior: "deny" }, by: "", for: { next: "request", resumes: true } });
}

/** It will be asked, and can be held here. What a sub-agent waits for cannot be parked: its agent would end without it. */
function isForPerson({ conversation }: Transition, judged: JudgedRequest, { agentId, toolName }: HookedTool): boolean {
  const { willBeAsked, decision } = judged;
  const isAllowed = decision?.effect === "allow" && !personTools.has(toolName);
  return willBeAsked && !isAllowed && agentId === undefined && conversation?.adapter.has(feature.defer.word) === true;
}

/** An agent that asks nobody when a hook wants it to must not be left to decide itself. */
function askInstead(t: Transition, judged: JudgedRequest, used: HookedTool, { by, rule }: RuleVerdict): void {
  const adapter = t.conversation?.adapter;
  if (adapter !== undefined && !heedsHookAsk(adapter)) {
    const remedy = "use Claude Code 2.1.113 or newer, or change the rule";
    const why = `${by}; ${adapter.name} cannot be made to ask: ${remedy}`;
    return deny(t, judged, used, { by: "rule", why, rule: unaskable(rule) });
  }
  leaveToAgent(t, judged, used);
  writeLine(t, hookLine(judged.request.requestId, "ask", { permissionDecisionReason: by }));
}

function deniedBy({ by: why, rule, isAgents }: RuleVerdict): DenyingDecider {
  return isAgents ? { by: "agent", why } : { by: "rule", why, rule };
}

function deny(t: Transition, judged: JudgedRequest, used: HookedTool, decider: DenyingDecider): void {
  const { toolName, toolUseId, folder } = used;
  const { why } = decider;
  const resolved = { state: AskState.DENIED, decidedBy: decidedBy(decider), reason: why, toolUseId, toolName };
  t.emit({ case: "permissionResolved", value: resolved }, t.turn);
  const { wallMs } = t.clock;
  const entry = { toolUseId, toolName, digest: judged.digest, folder, askedMs: wallMs, decidedMs: wallMs };
  t.effects.push({ type: "audit", entry: { ...entry, verdict: "deny", decider } });
  writeLine(t, hookLine(judged.request.requestId, "deny", { permissionDecisionReason: why }));
}

type DenyingDecider = Extract<Decider, { by: "rule" | "limit" }> | { readonly by: "agent"; readonly why: string };

/** The request for permission that would follow. */
function requestOf({ toolName, input, toolUseId }: HookedTool, { suggestions, decision }: JudgedRequest) {
  return {
    tool_name: toolName,
    input,
    tool_use_id: toolUseId,
    permission_suggestions: [...suggestions],
    ...(decision !== undefined && { decision_reason: decision.by }),
  };
}
