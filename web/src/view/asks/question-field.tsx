import type { QuestionItem } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { choose, type Given, writeOther } from "../../model/question-answers.ts";
import { visible } from "../text/visible.ts";

interface QuestionFieldProps {
  readonly item: QuestionItem;
  readonly name: string;
  readonly given: Given;
  readonly give: (given: Given) => void;
  /** The number keys are for this one. */
  readonly isCurrent: boolean;
  readonly enter: () => void;
  readonly problem: string | undefined;
}

/** One question: its options, and words of one's own. */
export function QuestionField({ item, name, given, give, isCurrent, enter, problem }: QuestionFieldProps) {
  const { question, header, multiSelect, options } = item;
  const type = multiSelect ? "checkbox" : "radio";
  const isOther = given.other !== undefined;
  return (
    <fieldset
      class="question"
      data-current={isCurrent}
      onFocusIn={enter}
      aria-describedby={problem === undefined ? undefined : `${name}-problem`}
    >
      <legend>
        {header !== "" && <span class="label">{visible(header)}</span>} {visible(question)}
        {multiSelect && <span class="label"> Select all that apply.</span>}
      </legend>
      {options.map(({ label, description, preview }, at) => (
        <label class="option" key={label} data-chosen={given.chosen.includes(label)}>
          <input
            type={type}
            name={name}
            checked={given.chosen.includes(label)}
            onChange={() => give(choose(item, given, label))}
          />
          <span class="option-text">
            {visible(label)}
            {description !== "" && <span class="quiet"> {visible(description)}</span>}
            {preview !== "" && <Preview text={preview} />}
          </span>
          <NumberKey isShown={isCurrent} at={at} />
        </label>
      ))}
      <label class="option" data-chosen={isOther}>
        <input
          type={type}
          name={name}
          checked={isOther}
          onChange={({ currentTarget }) => give(writeOther(item, given, currentTarget.checked ? "" : undefined))}
        />
        <span class="option-text">Something else</span>
        <NumberKey isShown={isCurrent} at={options.length} />
      </label>
      {isOther && (
        <textarea
          class="reason"
          placeholder="In your own words"
          aria-label={`Your own answer to: ${question}`}
          value={given.other}
          ref={(element) => {
            if (element !== null && element.dataset.focused === undefined) {
              element.dataset.focused = "true";
              element.focus({ preventScroll: true });
            }
          }}
          onInput={({ currentTarget }) => give(writeOther(item, given, currentTarget.value))}
        />
      )}
      {problem !== undefined && (
        <p class="outcome" id={`${name}-problem`} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function Preview({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <pre class="preview" tabIndex={0}>
      {visible(text)}
    </pre>
  );
}

function NumberKey({ isShown, at }: { readonly isShown: boolean; readonly at: number }) {
  return isShown && at < 9 ? (
    <span class="option-key" aria-hidden="true">
      <kbd>{at + 1}</kbd>
    </span>
  ) : null;
}
