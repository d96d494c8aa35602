import { hunksOf } from "../../model/file-change.ts";
import type { Draft, Drafted, DraftField } from "../../model/input-draft.ts";
import { pretty } from "../../model/input-draft.ts";
import type { Fields } from "../../model/row.ts";
import { DiffView } from "../tool/diff-view.tsx";

interface InputEditorProps {
  readonly input: Fields;
  readonly draft: Draft;
  readonly drafted: Drafted;
  readonly edit: (draft: Draft) => void;
}

/** What the tool would be given, to be changed before it is allowed; below it, what is different. */
export function InputEditor({ input, draft, drafted, edit }: InputEditorProps) {
  return (
    <>
      {draft.map((field, at) => (
        <Field
          key={field.name ?? ""}
          field={field}
          isFirst={at === 0}
          problem={!drafted.ok && drafted.field === field.name ? drafted.problem : undefined}
          change={(text) => edit(draft.map((one) => (one === field ? { ...field, text } : one)))}
        />
      ))}
      {drafted.ok && <Difference before={input} after={drafted.input} />}
    </>
  );
}

interface FieldProps {
  readonly field: DraftField;
  readonly isFirst: boolean;
  readonly problem: string | undefined;
  readonly change: (text: string) => void;
}

function Field({ field: { name, kind, text }, isFirst, problem, change }: FieldProps) {
  const id = `edit-${name ?? "input"}`;
  return (
    <div class="edit-field">
      <label class="label" for={id}>
        {name ?? "The whole input"} {kind === "json" && "(JSON)"}
      </label>
      <textarea
        id={id}
        class="edit-text"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        ref={(element) => {
          if (isFirst && element !== null && element.dataset.focused === undefined) {
            element.dataset.focused = "true";
            element.focus({ preventScroll: true });
          }
        }}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      {problem !== undefined && (
        <p class="outcome" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

function Difference({ before, after }: { readonly before: Fields; readonly after: Fields }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => pretty(before[name]) !== pretty(after[name]),
  );
  if (names.length === 0) return <p class="quiet">Not changed yet.</p>;
  return (
    <section class="edit-difference" aria-label="Your change">
      <p class="label">Your change</p>
      {names.map((name) => {
        const hunks = hunksOf(pretty(before[name]) ?? "", pretty(after[name]) ?? "").map(({ lines }) => ({ lines }));
        const seen = hunks.map(({ lines }) => ({ lines: lines.filter(({ kind }) => kind !== "note") }));
        return <DiffView key={name} change={{ path: name, hunks: seen, isWhole: false, rest: {} }} />;
      })}
    </section>
  );
}
