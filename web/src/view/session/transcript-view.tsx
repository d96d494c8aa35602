import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { LiveSession } from "../../live/live-session.ts";
import type { Row } from "../../model/row.ts";
import { RowView } from "./row-view.tsx";

/** Nearer to the end than this, somebody reads along. */
const nearEndPx = 80;

/** Only what is seen is in the document, however long it is. Stays at the end while somebody is there. */
export function TranscriptView({ live, seq }: { readonly live: LiveSession; readonly seq: number | undefined }) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const isAtEnd = useRef(seq === undefined);
  const { rows } = live.transcript.value;
  const count = rows.count.value;

  useLayoutEffect(() => stayAtEnd(scroller.current, isAtEnd.current), [count]);
  // Rows grow, too: text that is being written, details that somebody opens.
  useEffect(() => {
    const content = scroller.current?.firstElementChild;
    if (content === null || content === undefined) return;
    const observer = new ResizeObserver(() => stayAtEnd(scroller.current, isAtEnd.current));
    observer.observe(content);
    return () => observer.disconnect();
  }, [count > 0]);
  useEffect(() => {
    const index = seq === undefined ? -1 : rows.all.findLastIndex((row) => row.seq <= seq);
    if (index >= 0) list.current?.scrollToIndex(index, { align: "start" });
  }, [seq, count > 0]);

  return (
    <div
      class="transcript"
      role="log"
      aria-label="Conversation"
      aria-live="off"
      ref={scroller}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEndPx;
      }}
    >
      <Virtualizer ref={list} data={rows.all} bufferSize={400}>
        {(row: Row) => (
          <div class="row" key={`${row.kind} ${row.seq}`}>
            <RowView row={row} />
          </div>
        )}
      </Virtualizer>
    </div>
  );
}

function stayAtEnd(scroller: HTMLElement | null, isAtEnd: boolean): void {
  if (isAtEnd && scroller !== null) scroller.scrollTop = scroller.scrollHeight;
}
