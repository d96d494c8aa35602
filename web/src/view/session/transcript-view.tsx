import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { LiveSession } from "../../live/live-session.ts";
import type { Row } from "../../model/row.ts";
import { type Item, rowOf, visibleRows } from "../../model/visible-rows.ts";
import { FindBar } from "./find-bar.tsx";
import { markFound } from "./find-marks.ts";
import { FoldsContext, foldsOf } from "./folds.ts";
import { ItemView } from "./item-view.tsx";
import { TranscriptFoot } from "./transcript-foot.tsx";
import { useEnd } from "./use-end.ts";

interface TranscriptViewProps {
  readonly live: LiveSession;
  /** The event, or the tool use, that somebody came for. */
  readonly seq: number | undefined;
  readonly tool: string | undefined;
}

/** Only what is seen is in the document, however long it is. */
export function TranscriptView({ live, seq, tool }: TranscriptViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const transcript = live.transcript.value;
  const { rows } = transcript;
  const count = rows.count.value;
  const folds = foldsOf(transcript);
  const items = visibleRows(rows, folds.unfoldedAgents.value);
  const end = useEnd(scroller, (seq ?? tool) === undefined);
  const [isFinding, find] = useState(false);
  const [target, setTarget] = useState<{ readonly row: Row }>();
  const goTo = (row: Row): void => {
    end.leave();
    folds.reveal(row);
    setTarget({ row });
  };

  useLayoutEffect(end.stay, [count]);
  // Where it is in the list is known when what it is in is unfolded.
  useEffect(() => {
    const index = target === undefined ? -1 : items.indexOf(target.row);
    if (index >= 0) list.current?.scrollToIndex(index, { align: "center" });
  }, [target]);
  // Of a long session the event may come much later than the first ones.
  const isThere = seq !== undefined && transcript.lastSeq.value >= seq;
  const used = tool === undefined ? undefined : transcript.tool(tool);
  useEffect(() => {
    const row = isThere ? rowOf(rows, seq) : used;
    if (row !== undefined) goTo(row);
  }, [seq, isThere, used]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "f" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      find(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const stopMarks = useRef<() => void>(() => {});
  const mark = (text: string): void => {
    stopMarks.current();
    if (scroller.current !== null) stopMarks.current = markFound(scroller.current, text);
  };

  return (
    <FoldsContext.Provider value={folds}>
      {isFinding && <FindBar rows={rows} goTo={goTo} mark={mark} close={() => find(false)} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <div class="transcript" role="log" aria-label="Conversation" aria-live="off" tabIndex={0} ref={scroller}>
        <div>
          <Virtualizer ref={list} scrollRef={scroller} data={items as Item[]} bufferSize={400} itemSize={48}>
            {(item: Item, index: number) => (
              <ItemView
                key={item.id}
                item={item}
                before={items[index - 1]}
                isCurrent={item.seq === seq || item === target?.row}
                sessionId={live.id}
              />
            )}
          </Virtualizer>
        </div>
      </div>
      <TranscriptFoot live={live} end={end} goTo={goTo} find={() => find(true)} />
    </FoldsContext.Provider>
  );
}
