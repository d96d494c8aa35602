import { create } from "@bufbuild/protobuf";
import { type Ask, AskKind, AskSchema, AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Verdict } from "../../conversation/ask.ts";
import { hasOldQuestions, withAnswers } from "../../conversation/question.ts";
import { stoppedMessage } from "../../conversation/turn-stop.ts";
import { BridleError } from "../../errors.ts";
import type { Request } from "../../wire/controls.ts";
import type { Fields } from "../../wire/fields.ts";
import { writeLine } from "./agent-input.ts";
import { deadlineOf, followAttendance } from "./ask-deadline.ts";
import type { AuditVerdict } from "./audit-entry.ts";
import { type Decider, decidedBy } from "./decider.ts";
import { isResumingHeldBack } from "./holding-back.ts";
import type { Denial, Input, JudgedRequest, RuleVerdict } from "./input.ts";
import { type AskedCall, awaitsThis, takeVerdict } from "./kept-verdicts.ts";
import { makeAsk } from "./make-ask.ts";
import type { KeptVerdict, OpenAsk } from "./session-state.ts";
import { stopTurn } from "./stop-turn.ts";
import { noteUpdates, requestLine, stopBefore, telling, tellKeptLater } from "./tell-verdict.ts";
import { takeUse } from "./tool-uses.ts";
import type { Transition } from "./transition.ts";
import { turnMayBeOver } from "./turns.ts";
import { waitAgain, waitingIn } from "./waiting-in.ts";

/** What one session may have open. Nobody decides more; every client that opens the session gets all of them. */
export const maxOpenAsks = 1000;
const maxOpenBytes = 16 * 1024 * 1024;

const expired = "Nobody answered in time, so permission was denied.";
const expiredAndStopped = "Nobody answered in time, so permission was denied and the turn ended.";
const unattended: Deny = { behavior: "deny", message: "Nobody is there to give permission, so it was denied." };

/** The agent wants permission: a rule decides at once, or what a person decided before; else it waits, also over restarts. */
export function permissionAsked(
  t: Transition,
  request: Request<"fromAgent", "can_use_tool">,
  judged: JudgedRequest,
): void {
  const { process } = t;
  const { requestId } = judged.request;
  // An agent that repeats a request waits for one answer.
  if (process === undefined || isHeld(t, requestId)) return;
  const { ask, deadlineBy } = newAsk(t, request, judged);
  if (ask.kind === AskKind.QUESTION && hasOldQuestions(request.input))
    t.effects.push({ type: "deprecated", what: "question_option_strings" });
  const folder = takeUse(t, ask)?.folder;
  const waits = { in: "request", agent: process.id, requestId, sinceMs: t.clock.steadyMs } as const;
  const open: OpenAsk = { ask, waits, folder, deadlineBy };
  const ruled = ruling(t, ask, judged.decision);
  const parked = t.asks.find((one) => one.waits.in === "parked" && one.ask.toolUseId === ask.toolUseId);
  const isParked = parked?.ask.digest === ask.digest;
  if (ruled?.decider.by !== "stop" && (isParked || awaitsThis(t, ask)) && isResumingHeldBack(t))
    return isParked ? waitAgain(t, parked, { ...waits, resumes: true }) : stopResumed(t, open);
  const kept = ruled?.isAllowed === false ? undefined : takeVerdict(t, ask, "request");
  if (kept !== undefined) {
    tellUsed(t, kept, ask);
    noteUpdates(t, kept.verdict);
    return writeLine(t, requestLine(ask, requestId, kept.verdict));
  }
  if (ruled !== undefined) return decideAtOnce(t, open, ruled);
  // An agent that was resumed and has no hook asks like this.
  if (isParked) return waitAgain(t, parked, { ...waits, resumes: true });
  wait(t, open, judged);
}

/** What was decided about the call is told in words, when its turn may go on. */
function stopResumed(t: Transition, open: OpenAsk): void {
  const kept = takeVerdict(t, open.ask, "request");
  stopBefore(t, open);
  if (kept !== undefined) tellKeptLater(t, kept);
}

/** A tool use that its hook tells of, and that will be asked about, is held there: only so it can be parked. */
export function holdInHook(
  t: Transition,
  request: Request<"fromAgent", "can_use_tool">,
  judged: JudgedRequest,
  folder: string | undefined,
): void {
  const { process } = t;
  const { requestId } = judged.request;
  if (process === undefined || isHeld(t, requestId)) return;
  const waits = { in: "hook", agent: process.id, requestId, sinceMs: t.clock.steadyMs } as const;
  wait(t, { ...newAsk(t, request, judged), waits, folder }, judged);
}

function newAsk(
  t: Transition,
  request: Request<"fromAgent", "can_use_tool">,
  { askId: id, digest, rewritten, isAttended }: JudgedRequest,
): Pick<OpenAsk, "ask" | "deadlineBy"> {
  const createdMs = t.clock.wallMs;
  const { ms: deadlineMs, by: deadlineBy } = deadlineOf(t, createdMs, isAttended);
  const facts = { id, digest, rewritten, sessionId: t.facts.id, turn: t.turn, createdMs, deadlineMs };
  return { ask: makeAsk(request, facts), deadlineBy };
}

function isHeld({ asks }: Transition, requestId: string): boolean {
  return asks.some(({ waits }) => "requestId" in waits && waits.requestId === requestId);
}

/** What decides it without a person; undefined: nothing does. */
function ruling(t: Transition, { kind }: Ask, decision: JudgedRequest["decision"]): Ruling | undefined {
  if (t.conversation?.ledger.isTurnStopped === true)
    return { isAllowed: false, decider: { by: "stop", why: stoppedMessage } };
  const isForPerson = decision?.effect === "ask" || (kind === AskKind.QUESTION && decision?.effect === "allow");
  if (decision === undefined || isForPerson) return undefined;
  const { effect, by: why, rule } = decision;
  return { isAllowed: effect === "allow", decider: { by: "rule", why, rule } };
}

interface Ruling {
  readonly isAllowed: boolean;
  readonly decider: Extract<Decider, { by: "rule" | "limit" | "stop" }>;
}

function wait(t: Transition, open: OpenAsk, { isAttended }: JudgedRequest): void {
  const { ask } = open;
  const full = whyFull(t.asks, ask);
  if (full !== undefined) return decideAtOnce(t, open, { isAllowed: false, decider: { by: "limit", why: full } });
  t.asks = [...t.asks, open];
  const isQuestion = ask.kind === AskKind.QUESTION;
  t.emit(isQuestion ? { case: "question", value: { ask } } : { case: "permissionRequest", value: { ask } });
  t.trace({ what: "ask", tool: ask.toolName });
  t.tellPhase();
  if (!isAttended && t.limits.denyUnattended) denyInNobodysName(t, open, { by: "no client" }, unattended);
}

/** Of a grant nobody was told yet that it was used. */
export function tellUsed(t: Transition, { for: use, by: name }: KeptVerdict, call: AskedCall, folder?: string): void {
  if (use.next !== "same_call") return;
  const { toolUseId, toolName, digest } = call;
  const decider: Decider = { by: "grant", name };
  const value = { state: AskState.ALLOWED, decidedBy: decidedBy(decider), reason: "", toolUseId, toolName };
  t.emit({ case: "permissionResolved", value }, t.turn);
  const { wallMs } = t.clock;
  const entry = { toolName, toolUseId, digest, askedMs: wallMs, decidedMs: wallMs, folder };
  t.effects.push({ type: "audit", entry: { ...entry, verdict: "allow", decider } });
}

function decideAtOnce(t: Transition, open: OpenAsk, { isAllowed, decider }: Ruling): void {
  const message = decider.by === "limit" ? decidedBy(decider) : decider.why;
  const verdict = isAllowed ? asItRuns(open.ask, { behavior: "allow" }) : ({ behavior: "deny", message } as const);
  const tell = telling(t, open, verdict, decidedBy(decider));
  conclude(t, open, verdict, decider);
  tell();
}

/** A rule came that forbids what was parked: the hook that asks again says so. */
export function closeByRule(t: Transition, open: OpenAsk, { by: why, rule }: RuleVerdict): void {
  over(t, open, AskState.DENIED, { by: "rule", why, rule }, why);
}

/** Undefined: there is room for this one. Else why there is none. */
function whyFull(asks: readonly OpenAsk[], { inputJson }: Ask): string | undefined {
  if (asks.length >= maxOpenAsks) return `${maxOpenAsks} asks of this session are open already`;
  const bytes = asks.reduce((sum, { ask }) => sum + ask.inputJson.length, 0);
  if (asks.length === 0 || bytes + inputJson.length <= maxOpenBytes) return undefined;
  return `the open asks of this session hold ${maxOpenBytes} bytes already`;
}

/**
 * A person decided. The first answer wins, and a rule that forbids it by now was there before. The ask stays open when this
 * throws: `conflict` for another input than was seen, `invalid_option` for a changed input that a rule denies, `unencodable`
 * for one that no line can hold.
 */
export function decide(t: Transition, input: Extract<Input, { type: "decide" }>): void {
  const open = find(t, input.askId);
  if (open === undefined) return t.answer(input.call, { to: "lost_ask" });
  if (input.digest !== "" && input.digest !== open.ask.digest)
    throw new BridleError("conflict", "the ask is about another input than you saw; look at it again", {
      what: `ask ${open.ask.id}`,
    });
  decideOpen(t, open, asItRuns(open.ask, input.verdict), input);
}

/** An allow of what was asked is one of what a setting makes of it; an input that a person changed runs as they wrote it. */
function asItRuns({ inputJson, rewrittenInputJson }: Ask, verdict: Verdict): Verdict {
  if (verdict.behavior === "deny" || rewrittenInputJson === "") return verdict;
  const isChanged = verdict.updatedInput !== undefined && JSON.stringify(verdict.updatedInput) !== inputJson;
  return isChanged ? verdict : { ...verdict, updatedInput: JSON.parse(rewrittenInputJson) as Fields };
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
  readonly denial?: Denial | undefined;
}

function decideOpen(t: Transition, open: OpenAsk, verdict: Verdict, { call, by, denial }: Deciding): void {
  if (denial !== undefined) return denyAllowed(t, open, denial, call);
  const tell = telling(t, open, verdict, by);
  if (verdict.behavior === "deny" && verdict.interrupt) stopTurn(t, open.waits);
  const decider = { by: "person", name: by } as const;
  const ask = conclude(t, open, verdict, decider);
  tell();
  t.answer(call, { to: "ask", ask });
  if (t.conversation?.ledger.isTurnStopped)
    for (const other of t.asks) denyInNobodysName(t, other, decider, { behavior: "deny", message: stoppedMessage });
  turnMayBeOver(t);
}

/** A rule that came since it was asked was faster than the person. What they changed themselves they may change again. */
function denyAllowed(t: Transition, open: OpenAsk, { of, rule: { by: why, rule } }: Denial, call: string): void {
  if (of === "changed")
    throw new BridleError("invalid_option", `the changed input is denied: ${why}; change it, or deny`, {
      option: "updated_input_json",
      allowed: "an input that no rule denies",
      found: why,
    });
  decideAtOnce(t, open, { isAllowed: false, decider: { by: "rule", why, rule } });
  t.answer(call, { to: "lost_ask" });
  turnMayBeOver(t);
}

/** The agent took its request back. */
export function withdrawn(t: Transition, requestId: string): void {
  const open = t.asks.find(({ waits }) => "requestId" in waits && waits.requestId === requestId);
  if (open === undefined) return;
  over(t, open, AskState.CANCELLED, { by: "agent" }, "the agent withdrew it");
  turnMayBeOver(t);
}

/** A person closed the session: nobody waits for these any more. */
export function cancelAsks(t: Transition, reason: string): void {
  for (const open of t.asks) over(t, open, AskState.CANCELLED, { by: "agent" }, reason);
}

/** The agent is gone, and with it whoever waited for the answers; people can still give them. */
export function outliveAgent(t: Transition): void {
  if (t.asks.every(({ waits }) => !("agent" in waits || "untilMs" in waits))) return;
  t.asks = t.asks.map((open) => {
    if ("agent" in open.waits) return waitingIn(open, { in: "nothing" });
    return "untilMs" in open.waits ? waitingIn(open, { in: "parked" }) : open;
  });
}

/** Who may decide came or left: deadlines may go by it, and the settings may say not to wait while nobody is there. */
export function attendance(t: Transition, isAttended: boolean): void {
  if (isAttended || !t.limits.denyUnattended) return followAttendance(t, isAttended);
  for (const open of t.asks) denyInNobodysName(t, open, { by: "no client" }, unattended);
}

/** The agent is told, whatever became of the one that asked; the settings say whether its turn ends, too. */
export function expireAsks(t: Transition): void {
  const { interruptAtDeadline: interrupt } = t.limits;
  const verdict: Deny = { behavior: "deny", message: interrupt ? expiredAndStopped : expired, interrupt };
  for (const open of t.asks) {
    const { deadlineMs } = open.ask;
    if (deadlineMs === 0n || Number(deadlineMs) > t.clock.wallMs) continue;
    if (interrupt) stopTurn(t, open.waits);
    denyInNobodysName(t, open, { by: "deadline" }, verdict);
  }
}

type Deny = Extract<Verdict, { behavior: "deny" }>;

function denyInNobodysName(t: Transition, open: OpenAsk, decider: Decider, verdict: Deny): void {
  const tell = telling(t, open, verdict, decidedBy(decider));
  const isExpired = decider.by === "deadline";
  over(t, open, isExpired ? AskState.EXPIRED : AskState.DENIED, decider, verdict.message ?? "");
  // Of what was denied because of something else, an agent that does not ask is not told.
  if (isExpired || open.waits.in !== "nothing") tell();
  turnMayBeOver(t);
}

function conclude(t: Transition, open: OpenAsk, verdict: Verdict, decider: Decider): Ask {
  const isAllowed = verdict.behavior === "allow";
  const reason = isAllowed ? "" : (verdict.message ?? "");
  const edited = isAllowed && open.ask.kind === AskKind.PERMISSION ? verdict.updatedInput : undefined;
  return over(t, open, isAllowed ? AskState.ALLOWED : AskState.DENIED, decider, reason, edited);
}

function over(t: Transition, open: OpenAsk, state: AskState, decider: Decider, reason: string, edited?: Fields): Ask {
  const { ask, waits, folder } = open;
  const { wallMs: decidedMs } = t.clock;
  const by = decidedBy(decider);
  const decided = create(AskSchema, { ...ask, state, decidedBy: by, decidedMs: BigInt(decidedMs) });
  t.asks = t.asks.filter((one) => one !== open);
  t.effects.push({ type: "close_ask", ask: decided, waits });
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
  grant: "client",
  agent: "agent",
};

function find(t: Transition, id: string): OpenAsk | undefined {
  return t.asks.find(({ ask }) => ask.id === id);
}
