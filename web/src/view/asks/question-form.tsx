import { useRef, useState } from "preact/hooks";
import { Verdict } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { isFields, parseJson } from "../../model/content.ts";
import {
  answerOf,
  choose,
  firstProblem,
  type Given,
  nothingGiven,
  type Problem,
  writeOther,
} from "../../model/question-answers.ts";
import { useApp } from "../app-context.ts";
import { useEscape } from "../keys/use-escape.ts";
import { useKeys } from "../keys/use-keys.ts";
import type { AskFormProps } from "./ask-card.tsx";
import { DecisionBar, type DecisionButton } from "./decision-bar.tsx";
import { type Denial, DenyForm } from "./deny-form.tsx";
import { FieldsView } from "./fields-view.tsx";
import { QuestionField } from "./question-field.tsx";
import { ScrollBox } from "./scroll-box.tsx";
import { useArmed } from "./use-armed.ts";
import { useVerdict } from "./use-verdict.ts";

/** What somebody is doing with the questions. */
type Doing =
  | { readonly at: "answering"; readonly problem?: Problem }
  | { readonly at: "declining"; readonly denial: Denial };

/** All questions of an ask: single and multiple choice, and words of one's own; checked before they are sent. */
export function QuestionForm({ ask, tools }: AskFormProps) {
  const { client } = useApp();
  const { questions, id: askId, digest } = ask;
  const [given, setGiven] = useState<readonly Given[]>(questions.map(() => nothingGiven));
  const [doing, set] = useState<Doing>({ at: "answering" });
  const form = useRef<HTMLDivElement>(null);
  const { isSent, send } = useVerdict(ask);
  const armed = useArmed(`${askId} ${doing.at}`);
  const [current, setCurrent] = useState(0);

  const give = (at: number, one: Given): void => {
    setGiven(given.map((before, n) => (n === at ? one : before)));
    set({ at: "answering" });
  };
  const answer = (): void => {
    const problem = firstProblem(questions, given);
    if (problem !== undefined) {
      set({ at: "answering", problem });
      setCurrent(problem.at);
      form.current?.querySelectorAll("fieldset.question")[problem.at]?.querySelector("input")?.focus();
      return;
    }
    const answers = Object.fromEntries(
      questions.map((item, at) => [item.question, answerOf(item, given[at] ?? nothingGiven)]),
    );
    void send(() => client.conversation.answerQuestion({ askId, answers }), "Answered.");
  };
  const skip = (): void => void send(() => client.conversation.answerQuestion({ askId, decline: true }), "Declined.");
  const decline = ({ reason, stops }: Denial): void => {
    const request = { askId, digest, verdict: Verdict.DENY, message: stops ? "" : reason.trim(), interrupt: stops };
    void send(
      () => client.conversation.answerAsk(request),
      stops ? "Declined, and the turn was stopped." : "Declined.",
    );
  };
  const back = (): void => set({ at: "answering" });
  const sayWhy = (): void => set({ at: "declining", denial: { reason: "", stops: false } });
  const [left, right]: readonly [DecisionButton, DecisionButton] =
    doing.at === "answering"
      ? [
          { word: "Decline", tone: "deny", act: skip },
          { word: "Answer", tone: "allow", act: answer },
        ]
      : [
          {
            word: doing.denial.stops ? "Decline and stop" : "Decline",
            tone: "deny",
            act: () => decline(doing.denial),
          },
          { word: "Back", tone: "plain", act: back },
        ];
  const press = ({ act }: DecisionButton): void => void (!armed.isArmed || isSent || act());
  const step = (by: number): void => setCurrent(Math.min(Math.max(0, current + by), questions.length - 1));
  const pick = (key: number): void => {
    const item = questions[current];
    if (item === undefined || isSent) return;
    const label = item.options[key]?.label;
    const before = given[current] ?? nothingGiven;
    if (label !== undefined) {
      give(current, choose(item, before, label));
      if (!item.multiSelect) step(1);
    } else if (key === item.options.length) give(current, writeOther(item, before, ""));
  };
  useKeys([
    { key: "a", does: "answer", act: () => void (doing.at === "answering" && press(right)) },
    { key: "d", does: "decline", act: () => press(left) },
    { key: "r", does: "decline with a reason", act: () => void (isSent || sayWhy()) },
    ...Array.from({ length: 9 }, (_, at) => ({
      key: String(at + 1),
      shown: at === 0 ? "1–9" : "",
      does: "choose an answer",
      act: () => pick(at),
    })),
    ...(questions.length < 2
      ? []
      : [
          { key: "ArrowDown", does: "next question", act: () => step(1) },
          { key: "ArrowUp", does: "previous question", act: () => step(-1) },
        ]),
  ]);
  useEscape(doing.at === "declining" ? back : undefined);
  return (
    <div class="ask-form" ref={form}>
      <ScrollBox label="Questions">
        {questions.map((item, at) => (
          <QuestionField
            key={item.question}
            item={item}
            name={`question-${at}`}
            given={given[at] ?? nothingGiven}
            give={(one) => give(at, one)}
            isCurrent={at === current}
            enter={() => setCurrent(at)}
            problem={doing.at === "answering" && doing.problem?.at === at ? doing.problem.text : undefined}
          />
        ))}
        {questions.length === 0 && <FieldsView fields={fieldsOf(ask.inputJson)} />}
      </ScrollBox>
      {doing.at === "declining" && (
        <DenyForm denial={doing.denial} change={(denial) => set({ at: "declining", denial })} />
      )}
      <DecisionBar
        armed={armed}
        isSent={isSent}
        left={left}
        right={right}
        tools={
          <>
            {tools}
            <button
              type="button"
              class="ask-tool"
              aria-pressed={doing.at === "declining"}
              onClick={doing.at === "declining" ? back : sayWhy}
            >
              Decline with a reason
            </button>
          </>
        }
      />
    </div>
  );
}

function fieldsOf(json: string) {
  const input = parseJson(json);
  return isFields(input) ? input : { input: json };
}
