import { create } from "@bufbuild/protobuf";
import { heedsDenyInterrupt } from "../../adapters/heeds-deny-interrupt.ts";
import { type Ask, AskKind, AskSchema, AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Verdict } from "../../conversation/ask.ts";
import { hasOldQuestions, withAnswers } from "../../conversation/question.ts";
import { toolAnswer } from "../../conversation/tool-answer.ts";
import { stoppedMessage } from "../../conversation/turn-stop.ts";
import { BridleError } from "../../errors.ts";
import type { Request } from "../../wire/controls.ts";
import { successAnswer } from "../../wire/dispatch.ts";
import { encodeLine } from "../../wire/encode-line.ts";
import type { Fields } from "../../wire/fields.ts";
import { writeLine } from "./agent-input.ts";
import type { AuditVerdict } from "./audit-entry.ts";
import { type Decider, decidedBy } from "./decider.ts";
import type { Input, JudgedRequest } from "./input.ts";
import { makeAsk } from "./make-ask.ts";
import { ask as askAgent } from "./requests.ts";
import type { OpenAsk } from "./session-state.ts";
import { takeUse } from "./tool-uses.ts";
import type { Transition } from "./transition.ts";
import { turnMayBeOver } from "./turns.ts";

/** What one session may have open. Nobody decides more; every client that opens the session gets all of them. */
export const maxOpenAsks = 1000;
const maxOpenBytes = 16 * 1024 * 1024;

const expired = "Nobody answered in time, so permission was denied.";
const unattendedMessage = "Nobody is there to give permission, so it was denied.";

/** The agent wants permission: a rule decides at once, else it waits for a person, also over restarts. */
export function permissionAsked(
  t: Transition,
  request: Request<"fromAgent", "can_use_tool">,
  { request: { requestId }, decision, askId, digest, isUnattended }: JudgedRequest,
): void {
  const { process } = t;
  // An agent that repeats a request waits for one answer.
  if (process === undefined || t.asks.some((open) => open.requestId === requestId)) return;
  const { wallMs } = t.clock;
  const deadlineMs = t.limits.askDeadlineMs === 0 ? 0 : wallMs + t.limits.askDeadlineMs;
  const ask = makeAsk(request, {
    id: askId,
    digest,
    sessionId: t.facts.id,
    turn: t.turn,
    createdMs: wallMs,
    deadlineMs,
  });
  const isQuestion = ask.kind === AskKind.QUESTION;
  if (isQuestion && hasOldQuestions(request.input))
    t.effects.push({ type: "deprecated", what: "question_option_strings" });
  const folder = takeUse(t, ask)?.folder;
  const open: OpenAsk = { ask, agent: process.id, requestId, folder };
  const isStopped = t.conversation?.ledger.isTurnStopped === true;
  if (isStopped) return decideAtOnce(t, open, { by: "stop", why: stoppedMessage });
  const isForPerson = decision?.effect === "ask" || (isQuestion && decision?.effect === "allow");
  if (decision !== undefined && !isForPerson) {
    const { effect, by: why, rule } = decision;
    return decideAtOnce(t, open, { by: "rule", why, rule }, effect === "allow");
  }
  const full = whyFull(t.asks, ask);
  if (full !== undefined) return decideAtOnce(t, open, { by: "limit", why: full });
  t.asks = [...t.asks, open];
  t.emit(isQuestion ? { case: "question", value: { ask } } : { case: "permissionRequest", value: { ask } });
  t.trace({ what: "ask", tool: ask.toolName });
  t.tellPhase();
  if (isUnattended) denyInNobodysName(t, open, { by: "no client" }, unattendedMessage);
}

type AtOnce = Extract<Decider, { by: "rule" | "limit" | "stop" }>;

function decideAtOnce(t: Transition, open: OpenAsk, decider: AtOnce, isAllowed = false): void {
  const message = decider.by === "limit" ? decidedBy(decider) : decider.why;
  const verdict: Verdict = isAllowed ? { behavior: "allow" } : { behavior: "deny", message };
  conclude(t, open, verdict, decider, verdictLine(open, verdict));
}

/** Undefined: there is room for this one. Else why there is none. */
function whyFull(asks: readonly OpenAsk[], { inputJson }: Ask): string | undefined {
  if (asks.length >= maxOpenAsks) return `${maxOpenAsks} asks of this session are open already`;
  const bytes = asks.reduce((sum, { ask }) => sum + ask.inputJson.length, 0);
  if (asks.length === 0 || bytes + inputJson.length <= maxOpenBytes) return undefined;
  return `the open asks of this session hold ${maxOpenBytes} bytes already`;
}

/**
 * A person decided. The first answer wins. The ask stays open when this throws: `conflict` for another input than was
 * seen, `invalid_option` for a changed input that a rule denies, `unencodable` for one that no line can hold.
 */
export function decide(t: Transition, input: Extract<Input, { type: "decide" }>): void {
  const open = find(t, input.askId);
  if (open === undefined) return t.answer(input.call, { to: "lost_ask" });
  if (input.digest !== "" && input.digest !== open.ask.digest)
    throw new BridleError("conflict", "the ask is about another input than you saw; look at it again", {
      what: `ask ${open.ask.id}`,
    });
  decideOpen(t, open, input.verdict, input);
}

/** A person answered the questions, or declined to. Throws `invalid_option` for a permission request. */
export function answerQuestion(t: Transition, input: Extract<Input, { type: "answer_question" }>): void {
  const open = find(t, input.askId);
  if (open === undefined) return t.answer(input.call, { to: "lost_ask" });
  if (open.ask.kind !== AskKind.QUESTION)
    throw new BridleError("invalid_option", "this is no question: answer it with AnswerAsk", {
      option: "ask_id",
      allowed: "the id of a question",
      found: "the id of a permission request",
    });
  decideOpen(t, open, questionVerdict(open.ask, input.answers), input);
}

/** What the answers to a question say to the agent. */
export function questionVerdict(
  { inputJson }: Pick<Ask, "inputJson">,
  answers: { readonly [question: string]: string } | undefined,
): Verdict {
  if (answers === undefined) return { behavior: "deny", message: "The user did not answer the questions." };
  return { behavior: "allow", updatedInput: withAnswers(JSON.parse(inputJson) as Fields, answers) };
}

interface Deciding {
  readonly call: string;
  readonly by: string;
  readonly changeDeniedBy?: string | undefined;
}

function decideOpen(t: Transition, open: OpenAsk, verdict: Verdict, { call, by, changeDeniedBy }: Deciding): void {
  // The agent does not ask again about an input that a person changed.
  if (changeDeniedBy !== undefined)
    throw new BridleError("invalid_option", `the changed input is denied: ${changeDeniedBy}; change it, or deny`, {
      option: "updated_input_json",
      allowed: "an input that no rule denies",
      found: changeDeniedBy,
    });
  const line = verdictLine(open, verdict);
  if (verdict.behavior === "deny" && verdict.interrupt) stopTurn(t);
  const decider = { by: "person", name: by } as const;
  const ask = conclude(t, open, verdict, decider, line);
  t.answer(call, { to: "ask", ask });
  if (t.conversation?.ledger.isTurnStopped)
    for (const other of t.asks) denyInNobodysName(t, other, decider, stoppedMessage);
  turnMayBeOver(t);
}

/**
 * Makes a deny with `interrupt` end the turn on versions that pass over it: they are interrupted, before the answer, so
 * that the model is not asked again. Some cannot be interrupted at all: there every further tool use of the turn that
 * asks is denied, and a person is told.
 */
function stopTurn(t: Transition): void {
  const { conversation } = t;
  if (conversation === undefined || heedsDenyInterrupt(conversation.adapter)) return;
  const { adapter, ledger } = conversation;
  ledger.stopTurn();
  conversation.isChanged = true;
  if (adapter.has("controls interrupt")) {
    const purpose = { for: "stop" } as const;
    return askAgent(t, { subtype: "interrupt", payload: {}, timeoutMs: t.limits.controlTimeoutMs, purpose });
  }
  const message = `${adapter.name} cannot be interrupted: the turn goes on, and all it asks for is denied until it ends; close the session to stop it.`;
  t.notice("bridle/interrupt_unsupported", { code: "interrupt_unsupported", level: "warn", message });
  t.trace({ what: "notice", code: "interrupt_unsupported", level: "warn", message });
}

/** The agent took its request back. */
export function withdrawn(t: Transition, requestId: string): void {
  const open = t.asks.find((one) => one.requestId === requestId);
  if (open === undefined) return;
  over(t, open, AskState.CANCELLED, { by: "agent" }, "the agent withdrew it");
  turnMayBeOver(t);
}

/** Nobody waits for these any more. */
export function cancelAsks(t: Transition, reason: string): void {
  for (const open of t.asks) over(t, open, AskState.CANCELLED, { by: "agent" }, reason);
}

/** Nobody is there to answer, and the settings say not to wait. */
export function unattended(t: Transition): void {
  for (const open of t.asks) denyInNobodysName(t, open, { by: "no client" }, unattendedMessage);
}

export function expireAsks(t: Transition): void {
  for (const open of t.asks) {
    const { deadlineMs } = open.ask;
    if (deadlineMs > 0n && Number(deadlineMs) <= t.clock.wallMs)
      denyInNobodysName(t, open, { by: "deadline" }, expired);
  }
}

function denyInNobodysName(t: Transition, open: OpenAsk, decider: Decider, message: string): void {
  const line = verdictLine(open, { behavior: "deny", message });
  over(t, open, decider.by === "deadline" ? AskState.EXPIRED : AskState.DENIED, decider, message);
  writeLine(t, line);
  turnMayBeOver(t);
}

/** `line` was made before: once anything is recorded, nothing may throw. */
function conclude(t: Transition, open: OpenAsk, verdict: Verdict, decider: Decider, line: string): Ask {
  const isAllowed = verdict.behavior === "allow";
  const reason = isAllowed ? "" : (verdict.message ?? "");
  const edited = isAllowed && open.ask.kind === AskKind.PERMISSION ? verdict.updatedInput : undefined;
  const ask = over(t, open, isAllowed ? AskState.ALLOWED : AskState.DENIED, decider, reason, edited);
  writeLine(t, line);
  return ask;
}

function over(t: Transition, open: OpenAsk, state: AskState, decider: Decider, reason: string, edited?: Fields): Ask {
  const { ask, agent, requestId, folder } = open;
  const { wallMs: decidedMs } = t.clock;
  const by = decidedBy(decider);
  const decided = create(AskSchema, { ...ask, state, decidedBy: by, decidedMs: BigInt(decidedMs) });
  t.asks = t.asks.filter((one) => one !== open);
  t.effects.push({ type: "close_ask", ask: decided, agent, requestId });
  const askedMs = Number(ask.createdMs);
  t.trace({ what: "decided", by: tracedBy[decider.by], ms: decidedMs - askedMs });
  const { id: askId, toolUseId, toolName, digest } = ask;
  const json = edited === undefined ? "" : JSON.stringify(edited);
  // Who sends the same input back has not changed it.
  const editedInputJson = json === ask.inputJson ? "" : json;
  const resolved = { askId, state, decidedBy: by, reason, toolUseId, toolName, editedInputJson };
  t.emit({ case: "permissionResolved", value: resolved }, t.turn);
  const entry = { toolName, toolUseId, digest, editedInputJson, decider, askedMs, decidedMs, folder };
  t.effects.push({ type: "audit", entry: { ...entry, verdict: verdicts[state] ?? "deny" } });
  return decided;
}

const verdicts: { readonly [S in AskState]?: AuditVerdict } = {
  [AskState.ALLOWED]: "allow",
  [AskState.CANCELLED]: "cancelled",
};

const tracedBy: { readonly [B in Decider["by"]]: "rule" | "client" | "agent" | "deadline" } = {
  person: "client",
  "no client": "client",
  rule: "rule",
  limit: "rule",
  stop: "rule",
  deadline: "deadline",
  agent: "agent",
};

function find(t: Transition, id: string): OpenAsk | undefined {
  return t.asks.find(({ ask }) => ask.id === id);
}

/** What the agent is told. Throws `unencodable`. */
function verdictLine({ ask: { inputJson, toolUseId }, requestId }: OpenAsk, verdict: Verdict): string {
  const input = JSON.parse(inputJson) as Fields;
  const answer = toolAnswer(verdict, { input, toolUseId: toolUseId === "" ? undefined : toolUseId });
  return encodeLine(successAnswer(requestId, answer as Fields));
}
