import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { LiveSession } from "../../live/live-session.ts";
import type { Row } from "../../model/row.ts";
import { RowView } from "./row-view.tsx";
import { useEnd } from "./use-end.ts";

/** Only what is seen is in the document, however long it is. */
export function TranscriptView({ live, seq }: { readonly live: LiveSession; readonly seq: number | undefined }) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const { rows } = live.transcript.value;
  const count = rows.count.value;
  const { stay } = useEnd(scroller, seq === undefined);

  useLayoutEffect(stay, [count]);
  useEffect(() => {
    const index = seq === undefined ? -1 : rows.all.findLastIndex((row) => row.seq <= seq);
    if (index >= 0) list.current?.scrollToIndex(index, { align: "start" });
  }, [seq, count > 0]);

  return (
    <div class="transcript" role="log" aria-label="Conversation" aria-live="off" ref={scroller}>
      <div>
        <Virtualizer ref={list} scrollRef={scroller} data={rows.all} bufferSize={400}>
          {(row: Row) => (
            <div class="row" key={`${row.kind} ${row.seq}`}>
              <RowView row={row} />
            </div>
          )}
        </Virtualizer>
      </div>
    </div>
  );
}
