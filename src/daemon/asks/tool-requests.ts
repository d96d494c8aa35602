import { heedsHookAsk } from "../../adapters/heeds-hook-ask.ts";
import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import { type Ask, AskKind, AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Verdict } from "../../conversation/ask.ts";
import { hasOldQuestions, withAnswers } from "../../conversation/question.ts";
import { toolAnswer } from "../../conversation/tool-answer.ts";
import { stoppedMessage, type TurnStop } from "../../conversation/turn-stop.ts";
import { BridleError } from "../../errors.ts";
import type { ControlRequest } from "../../wire/canonical.ts";
import { checkPayload, controlRow, type Request } from "../../wire/controls.ts";
import { errorAnswer, successAnswer, unsupportedAnswer } from "../../wire/dispatch.ts";
import { encodeLine } from "../../wire/encode-line.ts";
import { type Fields, isFields, text } from "../../wire/fields.ts";
import type { ControlResponseFrame, UnreadableFrame } from "../../wire/frame.ts";
import type { DaemonRules, RuleDecision } from "../rules/daemon-rules.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import type { SessionInk } from "../session/session-ink.ts";
import type { AskBook } from "./ask-book.ts";
import { DeadlineTimer } from "./deadline-timer.ts";
import { makeAsk } from "./make-ask.ts";
import { ToolFolders } from "./tool-folders.ts";

const stopped = { effect: "deny", by: stoppedMessage } as const;

/** The one hook we register: it sees every tool use, also those that the agent allows by itself. */
export const preToolUseId = "bridle_pre_tool_use";

export interface ToolRequestParts {
  readonly sessionId: string;
  readonly rules: DaemonRules;
  readonly book: AskBook;
  readonly ink: SessionInk;
  readonly trace: SessionDeps["trace"];
  readonly deprecated: SessionDeps["deprecated"];
  readonly approvals: SessionDeps["approvals"];
  readonly stop: TurnStop;
  /** Of the agent that runs. */
  readonly adapter: () => ProtocolAdapter | undefined;
}

/**
 * Answers what an agent asks, in the tick it is read: by a rule at once, else
 * by an ask that waits for a person and outlives this daemon.
 */
export class ToolRequests {
  readonly #parts: ToolRequestParts;
  readonly #folders = new ToolFolders();
  readonly #deadline = new DeadlineTimer(() => this.#expireDue());

  constructor(parts: ToolRequestParts) {
    this.#parts = parts;
    for (const ask of parts.book.asks) this.#watch(ask);
  }

  receive({ requestId, frame }: ControlRequest, agent: string, turn: string): void {
    const { subtype, ...payload } = frame.request;
    // Read with care instead of checked: after an error the agent would use the tool.
    if (subtype === "hook_callback") return this.#hook(requestId, payload);
    const row = controlRow("fromAgent", subtype);
    if (row === undefined || subtype !== "can_use_tool") return this.#answer(unsupportedAnswer(requestId, subtype));
    const checked = checkPayload(row.request(), payload);
    if (!checked.ok)
      return this.#answer(errorAnswer(requestId, `Invalid ${subtype} request: ${checked.path}`, "invalid_request"));
    this.#asked(requestId, payload as Request<"fromAgent", "can_use_tool">, agent, turn);
  }

  /** A request whose rest could not be read must not be left waiting. */
  refuse({ requestId, reason, bytes }: UnreadableFrame): void {
    if (requestId === undefined) return;
    const tooLong = `The request of ${bytes} bytes is over the line limit`;
    if (reason === "oversize") return this.#answer(errorAnswer(requestId, tooLong, "oversize"));
    const isOurs = reason === "too_complex" || reason === "too_costly";
    const why = isOurs ? `The request could not be read: ${reason}` : "The request has no subtype";
    this.#answer(errorAnswer(requestId, why, "invalid_request"));
  }

  /** The agent took its request back. */
  withdrawn(requestId: string): void {
    const open = this.#parts.book.byRequest(requestId);
    if (open !== undefined) this.#cancel(open.ask, "the agent withdrew it");
  }

  /** Nobody is there to answer, and the settings say not to wait. */
  denyUnattended(): void {
    for (const ask of this.#parts.book.asks) this.#answerFor(ask, AskState.DENIED, "no client", unattended);
  }

  #watch({ deadlineMs }: Ask): void {
    if (deadlineMs > 0n) this.#deadline.by(Number(deadlineMs));
  }

  #expireDue(): void {
    const now = Date.now();
    for (const ask of this.#parts.book.asks) {
      if (ask.deadlineMs > 0n && Number(ask.deadlineMs) <= now)
        this.#answerFor(ask, AskState.EXPIRED, "deadline", expired);
      else this.#watch(ask);
    }
  }

  /** Denies in nobody's name. */
  #answerFor(ask: Ask, state: AskState.DENIED | AskState.EXPIRED, by: string, message: string): void {
    const requestId = this.#parts.book.get(ask.id)?.requestId ?? "";
    const line = verdictLine(ask, requestId, { behavior: "deny", message });
    this.#decided(ask, state, by, message);
    this.#parts.ink.tell(line);
    this.#parts.ink.step("answer");
  }

  /** The agent is gone: nobody waits for these any more. */
  cancelAll(reason: string): void {
    for (const ask of this.#parts.book.asks) this.#cancel(ask, reason);
  }

  #cancel(ask: Ask, reason: string): void {
    this.#decided(ask, AskState.CANCELLED, "agent", reason);
    this.#parts.ink.step("answer");
  }

  /**
   * A person decided. The ask must be open, and stays so when this throws: `invalid_option` for a changed input that a
   * rule denies, `unencodable` for one that no line can hold.
   */
  decide(ask: Ask, verdict: Verdict, by: string): Ask {
    this.#judgeChange(ask, verdict);
    const line = verdictLine(ask, this.#parts.book.get(ask.id)?.requestId ?? "", verdict);
    if (verdict.behavior === "deny" && verdict.interrupt) this.#parts.stop.wanted();
    const decided = this.#conclude(ask, verdict, by, line);
    this.#parts.ink.step("answer");
    if (this.#parts.stop.isStopped)
      for (const other of this.#parts.book.asks) this.#answerFor(other, AskState.DENIED, by, stoppedMessage);
    return decided;
  }

  /** The agent does not ask again about an input that a person changed. */
  #judgeChange({ id, toolName }: Ask, verdict: Verdict): void {
    if (verdict.behavior !== "allow" || verdict.updatedInput === undefined) return;
    const decision = this.#parts.rules.decide(toolName, verdict.updatedInput, this.#folders.ofAsk(id));
    if (decision?.effect !== "deny") return;
    throw new BridleError("invalid_option", `the changed input is denied: ${decision.by}; change it, or deny`, {
      option: "updated_input_json",
      allowed: "an input that no rule denies",
      found: decision.by,
    });
  }

  /** `line` was made before: once anything is recorded, nothing may throw. */
  #conclude(ask: Ask, verdict: Verdict, by: string, line: string): Ask {
    const allowed = verdict.behavior === "allow";
    const reason = allowed ? "" : (verdict.message ?? "");
    const edited = allowed && ask.kind === AskKind.PERMISSION ? verdict.updatedInput : undefined;
    const decided = this.#decided(ask, allowed ? AskState.ALLOWED : AskState.DENIED, by, reason, edited);
    this.#parts.ink.tell(line);
    return decided;
  }

  /** A person answered the questions, or declined to. */
  answerQuestion(ask: Ask, answers: { readonly [question: string]: string } | undefined, by: string): Ask {
    if (ask.kind !== AskKind.QUESTION)
      throw new BridleError("invalid_option", "this is no question: answer it with AnswerAsk", {
        option: "ask_id",
        allowed: "the id of a question",
        found: "the id of a permission request",
      });
    const input = JSON.parse(ask.inputJson) as Fields;
    const verdict: Verdict =
      answers === undefined
        ? { behavior: "deny", message: "The user did not answer the questions." }
        : { behavior: "allow", updatedInput: withAnswers(input, answers) };
    return this.decide(ask, verdict, by);
  }

  #asked(requestId: string, request: Request<"fromAgent", "can_use_tool">, agent: string, turn: string): void {
    // An agent that repeats a request waits for one answer.
    if (this.#parts.book.byRequest(requestId) !== undefined) return;
    const { ink, rules, book, sessionId } = this.#parts;
    const ask = makeAsk(request, { sessionId, turn, deadlineAfterMs: this.#parts.approvals.deadlineMs });
    if (ask.kind === AskKind.QUESTION && hasOldQuestions(request.input))
      this.#parts.deprecated("question_option_strings");
    const { isStopped } = this.#parts.stop;
    const folder = this.#folders.take(ask.toolUseId, ask.id);
    const decision = isStopped ? stopped : rules.decide(ask.toolName, request.input, folder);
    const isForPerson = decision?.effect === "ask" || (ask.kind === AskKind.QUESTION && decision?.effect === "allow");
    const byRule = isForPerson ? undefined : decision;
    const full = byRule === undefined ? book.whyFull(ask) : undefined;
    if (byRule === undefined && full === undefined) {
      ink.store(book.add(ask, agent, requestId));
      ink.emit(
        ask.kind === AskKind.QUESTION
          ? { case: "question", value: { ask } }
          : { case: "permissionRequest", value: { ask } },
      );
      this.#parts.trace({ what: "ask", session: sessionId, tool: ask.toolName });
      ink.step("ask");
      if (this.#parts.approvals.isUnattended()) return this.#answerFor(ask, AskState.DENIED, "no client", unattended);
      return this.#watch(ask);
    }
    const because = byRule === undefined ? `limit: ${full}` : `rule: ${byRule.by}`;
    const verdict: Verdict =
      byRule?.effect === "allow" ? { behavior: "allow" } : { behavior: "deny", message: byRule?.by ?? because };
    const line = verdictLine(ask, requestId, verdict);
    ink.store(book.add(ask, agent, requestId));
    this.#conclude(ask, verdict, because, line);
  }

  /**
   * Answers at once: deny, ask, or no opinion where nothing can be forbidden. So rules cover every tool use, also those
   * that the agent would allow by itself; what it is told to ask comes back as `can_use_tool`.
   */
  #hook(requestId: string, payload: Fields): void {
    if (payload.callback_id !== preToolUseId)
      return this.#answer(errorAnswer(requestId, "no hook is registered under this id"));
    const input = isFields(payload.input) ? payload.input : {};
    const toolName = text(input.tool_name) ?? "";
    const toolInput = isFields(input.tool_input) ? input.tool_input : {};
    const toolUseId = text(payload.tool_use_id) ?? "";
    const cwd = text(input.cwd);
    this.#folders.note(toolUseId, cwd);
    const decision = this.#parts.rules.decide(toolName, toolInput, cwd);
    if (decision === undefined || decision.effect === "allow") return this.#answer(successAnswer(requestId, {}));
    const { effect, by } = this.#askable(decision);
    if (effect === "deny")
      this.#parts.ink.emit({
        case: "permissionResolved",
        value: { state: AskState.DENIED, decidedBy: `rule: ${by}`, reason: by, toolUseId, toolName },
      });
    const hookSpecificOutput = {
      hookEventName: "PreToolUse",
      permissionDecision: effect,
      permissionDecisionReason: by,
    };
    this.#answer(successAnswer(requestId, { hookSpecificOutput }));
  }

  /** An agent that asks nobody when a hook wants it to must not be left to decide itself. */
  #askable(decision: RuleDecision): RuleDecision {
    const adapter = this.#parts.adapter();
    if (decision.effect !== "ask" || adapter === undefined || heedsHookAsk(adapter)) return decision;
    const by = `${decision.by}; ${adapter.name} cannot be made to ask: use Claude Code 2.1.113 or newer, or change the rule`;
    return { effect: "deny", by };
  }

  #decided(ask: Ask, state: AskState, decidedBy: string, reason: string, edited?: Fields): Ask {
    const { ink, book, trace, sessionId } = this.#parts;
    const { ask: decided, work } = book.decide(ask.id, state, decidedBy);
    this.#folders.forget(ask.id);
    const by = /^(?:rule|limit): /.test(decidedBy) ? "rule" : (byState[state] ?? "client");
    trace({ what: "decided", session: sessionId, by, ms: Number(decided.decidedMs - ask.createdMs) });
    ink.store(work);
    const { id: askId, toolUseId, toolName } = ask;
    const json = edited === undefined ? "" : JSON.stringify(edited);
    // Who sends the same input back has not changed it.
    const editedInputJson = json === ask.inputJson ? "" : json;
    const value = { askId, state, decidedBy, reason, toolUseId, toolName, editedInputJson };
    ink.emit({ case: "permissionResolved", value });
    return decided;
  }

  #answer(answer: ControlResponseFrame): void {
    this.#parts.ink.tell(encodeLine(answer));
  }
}

const expired = "Nobody answered in time, so permission was denied.";
const unattended = "Nobody is there to give permission, so it was denied.";

const byState: { readonly [S in AskState]?: "agent" | "deadline" } = {
  [AskState.CANCELLED]: "agent",
  [AskState.EXPIRED]: "deadline",
};

/** What the agent is told. Throws `unencodable`. */
function verdictLine({ inputJson, toolUseId }: Ask, requestId: string, verdict: Verdict): string {
  const input = JSON.parse(inputJson) as Fields;
  const answer = toolAnswer(verdict, { input, toolUseId: toolUseId === "" ? undefined : toolUseId });
  return encodeLine(successAnswer(requestId, answer as Fields));
}
