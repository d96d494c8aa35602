import { useState } from "preact/hooks";
import type { Ask } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { Verdict } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { answerOf, type Given, nothingGiven } from "../../model/question-answers.ts";
import { useApp } from "../app-context.ts";
import type { Denial } from "./deny-form.tsx";
import { useVerdict } from "./use-verdict.ts";

interface QuestionAnswers {
  readonly given: readonly Given[];
  readonly give: (at: number, one: Given) => void;
  readonly isSent: boolean;
  /** What is given, for all questions. */
  readonly answer: () => void;
  /** No answer, without a word. */
  readonly skip: () => void;
  readonly decline: (denial: Denial) => void;
}

/** What a person has answered so far, and sends it. */
export function useQuestionAnswers(ask: Ask): QuestionAnswers {
  const { client } = useApp();
  const { questions, id: askId, digest } = ask;
  const [given, setGiven] = useState<readonly Given[]>(questions.map(() => nothingGiven));
  const { isSent, send } = useVerdict(ask);
  return {
    given,
    give: (at, one) => setGiven(given.map((before, n) => (n === at ? one : before))),
    isSent,
    answer: () => {
      const answers = Object.fromEntries(
        questions.map((item, at) => [item.question, answerOf(item, given[at] ?? nothingGiven)]),
      );
      void send(() => client.conversation.answerQuestion({ askId, answers }), "Answered.");
    },
    skip: () => void send(() => client.conversation.answerQuestion({ askId, decline: true }), "Declined."),
    decline: ({ reason, stops }) => {
      const request = { askId, digest, verdict: Verdict.DENY, message: stops ? "" : reason.trim(), interrupt: stops };
      const done = stops ? "Declined, and the turn was stopped." : "Declined.";
      void send(() => client.conversation.answerAsk(request), done);
    },
  };
}
