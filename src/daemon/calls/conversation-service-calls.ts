import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { SessionService } from "../../api/gen/bridle/v1/session_service_pb.js";
import { BridleError } from "../../errors.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import { checkText } from "../session/check-text.ts";
import type { Delivery } from "../session/prompt-desk.ts";
import { readPrompt } from "../session/read-prompt.ts";
import type { Sessions } from "../session/sessions.ts";
import { agentInfoCalls } from "./agent-info-calls.ts";
import { askCalls, decidedAsk } from "./ask-calls.ts";
import { checkMode } from "./check-mode.ts";
import { mcpServerCalls } from "./mcp-server-calls.ts";
import { checkModeAsleep } from "./modes-of-session.ts";
import { readVerdict } from "./read-verdict.ts";
import { stored } from "./session-service-calls.ts";

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
    sendPrompt: (request, { name }) =>
      book.once(method.sendPrompt, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const content = readPrompt(request.prompt);
        const { seq, ...place } = session.send(content, name, deliveries[request.delivery] ?? "auto");
        const answer = create(pb.SendPromptResponseSchema, { ...place, seq: BigInt(seq) });
        return stored(session, keep(answer, session.id), answer);
      }),

    cancelPrompt: (request) =>
      book.once(method.cancelPrompt, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        session.cancelPrompt(request.promptId);
        const answer = create(pb.CancelPromptResponseSchema);
        return stored(session, keep(answer, session.id), answer);
      }),

    interrupt: (request) =>
      book.once(method.interrupt, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const { interrupted, done } = session.interrupt(request.cancelQueued);
        const answer = create(pb.InterruptResponseSchema, { interrupted });
        // A refusal before it is awaited is not left alone.
        const settled = done.then(
          () => undefined,
          (error: unknown) => error,
        );
        await stored(session, keep(answer, session.id), answer);
        const error = await settled;
        if (error !== undefined) throw error;
        return answer;
      }),

    answerAsk: (request, { name }) =>
      book.once(method.answerAsk, request, async (keep) => {
        const found = sessions.openAsk(request.askId);
        if (found === undefined)
          return create(pb.AnswerAskResponseSchema, { won: false, ask: await decidedAsk(sessions, request.askId) });
        const { session, ask } = found;
        if (request.digest !== "" && request.digest !== ask.digest)
          throw new BridleError("conflict", "the ask is about another input than you saw; look at it again", {
            what: `ask ${ask.id}`,
          });
        const decided = session.decide(ask, readVerdict(request), name);
        const answer = create(pb.AnswerAskResponseSchema, { won: true, ask: decided });
        return stored(session, keep(answer, session.id), answer);
      }),

    answerQuestion: (request, { name }) =>
      book.once(method.answerQuestion, request, async (keep) => {
        const found = sessions.openAsk(request.askId);
        if (found === undefined)
          return create(pb.AnswerQuestionResponseSchema, {
            won: false,
            ask: await decidedAsk(sessions, request.askId),
          });
        const { session, ask } = found;
        const decided = session.answerQuestion(ask, request.decline ? undefined : request.answers, name);
        const answer = create(pb.AnswerQuestionResponseSchema, { won: true, ask: decided });
        return stored(session, keep(answer, session.id), answer);
      }),

    ...askCalls(sessions),
    ...agentInfoCalls(sessions),
    ...mcpServerCalls(sessions, book),

    setModel: (request) =>
      book.once(method.setModel, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkText("model", request.model);
        await session.configure({ model: request.model });
        const answer = create(pb.SetModelResponseSchema);
        return stored(session, keep(answer, session.id), answer);
      }),

    setPermissionMode: (request) =>
      book.once(method.setPermissionMode, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkMode(request.mode);
        await checkModeAsleep(session, request.mode, sessions.deps);
        await session.configure({ permissionMode: request.mode });
        const answer = create(pb.SetPermissionModeResponseSchema);
        return stored(session, keep(answer, session.id), answer);
      }),
  };
}
