import { useRef, useState } from "preact/hooks";
import { isFields, parseJson } from "../../model/content.ts";
import {
  choose,
  firstProblem,
  type Given,
  nothingGiven,
  type Problem,
  writeOther,
} from "../../model/question-answers.ts";
import { useEscape } from "../keys/use-escape.ts";
import type { AskFormProps } from "./ask-card.tsx";
import { AskTool } from "./ask-tool.tsx";
import { DecisionBar, type DecisionButton } from "./decision-bar.tsx";
import { type Denial, DenyForm } from "./deny-form.tsx";
import { FieldsView } from "./fields-view.tsx";
import { QuestionField } from "./question-field.tsx";
import { ScrollBox } from "./scroll-box.tsx";
import { useArmed } from "./use-armed.ts";
import { useQuestionAnswers } from "./use-question-answers.ts";
import { useQuestionKeys } from "./use-question-keys.ts";

/** What somebody is doing with the questions. */
type Doing =
  | { readonly at: "answering"; readonly problem?: Problem }
  | { readonly at: "declining"; readonly denial: Denial };

/** All questions of an ask: single and multiple choice, and words of one's own; checked before they are sent. */
export function QuestionForm({ ask, tools }: AskFormProps) {
  const { questions } = ask;
  const [doing, set] = useState<Doing>({ at: "answering" });
  const [current, setCurrent] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  const answers = useQuestionAnswers(ask);
  const { given, isSent } = answers;
  const armed = useArmed(`${ask.id} ${doing.at}`);

  const give = (at: number, one: Given): void => {
    answers.give(at, one);
    set({ at: "answering" });
  };
  const answer = (): void => {
    const problem = firstProblem(questions, given);
    if (problem === undefined) return answers.answer();
    set({ at: "answering", problem });
    setCurrent(problem.at);
    form.current?.querySelectorAll("fieldset.question")[problem.at]?.querySelector("input")?.focus();
  };
  const back = (): void => set({ at: "answering" });
  const explain = (): void => set({ at: "declining", denial: { reason: "", stops: false } });
  const isDeclining = doing.at === "declining";
  const [left, right]: readonly [DecisionButton, DecisionButton] = isDeclining
    ? [declineButton(doing.denial, answers.decline), { word: "Back", tone: "plain", act: back }]
    : [
        { word: "Decline", tone: "deny", act: answers.skip },
        { word: "Answer", tone: "allow", act: answer },
      ];
  const press = ({ act }: DecisionButton): void => void (!armed.isArmed || isSent || act());
  const step = (by: number): void => setCurrent(Math.min(Math.max(0, current + by), questions.length - 1));
  const pick = (option: number): void => {
    const item = questions[current];
    if (item === undefined || isSent) return;
    const label = item.options[option]?.label;
    const before = given[current] ?? nothingGiven;
    if (label !== undefined) {
      give(current, choose(item, before, label));
      if (!item.multiSelect) step(1);
    } else if (option === item.options.length) give(current, writeOther(item, before, ""));
  };
  useQuestionKeys({
    answer: () => void (isDeclining || press(right)),
    decline: () => press(left),
    explain: () => void (isSent || explain()),
    pick,
    step,
    hasSeveral: questions.length > 1,
  });
  useEscape(isDeclining ? back : undefined);
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
            problem={!isDeclining && doing.problem?.at === at ? doing.problem.text : undefined}
          />
        ))}
        {questions.length === 0 && <FieldsView fields={fieldsOf(ask.inputJson)} />}
      </ScrollBox>
      {isDeclining && <DenyForm denial={doing.denial} change={(denial) => set({ at: "declining", denial })} />}
      <DecisionBar armed={armed} isSent={isSent} left={left} right={right}>
        {tools}
        <AskTool word="Decline with a reason" isOn={isDeclining} toggle={isDeclining ? back : explain} />
      </DecisionBar>
    </div>
  );
}

function declineButton(denial: Denial, decline: (denial: Denial) => void): DecisionButton {
  return { word: denial.stops ? "Decline and stop" : "Decline", tone: "deny", act: () => decline(denial) };
}

function fieldsOf(json: string) {
  const input = parseJson(json);
  return isFields(input) ? input : { input: json };
}
