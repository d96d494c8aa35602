import type { DescMethod, DescService, MessageShape } from "@bufbuild/protobuf";
import type { ConversationService } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { SessionService } from "../../api/gen/bridle/v1/session_service_pb.js";
import type { Caller } from "../access/caller.ts";

/** The unary calls of a service, by their names. */
export type Unary<S extends DescService> = {
  readonly [M in keyof S["method"] as S["method"][M] extends { methodKind: "unary" }
    ? M
    : never]: S["method"][M] extends DescMethod
    ? (
        request: MessageShape<S["method"][M]["input"]>,
        caller: Caller,
      ) => Promise<MessageShape<S["method"][M]["output"]>>
    : never;
};

/**
 * Every unary call about sessions. They reject with a `BridleError`; a changing
 * call has its effect once, however often its `callId` comes.
 */
export type SessionCalls = Unary<typeof SessionService> & Omit<Unary<typeof ConversationService>, "updateWatch">;
