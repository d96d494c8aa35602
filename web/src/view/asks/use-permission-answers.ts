import type { Ask } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { Verdict } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import type { Fields } from "../../model/row.ts";
import { useApp } from "../app-context.ts";
import type { Denial } from "./deny-form.tsx";
import { useVerdict } from "./use-verdict.ts";

interface PermissionAnswers {
  readonly isSent: boolean;
  /** `updatesJson`: what is granted beyond this call. `edited`: the input to run with, if it is another one. */
  readonly allow: (updatesJson: readonly string[], edited: Fields | undefined) => void;
  readonly deny: (denial: Denial) => void;
}

/** Sends what a person decided on a tool use. */
export function usePermissionAnswers(ask: Ask): PermissionAnswers {
  const { client } = useApp();
  const { isSent, send } = useVerdict(ask);
  const { id: askId, digest } = ask;
  return {
    isSent,
    allow: (updates, edited) => {
      const updatedInputJson = edited === undefined ? "" : JSON.stringify(edited);
      const request = { askId, digest, verdict: Verdict.ALLOW, updatesJson: [...updates], updatedInputJson };
      const done = edited === undefined ? "Allowed." : "Allowed with your edits.";
      void send(() => client.conversation.answerAsk(request), done);
    },
    deny: ({ reason, stops }) => {
      const request = { askId, digest, verdict: Verdict.DENY, message: stops ? "" : reason.trim(), interrupt: stops };
      void send(() => client.conversation.answerAsk(request), stops ? "Denied, and the turn was stopped." : "Denied.");
    },
  };
}
