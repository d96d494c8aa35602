import type { DiffLine, FileChange } from "../../model/file-change.ts";
import { visible } from "../text/visible.ts";

const marks: { readonly [K in DiffLine["kind"]]: string } = { same: " ", added: "+", removed: "−", note: "⚠" };

export function DiffView({ change }: { readonly change: FileChange }) {
  return (
    <figure class="diff">
      <figcaption>{visible(change.path)}</figcaption>
      {change.hunks.map(({ line, lines }) => (
        <pre>
          {line !== undefined && <span class="diff-place">from line {line}</span>}
          {lines.map(({ kind, text }) => (
            <span class="diff-line" data-kind={kind}>
              <span class="diff-mark">{marks[kind]}</span>
              {visible(text)}
              {"\n"}
            </span>
          ))}
        </pre>
      ))}
    </figure>
  );
}
