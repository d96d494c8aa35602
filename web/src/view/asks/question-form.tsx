import { useState } from "preact/hooks";
import type { Ask, QuestionItem } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { useApp } from "../app-context.ts";
import { useArmed } from "./use-armed.ts";

interface Props {
  readonly ask: Ask;
  readonly tell: (outcome: string) => void;
}

interface Given {
  readonly chosen: readonly string[];
  readonly text: string;
}

const nothing: Given = { chosen: [], text: "" };

/** All questions of an ask at once: single and multiple choice, and words of one's own. */
export function QuestionForm({ ask, tell }: Props) {
  const { client, asks } = useApp();
  const [given, give] = useState<{ readonly [question: string]: Given }>({});
  const [isSent, setSent] = useState(false);
  const armed = useArmed(ask.id);
  const answers = Object.fromEntries(
    ask.questions.map(({ question }) => [question, answerOf(given[question] ?? nothing)] as const),
  );
  const isWhole = Object.values(answers).every((answer) => answer !== "");

  const send = async (decline: boolean): Promise<void> => {
    setSent(true);
    try {
      const request = decline ? { askId: ask.id, decline } : { askId: ask.id, answers };
      const { won, ask: now } = await client.conversation.answerQuestion(request);
      tell(won ? "" : `Somebody was faster: ${now?.decidedBy ?? "it is answered"}.`);
      asks.remove(ask.id);
    } catch (error) {
      setSent(false);
      tell(error instanceof Error ? error.message : String(error));
    }
  };
  const isDead = !armed.isArmed || isSent;
  return (
    <>
      <div class="ask-body">
        {ask.questions.map((item) => (
          <QuestionField
            key={item.question}
            item={item}
            given={given[item.question] ?? nothing}
            give={(one) => give({ ...given, [item.question]: one })}
          />
        ))}
      </div>
      <div class="buttons" data-armed={!isDead} onPointerDown={armed.onPointerDown}>
        <div class="button-row">
          <button
            type="button"
            class="deny"
            aria-disabled={isDead}
            onClick={(event) => armed.act(event, () => void send(true))}
          >
            Do not answer
          </button>
          <button
            type="button"
            class="allow"
            aria-disabled={isDead || !isWhole}
            onClick={(event) => armed.act(event, () => void (isWhole && send(false)))}
          >
            Answer
          </button>
        </div>
      </div>
    </>
  );
}

interface FieldProps {
  readonly item: QuestionItem;
  readonly given: Given;
  readonly give: (given: Given) => void;
}

function QuestionField({ item, given, give }: FieldProps) {
  const { question, header, multiSelect, options } = item;
  const toggle = (label: string, isOn: boolean): void => {
    const others = multiSelect ? given.chosen.filter((one) => one !== label) : [];
    give({ chosen: isOn ? [...others, label] : others, text: multiSelect ? given.text : "" });
  };
  return (
    <fieldset class="question">
      <legend>
        {header !== "" && <span class="label">{header}</span>} {question}
      </legend>
      {options.map(({ label, description }) => (
        <label class="option" key={label}>
          <input
            type={multiSelect ? "checkbox" : "radio"}
            name={question}
            checked={given.chosen.includes(label)}
            onChange={({ currentTarget }) => toggle(label, currentTarget.checked)}
          />
          <span>
            {label}
            {description !== "" && <span class="quiet"> {description}</span>}
          </span>
        </label>
      ))}
      <input
        type="text"
        class="reason"
        placeholder="Something else"
        aria-label={`Another answer to: ${question}`}
        value={given.text}
        onInput={({ currentTarget }) => give({ chosen: multiSelect ? given.chosen : [], text: currentTarget.value })}
      />
    </fieldset>
  );
}

function answerOf({ chosen, text }: Given): string {
  return [...chosen, text.trim()].filter((part) => part !== "").join(", ");
}
