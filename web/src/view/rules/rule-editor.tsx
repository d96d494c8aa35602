import { useEffect, useRef } from "preact/hooks";
import type { Effect, RuleLine, RuleLineChange } from "../../model/rule-lines.ts";
import { Icon } from "../icon.tsx";
import { visible } from "../text/visible.ts";
import { EffectWord } from "./effect-word.tsx";

interface RuleEditorProps {
  readonly lines: readonly RuleLine[];
  readonly change: (change: RuleLineChange) => void;
}

/** The daemon's rules as lines: some struck out, some added. */
export function RuleEditor({ lines, change }: RuleEditorProps) {
  return (
    <fieldset class="rule-editor">
      <legend class="label">The daemon's rules, for a try</legend>
      <ul>
        {lines.map((line) => (
          <li key={line.id} class="rule-line" data-state={line.state}>
            {line.state === "added" ? (
              <AddedLine line={line} change={change} />
            ) : (
              <OwnLine line={line} change={change} />
            )}
          </li>
        ))}
      </ul>
      <button type="button" class="quiet-button add-line" onClick={() => change({ type: "add" })}>
        <Icon name="plus" />
        Add a rule
      </button>
    </fieldset>
  );
}

interface LineProps {
  readonly line: RuleLine;
  readonly change: (change: RuleLineChange) => void;
}

function OwnLine({ line: { id, effect, text, state }, change }: LineProps) {
  const isRemoved = state === "removed";
  const word = isRemoved ? "Put back" : "Take out";
  return (
    <>
      <EffectWord effect={effect} />
      {isRemoved ? (
        <del>
          <code>{visible(text)}</code>
        </del>
      ) : (
        <code>{visible(text)}</code>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={`${word}: ${effect} ${text}`}
        title={word}
        onClick={() => change({ type: "toggle", id })}
      >
        <Icon name={isRemoved ? "undo" : "close"} />
      </button>
    </>
  );
}

function AddedLine({ line: { id, effect, text }, change }: LineProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <select
        aria-label="Effect"
        value={effect}
        onChange={({ currentTarget }) => change({ type: "edit", id, effect: currentTarget.value as Effect })}
      >
        <option>allow</option>
        <option>ask</option>
        <option>deny</option>
      </select>
      <input
        ref={field}
        class="search"
        aria-label="Rule"
        placeholder="Bash(npm run *)"
        value={text}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onInput={({ currentTarget }) => change({ type: "edit", id, text: currentTarget.value })}
      />
      <button
        type="button"
        class="icon-button"
        aria-label={`Remove the line ${text}`}
        title="Remove"
        onClick={() => change({ type: "toggle", id })}
      >
        <Icon name="close" />
      </button>
    </>
  );
}
