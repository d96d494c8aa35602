import type { LiveSession } from "../../live/live-session.ts";
import { useInterruptWords } from "../composer/interrupt-button.tsx";
import { count } from "../text/count.ts";
import { duration } from "../text/duration.ts";
import { useClock } from "../use-clock.ts";

/** What the agent does now and since when. Who listens is told only when it begins and ends. */
export function ActivityLine({ live }: { readonly live: LiveSession }) {
  const transcript = live.transcript.value;
  const activity = transcript.activity.value;
  const asking = transcript.asking.value.length;
  const written = live.tokens.value.written.value;
  const interruptWords = useInterruptWords(live);
  const isWorking = activity.at === "work";
  const nowMs = useClock(isWorking);
  const state = asking > 0 ? "waiting" : isWorking ? "running" : "idle";
  return (
    <p class="activity">
      {activity.at === "work" && (
        <>
          <span class="dot" data-tone={state} />
          {interruptWords === undefined ? (
            <span class="activity-what">{asking > 0 ? "Waiting for you" : activity.what}</span>
          ) : (
            <strong class="activity-what">{interruptWords}</strong>
          )}
          <span class="quiet">{duration(Math.max(0, Math.floor((nowMs - activity.sinceMs) / 1000) * 1000))}</span>
          {written > 0 && <span class="quiet activity-tokens">{count(written)} tokens</span>}
        </>
      )}
      <span class="unseen" role="status">
        {interruptWords ?? spoken[state]}
      </span>
    </p>
  );
}

const spoken = {
  waiting: "The agent is waiting for you.",
  running: "The agent is working.",
  idle: "The agent is idle.",
};
