import type { Notice } from "../adapters/notice.ts";
import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";
import { type Ask, type OnAsk, type OnQuestion, toAsk, type Verdict } from "../conversation/ask.ts";
import type { Event } from "../conversation/event.ts";
import type { Ledger } from "../conversation/ledger.ts";
import { hasOldQuestions, questionTool, readQuestions, withAnswers } from "../conversation/question.ts";
import { toolAnswer } from "../conversation/tool-answer.ts";
import { stoppedMessage, turnStop } from "../conversation/turn-stop.ts";
import type { Answer, Request } from "../wire/controls.ts";
import type { HandlerContext, Handlers } from "../wire/dispatch.ts";
import { deferrable } from "./deferrable.ts";
import type { OpenOptions } from "./options.ts";
import type { SessionParts } from "./session-parts.ts";

interface Deps extends Pick<SessionParts, "hooks" | "servers" | "deprecated"> {
  readonly options: Pick<OpenOptions, "onAsk" | "onQuestion">;
  readonly emit: (event: Event) => void;
  readonly ledger: Pick<Ledger, "turn" | "isTurnStopped" | "stopTurn">;
  /** As far as the agent's version is known by now. */
  readonly adapter: () => ProtocolAdapter;
  readonly interrupt: () => Promise<unknown>;
  readonly report: (notice: Notice) => void;
}

type ToolRequest = Request<"fromAgent", "can_use_tool">;
type ToolAnswer = Answer<"fromAgent", "can_use_tool">;

/** Answers what the agent asks: permissions, questions, hooks, in-process MCP. */
export function agentRequestHandlers(deps: Deps): Handlers<"fromAgent"> {
  const { hooks, servers, options, emit, ledger } = deps;
  return {
    can_use_tool: async (request, context) => {
      if (request.tool_name === questionTool && hasOldQuestions(request.input))
        deps.deprecated("question_option_strings");
      const origin = { turn: ledger.turn, parentToolUseId: undefined, frame: undefined, requestId: context.requestId };
      let open = true;
      const resolved = (verdict: "allow" | "deny" | "cancelled" | "failed"): void => {
        if (open) emit({ type: "ask_resolved", ...origin, verdict });
        open = false;
      };
      // At once: a callback may never come back.
      context.signal.addEventListener("abort", () => resolved("cancelled"), { once: true });
      if (ledger.isTurnStopped) return stoppedAnswer(request);
      try {
        const said = await decide(request, context, options, (event) => emit({ ...origin, ...event } as Event));
        // Somebody may have stopped the turn meanwhile, by another ask.
        const answer = ledger.isTurnStopped ? stoppedAnswer(request) : said;
        resolved(answer.behavior);
        if (answer.behavior === "deny" && answer.interrupt) stopTurn(deps);
        return answer;
      } catch (error) {
        resolved("failed");
        throw error;
      }
    },
    hook_callback: async ({ callback_id, input, tool_use_id }, { signal }) => {
      const output = await hooks.call(callback_id, input, { toolUseId: tool_use_id ?? undefined, signal });
      return deferrable(output, input, deps.adapter());
    },
    mcp_message: (request, { signal }) => servers.handle(request, signal),
  };
}

/** Somebody denied a tool use and wants the turn to end. Call before the answer is written. */
function stopTurn({ adapter, ledger, interrupt, report }: Deps): void {
  const stop = turnStop(adapter(), "request");
  if (stop.by === "answer") return;
  ledger.stopTurn();
  // It may end first, or refuse; then the denials remain.
  if (stop.by === "interrupt") void interrupt().catch(() => {});
  else report(stop.warning);
}

function stoppedAnswer(request: ToolRequest): ToolAnswer {
  return toolAnswer({ behavior: "deny", message: stoppedMessage }, toAsk(request));
}

async function decide(
  request: ToolRequest,
  context: HandlerContext,
  options: Deps["options"],
  emit: (event: object) => void,
): Promise<ToolAnswer> {
  const ask = toAsk(request);
  if (ask.toolName === questionTool && options.onQuestion !== undefined) {
    const questions = readQuestions(ask.input);
    emit({ type: "question", toolUseId: ask.toolUseId, questions });
    return toolAnswer(await questionVerdict(ask, questions, options.onQuestion, context), ask);
  }
  if (options.onAsk === undefined) throw new Error("This host has no callback for permissions.");
  emit({ type: "ask", toolName: ask.toolName, toolUseId: ask.toolUseId, input: ask.input });
  return toolAnswer(await verdictOf(options.onAsk, ask, context), ask);
}

async function questionVerdict(
  ask: Ask,
  questions: ReturnType<typeof readQuestions>,
  onQuestion: OnQuestion,
  context: HandlerContext,
): Promise<Verdict> {
  const declined = "The user did not answer the questions.";
  try {
    const answers = await onQuestion(questions, context);
    return answers === undefined
      ? { behavior: "deny", message: declined }
      : { behavior: "allow", updatedInput: withAnswers(ask.input, answers) };
  } catch {
    return { behavior: "deny", message: declined };
  }
}

/** A callback that throws denies: what nobody decided must not run. */
async function verdictOf(onAsk: OnAsk, ask: Ask, context: HandlerContext): Promise<Verdict> {
  try {
    const verdict = await onAsk(ask, context);
    return typeof verdict === "string" ? { behavior: verdict } : verdict;
  } catch (error) {
    return {
      behavior: "deny",
      message: `The permission callback failed: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}
