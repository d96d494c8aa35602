import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { LiveSession } from "../../live/live-session.ts";
import type { Row } from "../../model/row.ts";
import { FindBar } from "./find-bar.tsx";
import { RowTools } from "./row-tools.tsx";
import { RowView } from "./row-view.tsx";
import { useEnd } from "./use-end.ts";

/** Only what is seen is in the document, however long it is. */
export function TranscriptView({ live, seq }: { readonly live: LiveSession; readonly seq: number | undefined }) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const { rows } = live.transcript.value;
  const count = rows.count.value;
  const { stay, leave } = useEnd(scroller, seq === undefined);
  const [isFinding, find] = useState(false);
  const goTo = (index: number): void => {
    leave();
    list.current?.scrollToIndex(index, { align: "center" });
  };

  useLayoutEffect(stay, [count]);
  useEffect(() => {
    const index = seq === undefined ? -1 : rows.all.findLastIndex((row) => row.seq <= seq);
    if (index >= 0) goTo(index);
  }, [seq, count > 0]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "f" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      find(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  return (
    <>
      {isFinding && <FindBar rows={rows} goTo={goTo} close={() => find(false)} />}
      <div class="transcript" role="log" aria-label="Conversation" aria-live="off" ref={scroller}>
        <div>
          <Virtualizer ref={list} scrollRef={scroller} data={rows.all} bufferSize={400}>
            {(row: Row) => (
              <div class="row" data-current={row.seq === seq} key={`${row.kind} ${row.seq}`}>
                <RowView row={row} />
                <RowTools row={row} sessionId={live.id} />
              </div>
            )}
          </Virtualizer>
        </div>
      </div>
    </>
  );
}
