import { useState } from "preact/hooks";
import type { DiffLine, FileChange } from "../../model/file-change.ts";
import { visible } from "../text/visible.ts";

const spoken: { readonly [K in DiffLine["kind"]]: string } = {
  same: "",
  added: "added: ",
  removed: "removed: ",
  note: "",
};

interface Props {
  readonly change: FileChange;
  /** More lines are shown when somebody wants them. Without it: all of them. */
  readonly firstLines?: number | undefined;
}

export function DiffView({ change, firstLines = Number.POSITIVE_INFINITY }: Props) {
  const [most, show] = useState(firstLines);
  const count = change.hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  let left = most;
  return (
    <figure class="diff">
      <figcaption>{visible(change.path)}</figcaption>
      {change.hunks.map(({ line, lines }) => {
        const shown = lines.slice(0, Math.max(0, left));
        left -= lines.length;
        return (
          shown.length > 0 && (
            <pre>
              {line !== undefined && <span class="diff-place">from line {line}</span>}
              {shown.map(({ kind, text }) => (
                <span class="diff-line" data-kind={kind}>
                  {spoken[kind] !== "" && <span class="unseen">{spoken[kind]}</span>}
                  {visible(text)}
                  {"\n"}
                </span>
              ))}
            </pre>
          )
        );
      })}
      {count > most && (
        <button type="button" class="text-button" onClick={() => show(most * 10)}>
          Show more ({count - most} lines left)
        </button>
      )}
    </figure>
  );
}
