import { useEffect, useRef, useState } from "preact/hooks";
import { findRows } from "../../model/find.ts";
import type { Row, Rows } from "../../model/row.ts";
import { Icon } from "../icon.tsx";
import { inSlices } from "./in-slices.ts";

interface Props {
  readonly rows: Rows;
  readonly goTo: (row: Row) => void;
  /** What is looked for: it is marked wherever it is on the screen. */
  readonly mark: (text: string) => void;
  readonly close: () => void;
}

/** A pause in writing before it is looked for; and between two looks at a transcript that grows. */
const writingMs = 150;
const growingMs = 1000;

/** A find over all of a session: the browser's own sees only what is on the screen. */
export function FindBar({ rows, goTo, mark, close }: Props) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly Row[]>([]);
  const [current, setCurrent] = useState<Row>();
  const field = useRef<HTMLInputElement>(null);
  const seen = useRef(rows.all.length);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => () => mark(""), []);

  const choose = (row: Row | undefined): void => {
    setCurrent(row);
    if (row !== undefined) goTo(row);
  };
  useEffect(() => {
    const ending = new AbortController();
    const look = async (isFirst: boolean): Promise<void> => {
      const now = (await inSlices(findRows(rows, text), ending.signal)).filter((row) => row !== undefined);
      if (ending.signal.aborted) return;
      setFound(now);
      // The newest first: that is where somebody is.
      if (isFirst) choose(now.at(-1));
    };
    let timer = setTimeout(() => void look(true), writingMs);
    mark(text);
    const stop = rows.count.subscribe((count) => {
      if (count === seen.current || text === "") return;
      seen.current = count;
      clearTimeout(timer);
      timer = setTimeout(() => void look(false), growingMs);
    });
    return () => {
      ending.abort();
      clearTimeout(timer);
      stop();
    };
  }, [text]);
  const at = current === undefined ? -1 : found.indexOf(current);
  const step = (by: number): void => {
    if (found.length > 0) choose(found[(at + by + found.length) % found.length]);
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
          if (key === "Enter") step(shiftKey ? 1 : -1);
        }}
      />
      <span class="found" role="status">
        {text !== "" && (found.length === 0 ? "No matches" : `${at + 1} of ${found.length}`)}
      </span>
      <button type="button" class="icon-button" aria-label="Earlier" title="Earlier (Enter)" onClick={() => step(-1)}>
        <Icon name="up" />
      </button>
      <button type="button" class="icon-button" aria-label="Later" title="Later (Shift Enter)" onClick={() => step(1)}>
        <Icon name="down" />
      </button>
      <button type="button" class="icon-button" aria-label="Close search" title="Close (Esc)" onClick={close}>
        <Icon name="close" />
      </button>
    </search>
  );
}
