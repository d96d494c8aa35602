import assert from "node:assert/strict";
import type { Event, Session } from "../../../src/exports/client.ts";
import { SessionState, TurnOutcome } from "../../../src/exports/client.ts";
import { eventually } from "./eventually.ts";
import { all, eventsUntil } from "./session-events.ts";
import type { TestDaemon } from "./start-daemon.ts";

/** A new session, with a first prompt where one is given. */
export async function createSession(daemon: TestDaemon, text?: string, agent = ""): Promise<Session> {
  const { session } = await daemon.client.sessions.createSession({
    cwd: daemon.cwd,
    agent,
    ...(text !== undefined && { prompt: { text } }),
  });
  assert.ok(session);
  return session;
}

/** Sends a prompt and gives the events from it to the end of its turn. */
export async function ask(daemon: TestDaemon, sessionId: string, text: string): Promise<Event[]> {
  const { promptId, seq } = await daemon.client.conversation.sendPrompt({ sessionId, prompt: { text } });
  return turnOf(daemon, sessionId, promptId, Number(seq) - 1);
}

/** The events up to the end of the turn that answers a prompt. */
export function turnOf(daemon: TestDaemon, sessionId: string, promptId: string, after = 0): Promise<Event[]> {
  const isEnd = ({ kind }: Event) => kind.case === "turnComplete" && kind.value.prompts.includes(promptId);
  return eventsUntil(daemon.client, sessionId, isEnd, { after, what: "the end of the turn", daemon });
}

export function outcomeOf(events: readonly Event[]): string {
  return TurnOutcome[all(events, "turnComplete").at(-1)?.outcome ?? TurnOutcome.UNSPECIFIED];
}

export async function sessionOf(daemon: TestDaemon, sessionId: string): Promise<Session> {
  const { session } = await daemon.client.sessions.getSession({ sessionId });
  assert.ok(session);
  return session;
}

/** Waits until the session is in this state, and asleep or not where that matters. */
export function reaches(
  daemon: TestDaemon,
  sessionId: string,
  state: SessionState,
  { live, ms = 10_000 }: { live?: boolean; ms?: number } = {},
): Promise<Session> {
  return eventually(
    `the session to be ${SessionState[state]}`,
    async () => {
      const session = await sessionOf(daemon, sessionId);
      return session.state === state && (live === undefined || session.live === live) ? session : undefined;
    },
    ms,
  );
}
