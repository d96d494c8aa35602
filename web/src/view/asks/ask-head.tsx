import { type Ask, AskKind } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { useApp } from "../app-context.ts";
import { Link } from "../link.tsx";
import { agentName } from "../text/agent-name.ts";
import { moment } from "../text/clock.ts";
import { duration } from "../text/duration.ts";
import { visible } from "../text/visible.ts";
import { useClock } from "../use-clock.ts";
import { WaitNote } from "./wait-mark.tsx";

interface AskHeadProps {
  readonly ask: Ask;
  readonly more: number;
  /** Its session is what stands around it. */
  readonly isInSession: boolean;
}

/** Who wants what, where, for how long already, and for how long still. */
export function AskHead({ ask, more, isInSession }: AskHeadProps) {
  const { sessions } = useApp();
  const session = sessions.get(ask.sessionId);
  return (
    <header class="ask-head">
      <h2 id="ask-title">
        {ask.kind === AskKind.QUESTION ? "The agent has a question" : `Allow ${visible(ask.toolName)}?`}
        {more > 0 && <span class="quiet ask-count"> {more} more after this</span>}
      </h2>
      <p class="session-facts">
        {!isInSession && <Link to={{ view: "session", id: ask.sessionId }}>{session?.title || "Untitled"}</Link>}
        <span class="ask-folder">
          <bdi>{visible(session?.cwd ?? "")}</bdi>
        </span>
        <span>
          {session !== undefined && agentName(session.agent)}
          {ask.agentId !== "" && " (sub-agent)"}
        </span>
        <Times ask={ask} />
        {ask.kind === AskKind.PERMISSION && <Link to={{ view: "rules", part: "why", of: `ask-${ask.id}` }}>Why?</Link>}
      </p>
      <WaitNote ask={ask} />
    </header>
  );
}

const soonMs = 60_000;

/** Counts every second for who sees it; who listens is told the times, and once that there is little left. */
function Times({ ask }: { readonly ask: Ask }) {
  const now = useClock();
  const since = Number(ask.createdMs);
  const until = Number(ask.deadlineMs);
  const leftMs = until - now;
  const end = ask.kind === AskKind.QUESTION ? "declined" : "denied";
  return (
    <>
      <span class="ask-time" aria-hidden="true">
        waiting {duration(Math.max(1000, now - since))}
      </span>
      <span class="unseen">waiting since {moment(since)}</span>
      {until > 0 && (
        <>
          <span class="ask-time ask-deadline" data-soon={leftMs < soonMs} aria-hidden="true">
            {leftMs > 0 ? `${end} in ${duration(Math.max(1000, leftMs))} if nobody answers` : `${end}: nobody answered`}
          </span>
          <span class="unseen">
            {end} at {moment(until)} if nobody answers
          </span>
          <span class="unseen" role="status">
            {leftMs > 0 && leftMs < soonMs && "Less than a minute left to answer."}
          </span>
        </>
      )}
    </>
  );
}
