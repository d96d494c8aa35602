import { useEffect, useState } from "preact/hooks";
import type { LiveSession } from "../../live/live-session.ts";
import type { RunningTurn } from "../../model/turn.ts";
import { useKeys } from "../keys/use-keys.ts";
import { duration } from "../text/duration.ts";
import { tokens } from "../text/tokens.ts";
import { visible } from "../text/visible.ts";
import type { Interrupt } from "./use-interrupt.ts";

export interface TurnBarProps {
  readonly live: LiveSession;
  readonly isRunning: boolean;
  /** An ask is open. */
  readonly isWaiting: boolean;
  readonly interrupt: Interrupt;
}

/** What the turn does now, and how it is stopped. It keeps its place when there is none: nothing moves below a finger. */
export function TurnBar({ live, isRunning, isWaiting, interrupt }: TurnBarProps) {
  const turn = live.watch.value.turn.value;
  const waiting = live.transcript.value.queue.value.length;
  const { state, step, now } = interrupt;
  useKeys(isRunning ? [{ key: "Escape", does: "interrupt the turn: twice", act: () => isAlone() && step() }] : []);
  const onClick = (event: MouseEvent): void => {
    // A mouse or a key is where it was put; a thumb may rest.
    const isTouch = (event as PointerEvent).pointerType === "touch";
    if (isTouch) step();
    else now();
  };
  return (
    <div class="turn-bar" data-running={isRunning}>
      {isRunning && (
        <>
          <span class="turn-doing">
            <span class="dot" data-tone={isWaiting ? "waiting" : "running"} />
            {state.at === "none" || state.at === "failed" ? (
              <Doing turn={turn} isWaiting={isWaiting} />
            ) : (
              <strong>{state.at === "armed" ? armedWords(waiting) : "Interrupting …"}</strong>
            )}
          </span>
          <button
            type="button"
            class={state.at === "armed" ? "deny" : "quiet-button"}
            onClick={onClick}
            disabled={state.at === "asked"}
          >
            Interrupt
          </button>
        </>
      )}
      <p class="unseen" role="status">
        {state.at === "armed" ? armedWords(waiting) : state.at === "asked" ? "Interrupting" : ""}
      </p>
      {state.at === "failed" && (
        <p class="outcome" role="alert">
          {state.why}
        </p>
      )}
    </div>
  );
}

function armedWords(waiting: number): string {
  const next =
    waiting === 0
      ? ""
      : waiting === 1
        ? " The prompt that waits goes on."
        : ` The first of ${waiting} prompts that wait goes on.`;
  return `Once more to interrupt.${next}`;
}

/** No dialog or menu is open, which the key would close. */
function isAlone(): boolean {
  return document.querySelector("dialog[open], :popover-open") === null;
}

function Doing({ turn, isWaiting }: { readonly turn: RunningTurn | undefined; readonly isWaiting: boolean }) {
  if (turn === undefined) return <span>Running</span>;
  return (
    <>
      <Elapsed sinceMs={turn.sinceMs} />
      <span class="turn-what">{isWaiting ? "waits for you" : visible(turn.doing)}</span>
      {turn.outputTokens > 0 && <span class="turn-tokens">{tokens(turn.outputTokens)} tokens</span>}
    </>
  );
}

function Elapsed({ sinceMs }: { readonly sinceMs: number }) {
  const [nowMs, tick] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1000));
  return <span class="turn-time">{seconds === 0 ? "0 s" : duration(seconds * 1000)}</span>;
}
