import { randomUUID } from "node:crypto";
import { create } from "@bufbuild/protobuf";
import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { SessionService } from "../../api/gen/bridle/v1/session_service_pb.js";
import type { Verdict } from "../../conversation/ask.ts";
import { questionVerdict } from "../core/asks.ts";
import type { Delivery } from "../core/session-state.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import { checkText } from "../session/check-text.ts";
import { readPrompt } from "../session/read-prompt.ts";
import type { Sessions } from "../session/sessions.ts";
import type { GoodAnswer, Kept } from "../session/waiting-calls.ts";
import type { Work } from "../store/work.ts";
import { agentInfoCalls } from "./agent-info-calls.ts";
import { askCalls, decidedAsk } from "./ask-calls.ts";
import { checkMode } from "./check-mode.ts";
import { mcpServerCalls } from "./mcp-server-calls.ts";
import { checkModeAsleep } from "./modes-of-session.ts";
import { readVerdict } from "./read-verdict.ts";

type ConversationCalls = Omit<SessionCalls, keyof typeof SessionService.method>;

const deliveries: { readonly [D in pb.Delivery]: Delivery } = {
  [pb.Delivery.UNSPECIFIED]: "auto",
  [pb.Delivery.QUEUE]: "queue",
  [pb.Delivery.INJECT]: "inject",
};

/** The calls that talk with sessions. */
export function conversationServiceCalls(sessions: Sessions, book: CallBook): ConversationCalls {
  const { method } = pb.ConversationService;
  return {
    sendPrompt: (request, { name: sender }) =>
      book.once(method.sendPrompt, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const content = readPrompt(request.prompt);
        const delivery = deliveries[request.delivery] ?? "auto";
        return session.call({ type: "prompt", promptId: randomUUID(), content, sender, delivery }, (given, seq) => {
          const { to: _, ...place } = given as Extract<GoodAnswer, { to: "prompt" }>;
          const value = create(pb.SendPromptResponseSchema, { ...place, seq: BigInt(seq) });
          return { value, work: keep(value, session.id) };
        });
      }),

    cancelPrompt: (request) =>
      book.once(method.cancelPrompt, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const answer = create(pb.CancelPromptResponseSchema);
        const { promptId } = request;
        return session.call({ type: "cancel_prompt", promptId }, always(answer, keep(answer, session.id)));
      }),

    interrupt: (request) =>
      book.once(method.interrupt, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        return session.call({ type: "interrupt", cancelQueued: request.cancelQueued }, (given) => {
          const value = create(pb.InterruptResponseSchema, {
            interrupted: given.to === "interrupt" && given.interrupted,
          });
          return { value, work: keep(value, session.id) };
        });
      }),

    answerAsk: (request, { name: by }) =>
      book.once(method.answerAsk, request, async (keep) => {
        const { askId, digest } = request;
        const found = sessions.openAsk(askId);
        const verdict = found && readVerdict(request);
        const changeDeniedBy = found && verdict && deniedChange(found, verdict);
        const decided =
          found &&
          verdict &&
          (await found.session.call(
            { type: "decide", askId, digest, verdict, by, changeDeniedBy },
            asked((ask) => {
              const value = create(pb.AnswerAskResponseSchema, { won: true, ask });
              return { value, work: keep(value, found.session.id) };
            }),
          ));
        return decided ?? create(pb.AnswerAskResponseSchema, { won: false, ask: await decidedAsk(sessions, askId) });
      }),

    answerQuestion: (request, { name: by }) =>
      book.once(method.answerQuestion, request, async (keep) => {
        const { askId } = request;
        const answers = request.decline ? undefined : request.answers;
        const found = sessions.openAsk(askId);
        const changeDeniedBy = found && deniedChange(found, questionVerdict(found.ask, answers));
        const decided =
          found &&
          (await found.session.call(
            { type: "answer_question", askId, answers, by, changeDeniedBy },
            asked((ask) => {
              const value = create(pb.AnswerQuestionResponseSchema, { won: true, ask });
              return { value, work: keep(value, found.session.id) };
            }),
          ));
        const lost = async () => ({ won: false, ask: await decidedAsk(sessions, askId) });
        return decided ?? create(pb.AnswerQuestionResponseSchema, await lost());
      }),

    ...askCalls(sessions),
    ...agentInfoCalls(sessions),
    ...mcpServerCalls(sessions, book),

    setModel: (request) =>
      book.once(method.setModel, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkText("model", request.model);
        const answer = create(pb.SetModelResponseSchema);
        const change = { model: request.model };
        return session.call({ type: "configure", change }, always(answer, keep(answer, session.id)));
      }),

    setPermissionMode: (request) =>
      book.once(method.setPermissionMode, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkMode(request.mode);
        await checkModeAsleep(session, request.mode, sessions.deps);
        const answer = create(pb.SetPermissionModeResponseSchema);
        const change = { permissionMode: request.mode };
        return session.call({ type: "configure", change }, always(answer, keep(answer, session.id)));
      }),
  };
}

function always<A>(value: A, work: Work): () => Kept<A> {
  return () => ({ value, work });
}

/** Undefined: somebody else decided it first. */
function asked<A>(respond: (ask: Ask) => Kept<A>): (given: GoodAnswer) => Kept<A | undefined> {
  return (given) => (given.to === "ask" ? respond(given.ask) : { value: undefined });
}

/** The rule that denies what a person made of the input; undefined: none does. */
function deniedChange({ session, ask }: FoundAsk, verdict: Verdict): string | undefined {
  if (verdict.behavior !== "allow" || verdict.updatedInput === undefined) return undefined;
  const folder = session.state.asks.find((open) => open.ask.id === ask.id)?.folder;
  const decision = session.rules.decide(ask.toolName, verdict.updatedInput, folder);
  return decision?.effect === "deny" ? decision.by : undefined;
}

type FoundAsk = NonNullable<ReturnType<Sessions["openAsk"]>>;
