import { useEffect, useRef } from "preact/hooks";
import type { Ask } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { useKeys } from "../keys/use-keys.ts";
import { Link } from "../link.tsx";
import { AskCard } from "./ask-card.tsx";
import { AskStepper } from "./ask-stepper.tsx";
import { DecidedAsk } from "./decided-ask.tsx";
import { OutcomeLine } from "./outcome-line.tsx";
import { useDecidedElsewhere } from "./use-decided-elsewhere.ts";
import { useSwipe } from "./use-swipe.ts";

/** All that waits, of all sessions, one after another: by keyboard, and by thumb. */
export function AsksView({ askId }: { readonly askId: string | undefined }) {
  const app = useApp();
  const open = app.asks.open.value;
  const { at, isElsewhere } = useShown(open, askId);
  const ask = open[at];
  useDecidedElsewhere(ask);
  const step = (by: 1 | -1): void => {
    const next = open[(at + by + open.length) % open.length];
    if (next !== undefined && next !== ask) app.go({ view: "asks", askId: next.id }, "replace");
  };
  useKeys([
    { key: "ArrowRight", does: "next one waiting", act: () => step(1) },
    { key: "ArrowLeft", does: "previous one waiting", act: () => step(-1) },
  ]);
  const swipe = useSwipe(step);
  return (
    <section class="asks" aria-label="Waiting for you" {...swipe}>
      <header class="session-head">
        <Link to={{ view: "sessions" }} class="back" label="All sessions">
          ‹
        </Link>
        <h1>Waiting for you</h1>
      </header>
      <OutcomeLine />
      {askId !== undefined && isElsewhere && app.asks.isKnown.value ? (
        <DecidedAsk key={askId} askId={askId} />
      ) : ask === undefined ? (
        app.asks.isKnown.value && <NothingWaits />
      ) : (
        <AskCard ask={ask} more={0} tools={<AskStepper at={at} count={open.length} step={step} />} />
      )}
    </section>
  );
}

/** Behind one that was decided comes the next. `isElsewhere`: the address names one that was not waiting. */
function useShown(
  open: readonly Ask[],
  askId: string | undefined,
): { readonly at: number; readonly isElsewhere: boolean } {
  const app = useApp();
  const last = useRef<{ readonly id: string; readonly at: number }>();
  const found = open.findIndex(({ id }) => id === (askId ?? last.current?.id));
  const wasShown = askId === undefined || last.current?.id === askId;
  const at = found >= 0 ? found : Math.max(0, Math.min(last.current?.at ?? 0, open.length - 1));
  const shown = found >= 0 || wasShown ? open[at] : undefined;
  if (shown !== undefined) last.current = { id: shown.id, at };
  useEffect(() => {
    if (askId !== undefined && shown?.id !== askId && wasShown)
      app.go(shown === undefined ? { view: "asks" } : { view: "asks", askId: shown.id }, "replace");
  });
  return { at: shown === undefined ? -1 : at, isElsewhere: shown === undefined && !wasShown };
}

function NothingWaits() {
  return (
    <Empty icon="check" title="Nothing is waiting for you">
      <p class="quiet">When an agent asks for something, it appears here and in its session.</p>
      <Link to={{ view: "sessions" }}>All sessions</Link>
    </Empty>
  );
}
