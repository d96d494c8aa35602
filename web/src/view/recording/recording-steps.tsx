import { useEffect, useRef, useState } from "preact/hooks";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { type ReadRecording, type RecordedStep, stepsWith } from "../../model/recording.ts";
import { useKeys } from "../keys/use-keys.ts";
import { Code } from "../tool/code.tsx";

interface Props {
  readonly name: string;
  readonly recording: ReadRecording;
}

/** All steps in a list, one of them whole beside it. */
export function RecordingSteps({ name, recording: { steps, unread } }: Props) {
  const [query, setQuery] = useState("");
  const [at, go] = useState(0);
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const shown = stepsWith(steps, query);
  const current = Math.min(at, Math.max(0, shown.length - 1));
  const step = shown[current];
  const move = (by: number): void => go(Math.max(0, Math.min(shown.length - 1, current + by)));
  useKeys([
    { key: "j", does: "next step of the recording", act: () => move(1) },
    { key: "k", does: "previous step", act: () => move(-1) },
  ]);
  useEffect(() => list.current?.scrollToIndex(current, { align: "nearest" }), [current, query]);
  return (
    <section class="recording" aria-label={name}>
      <div class="recording-bar">
        <input
          type="search"
          class="search"
          aria-label="Find in the recording"
          placeholder="Find: can_use_tool, error …"
          value={query}
          onInput={({ currentTarget }) => {
            setQuery(currentTarget.value);
            go(0);
          }}
        />
        <button type="button" aria-label="Previous step" disabled={current === 0} onClick={() => move(-1)}>
          ←
        </button>
        <span class="label" role="status">
          {shown.length === 0 ? "none" : `${current + 1} of ${shown.length}`}
        </span>
        <button type="button" aria-label="Next step" disabled={current >= shown.length - 1} onClick={() => move(1)}>
          →
        </button>
      </div>
      {unread > 0 && <p class="label">{unread} lines are not part of a recording and were skipped.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section class="recording-list" ref={scroller} tabIndex={0} aria-label="Steps">
        <Virtualizer ref={list} scrollRef={scroller} data={[...shown]}>
          {(one: RecordedStep, index: number) => (
            <button
              type="button"
              class="recording-line"
              key={one.number}
              aria-current={index === current}
              data-pair={one.requestId !== undefined && one.requestId === step?.requestId}
              onClick={() => go(index)}
            >
              <span class="recording-time">{(one.t / 1000).toFixed(3)}</span>
              <span>{one.from === "host" ? "host →" : "← agent"}</span>
              <span class="recording-word">{one.word}</span>
            </button>
          )}
        </Virtualizer>
      </section>
      <section class="recording-step" aria-label="The step">
        {step !== undefined && <Code key={step.number} text={step.text} language="json" />}
      </section>
    </section>
  );
}
