import { useKeys } from "../keys/use-keys.ts";

interface QuestionKeys {
  readonly answer: () => void;
  readonly decline: () => void;
  readonly explain: () => void;
  /** An answer of the current question, by its number from 0. */
  readonly pick: (option: number) => void;
  readonly step: (by: number) => void;
  readonly hasSeveral: boolean;
}

/** The keys of questions that wait for an answer. */
export function useQuestionKeys({ answer, decline, explain, pick, step, hasSeveral }: QuestionKeys): void {
  useKeys([
    { key: "a", does: "answer", act: answer },
    { key: "d", does: "decline", act: decline },
    { key: "r", does: "decline with a reason", act: explain },
    ...Array.from({ length: 9 }, (_, at) => ({
      key: String(at + 1),
      shown: at === 0 ? "1–9" : "",
      does: "choose an answer",
      act: () => pick(at),
    })),
    ...(hasSeveral
      ? [
          { key: "ArrowDown", does: "next question", act: () => step(1) },
          { key: "ArrowUp", does: "previous question", act: () => step(-1) },
        ]
      : []),
  ]);
}
