import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Delivery, type Event, SessionState } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/twin/twin-script.ts";
import { eventually } from "../support/eventually.ts";
import { eventsUntil, isTurnEnd, textOf } from "../support/session-events.ts";
import { type StartOptions, startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession, reaches } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

const gated = join(import.meta.dirname, "..", "..", "agents", "gated.mjs");
const gatedAgent = { command: process.execPath, args: [gated], version: "2.1.325" };
/** All that `count NAME` makes a gated agent say. */
export const counted = Array.from({ length: 60 }, (_, n) => `${n} `).join("");
/** What the session with a long turn says. */
export const longText = Array.from({ length: 600 }, (_, n) => `${String(n).padStart(3, "0")} `).join("");

/** Of a daemon that is about to be killed, by what each of its sessions is at. */
export interface SessionsOfBefore {
  /** Said a third of its turn, and waits for the file `turn.1`. */
  readonly running: string;
  /** The same with `queue.1`, and a prompt waits behind its turn. */
  readonly queued: string;
  readonly queuedPrompt: string;
  readonly asking: string;
  /** Its turn goes on for a minute. */
  readonly long: string;
  readonly idle: string;
  readonly asleep: string;
  /** Its agent answers `initialize` when the file `ready` is there; a prompt waits for it. */
  readonly starting: string;
}

/** Just as many agents as run at once: the session that is asleep made room for the last. */
const liveAgents = 6;

export function startBefore(dist: string): Promise<TestDaemon> {
  const agents: StartOptions["agents"] = {
    twin: twinAgent(),
    gated: gatedAgent,
    late: { ...gatedAgent, args: [...gatedAgent.args, "--gated"] },
  };
  return startDaemon({ agents, dist, set: [`limits.live_agents=${liveAgents}`] });
}

export async function sessionsOfBefore(daemon: TestDaemon): Promise<SessionsOfBefore> {
  const { client } = daemon;
  const [asleep, idle] = [await rested(daemon), await rested(daemon)];
  const running = await counting(daemon, "turn");
  const queued = await counting(daemon, "queue");
  const behind = { sessionId: queued, prompt: { text: "behind" }, delivery: Delivery.QUEUE };
  const { promptId: queuedPrompt } = await client.conversation.sendPrompt(behind);
  const tools = [{ name: "Bash", input: { command: "touch here" } }];
  const { id: asking } = await createSession(
    daemon,
    twinPrompt({ steps: [{ text: "may I? ", tools }, { text: "I did." }] }),
  );
  await eventsUntil(client, asking, ({ kind }) => kind.case === "permissionRequest", { daemon });
  const slowly = { text: longText, chunks: 600, chunkDelayMs: 100 };
  const { id: long } = await createSession(daemon, twinPrompt({ steps: [slowly] }));
  await eventsUntil(client, long, ({ kind }) => kind.case === "textDelta", { daemon });
  const { id: starting } = await createSession(daemon, "hello", "late");
  await reaches(daemon, asleep, SessionState.IDLE, { live: false });
  await eventually("initialize to reach its agent", () => existsSync(join(daemon.cwd, "asked")));
  return { running, queued, queuedPrompt, asking, long, idle, asleep, starting };
}

/** One that ran a turn. */
async function rested(daemon: TestDaemon): Promise<string> {
  const { id } = await createSession(daemon, "hello");
  await eventsUntil(daemon.client, id, isTurnEnd, { daemon });
  return id;
}

async function counting(daemon: TestDaemon, name: string): Promise<string> {
  const { id } = await createSession(daemon, `count ${name}`, "gated");
  let said = "";
  const isThird = (event: Event): boolean => {
    said += textOf([event]);
    return said.endsWith("19 ");
  };
  await eventsUntil(daemon.client, id, isThird, { daemon });
  return id;
}

/** What gated agents wait for. */
export function open(daemon: TestDaemon, ...names: readonly string[]): void {
  for (const name of names) writeFileSync(join(daemon.cwd, name), "");
}

/** All that is stored of a session by now. */
export async function storedEvents({ client }: TestDaemon, sessionId: string): Promise<Event[]> {
  const { session } = await client.sessions.getSession({ sessionId });
  const last = session?.lastSeq ?? 0n;
  return eventsUntil(client, sessionId, ({ seq }) => seq >= last);
}
