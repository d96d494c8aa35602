import { randomUUID } from "node:crypto";
import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { Delivery } from "../core/session-state.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import { readPrompt } from "../session/read-prompt.ts";
import type { Sessions } from "../session/sessions.ts";
import type { GoodAnswer } from "../session/waiting-calls.ts";
import { always } from "./always.ts";

type PromptCalls = Pick<SessionCalls, "sendPrompt" | "cancelPrompt" | "interrupt">;

const deliveries: { readonly [D in pb.Delivery]: Delivery } = {
  [pb.Delivery.UNSPECIFIED]: "auto",
  [pb.Delivery.QUEUE]: "queue",
  [pb.Delivery.INJECT]: "inject",
};

/** The calls that begin a turn and end it. */
export function promptCalls(sessions: Sessions, book: CallBook): PromptCalls {
  const { method } = pb.ConversationService;
  return {
    sendPrompt: (request, { name: sender }) =>
      book.once(method.sendPrompt, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const content = readPrompt(request.prompt);
        const delivery = deliveries[request.delivery] ?? "auto";
        return session.call({ type: "prompt", promptId: randomUUID(), content, sender, delivery }, (given, seq) => {
          const { to: _, ...accepted } = given as Extract<GoodAnswer, { to: "prompt" }>;
          const value = create(pb.SendPromptResponseSchema, { ...accepted, seq: BigInt(seq) });
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
  };
}
