import { useEffect, useRef, useState } from "preact/hooks";
import { findRows } from "../../model/find.ts";
import type { Rows } from "../../model/row.ts";

interface Props {
  readonly rows: Rows;
  readonly goTo: (index: number) => void;
  readonly close: () => void;
}

/** A find over all of a session: the browser's own sees only what is on the screen. */
export function FindBar({ rows, goTo, close }: Props) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  // Looked through once for each text, not for each row that comes.
  const [found, setFound] = useState<readonly number[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const now = findRows(rows.all, text);
      setFound(now);
      step(now, now.length - 1);
    }, 150);
    return () => clearTimeout(timer);
  }, [text]);

  const step = (among: readonly number[], to: number): void => {
    const next = among.length === 0 ? 0 : (to + among.length) % among.length;
    setAt(next);
    const index = among[next];
    if (index !== undefined) goTo(index);
  };
  return (
    <search class="find">
      <input
        ref={field}
        type="search"
        class="search"
        placeholder="Find in this session"
        aria-label="Find in this session"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key, shiftKey }) => {
          if (key === "Escape") close();
          if (key === "Enter") step(found, at + (shiftKey ? 1 : -1));
        }}
      />
      <span class="quiet" role="status">
        {text !== "" && (found.length === 0 ? "nothing" : `${at + 1} of ${found.length}`)}
      </span>
      <button type="button" aria-label="Earlier" onClick={() => step(found, at - 1)}>
        ↑
      </button>
      <button type="button" aria-label="Later" onClick={() => step(found, at + 1)}>
        ↓
      </button>
      <button type="button" aria-label="Close the find" onClick={close}>
        ×
      </button>
    </search>
  );
}
