import type { Random } from "../fuzz/random.ts";
import { goOn } from "./go-on.ts";
import type { HeldAgent } from "./model-holder.ts";
import type { ModelSession } from "./model-session.ts";
import type { System } from "./system.ts";

/** What may happen next. The numbers say what to exactly; each step has a meaning in every state, if only that nothing happens. */
export interface Step {
  readonly kind: StepKind;
  readonly a: number;
  readonly b: number;
}

type Act = (system: System, a: number, b: number) => void;

const acts = {
  client: (system, a, b) => system.clients.act(sessionId(system, a >> 8), a, b),
  repeat: (system, a) => system.clients.repeat(a),
  vanish: (system) => {
    system.clients.isAway = true;
  },
  "come back": (system) => {
    system.clients.isAway = false;
  },
  agent: (system, a, b) => {
    const agents = [...system.processes.values()].filter(({ canStep }) => canStep);
    const agent = agents[a % Math.max(1, agents.length)];
    for (let n = 1 + (b % 6); n > 0; n -= 1) agent?.step((b >> 4) % 3 !== 0);
  },
  hear: (system, a, b) => {
    const { holder, daemon } = system;
    if (holder === undefined || daemon === undefined) return;
    const agent = heldWithNews(system, a);
    const bytes = sizes[b % sizes.length] ?? 1;
    if (agent !== undefined) holder.tell(agent, daemon, { bytes, isEarly: (b >> 4) % 8 === 0 });
    const session = sessionOf(system, agent);
    // Else it waits: a slow reader.
    if ((b >> 8) % 3 !== 0 && session !== undefined) daemon.read(session);
  },
  read: (system, a) => {
    const session = busySession(system, a);
    if (session !== undefined) system.daemon?.read(session);
  },
  /** A fault of ours in what an agent said. */
  "fail to read": (system, a) => {
    const session = system.daemon?.sessions.get(sessionId(system, a));
    const agentId = session?.link?.id;
    if (agentId === undefined) return;
    session?.link?.stop();
    session?.apply({ type: "unreadable", agentId, where: "somewhere" });
  },
  "hear again": (system, a) => {
    const agents = [...system.processes.values()];
    const agent = agents[a % Math.max(1, agents.length)];
    if (agent === undefined || system.daemon === undefined) return;
    const { id, exit } = agent;
    const held = system.holder?.agents.get(id);
    if (exit !== undefined) system.daemon.exitedAgain(agent, exit);
    if (held?.isAttached && !held.news.includes("started")) system.daemon.started(id);
    if (held?.isAttached) system.daemon.inputReceived(id, Math.floor(held.received / 2));
  },
  send: (system, a) => {
    for (const send of system.daemon?.toHolder.splice(0, 1 + (a % 4)) ?? []) send();
  },
  work: (system, a, b) => {
    const { daemon } = system;
    if (daemon !== undefined)
      daemon.jobs.work(a % Math.max(1, daemon.jobs.length), b % (daemon.jobs.includes("launch") ? 12 : 3) === 0);
  },
  "go on": (system, a, b) => {
    for (let rounds = 1 + (a % 5); rounds > 0; rounds -= 1) goOn(system, b % 5);
  },
  "begin commit": ({ daemon }) => {
    if (daemon?.canCommit) daemon.beginCommit();
  },
  commit: ({ daemon }) => {
    if (daemon?.canCommit) daemon.beginCommit();
    if (daemon?.canFinish) daemon.finishCommit();
  },
  timer: (system, a) => {
    const due = [...(system.daemon?.sessions.values() ?? [])].filter(({ isDue }) => isDue);
    due[a % Math.max(1, due.length)]?.fireTimer();
  },
  time: (system, a, b) => {
    const due = Math.min(...[...(system.daemon?.sessions.values() ?? [])].map(({ dueInMs }) => dueInMs), 5_000);
    system.clock.pass(b % 3 === 0 ? a % 300 : Math.max(0, due) + (a % 40));
  },
  "crash before a commit": (system, a) => {
    if (system.daemon?.canCommit && a % 2 === 0) system.daemon.beginCommit();
    system.crash(a >> 2);
  },
  "crash after a commit": (system, a, b) => {
    if (system.daemon?.canCommit) system.daemon.beginCommit();
    const { daemon } = system;
    if (daemon?.canFinish) daemon.finishCommit(b % (daemon.effectsToCome + 1));
    system.crash(a % 5);
  },
  "start the daemon": (system) => system.startDaemon(),
  "kill an agent": (system, a) => {
    const agents = [...system.processes.values()].filter(({ isAlive }) => isAlive);
    agents[a % Math.max(1, agents.length)]?.kill();
  },
  "kill the holder": (system, a) => system.killHolder(a),
  "start a holder": (system) => system.startHolder(),
  "fill the disk": ({ store }) => {
    store.isFull = true;
  },
  "free the disk": ({ store }) => {
    store.isFull = false;
  },
  "write a rule": (system, a) => {
    system.hasLateRule = a % 3 !== 0;
    // A daemon that ended may not have stored what was decided by it.
    if (!system.hasLateRule) system.checks.calls.permit();
  },
  "set the clock": ({ clock }, a, b) => clock.jump((b % 2 === 0 ? 1 : -1) * (a % 7_200_000)),
} satisfies { readonly [kind: string]: Act };

export type StepKind = keyof typeof acts;

/** Of output that is read at once: the middle of a line, a few lines, all there is. */
const sizes = [1, 40, 200, 700, 3_000, 1_000_000, 1_000_000];

export function take(system: System, { kind, a, b }: Step): void {
  acts[kind](system, a, b);
}

const weights: { readonly [K in StepKind]: number } = {
  client: 16,
  repeat: 2,
  vanish: 0.5,
  "come back": 4,
  agent: 16,
  hear: 16,
  read: 8,
  "hear again": 2,
  "fail to read": 0.2,
  send: 14,
  work: 8,
  "go on": 14,
  "begin commit": 4,
  commit: 14,
  timer: 6,
  time: 3,
  "crash before a commit": 6,
  "crash after a commit": 9,
  "start the daemon": 40,
  "kill an agent": 0.5,
  "kill the holder": 0.7,
  "start a holder": 10,
  "fill the disk": 0.3,
  "free the disk": 6,
  "write a rule": 0.5,
  "set the clock": 0.3,
};

const kinds = Object.keys(weights) as StepKind[];

/** The next step of a random walk, of those that do something. */
export function randomStep(system: System, random: Random): Step {
  const weighed = kinds.map((kind) => (isOpen(system, kind) ? weights[kind] : 0));
  let left = random.next() * weighed.reduce((all, weight) => all + weight, 0);
  let kind: StepKind = "time";
  for (const [n, weight] of weighed.entries()) {
    left -= weight;
    if (weight > 0 && left < 0) {
      kind = kinds[n] ?? "time";
      break;
    }
  }
  return { kind, a: random.below(1 << 30), b: random.below(1 << 30) };
}

const whileDown = new Set<StepKind>([
  ...([
    "agent",
    "time",
    "start the daemon",
    "kill an agent",
    "kill the holder",
    "write a rule",
    "set the clock",
  ] as const),
]);

function canStep({ processes }: System): boolean {
  for (const agent of processes.values()) if (agent.canStep) return true;
  return false;
}

function isOpen(system: System, kind: StepKind): boolean {
  const { daemon, holder, store } = system;
  if (daemon === undefined) return whileDown.has(kind) && (kind !== "agent" || canStep(system));
  switch (kind) {
    case "agent":
      return canStep(system);
    case "hear":
      return heldWithNews(system, 0) !== undefined;
    case "read":
      return busySession(system, 0) !== undefined;
    case "send":
      return daemon.toHolder.length > 0;
    case "work":
      return daemon.jobs.length > 0;
    case "begin commit":
      return daemon.canCommit;
    case "commit":
      return daemon.canCommit || daemon.canFinish;
    case "timer":
      return [...daemon.sessions.values()].some(({ isDue }) => isDue);
    case "start the daemon":
      return false;
    case "start a holder":
      return holder === undefined && daemon.knowsOfHolder;
    case "kill the holder":
      return holder !== undefined;
    case "free the disk":
      return store.isFull;
    case "fill the disk":
      return !store.isFull;
    case "come back":
      return system.clients.isAway;
    default:
      return true;
  }
}

function sessionId({ sessions }: System, n: number): string {
  return sessions[n % sessions.length] ?? "";
}

function heldWithNews({ holder }: System, n: number): HeldAgent | undefined {
  if (holder === undefined) return undefined;
  const held = [...holder.agents.values()].filter((agent) => holder.hasNews(agent));
  return held[n % Math.max(1, held.length)];
}

function sessionOf({ daemon }: System, agent: HeldAgent | undefined): ModelSession | undefined {
  return daemon?.sessions.get(agent?.process.session ?? "");
}

function busySession({ daemon }: System, n: number): ModelSession | undefined {
  const busy = [...(daemon?.sessions.values() ?? [])].filter(({ link }) => link?.isBusy);
  return busy[n % Math.max(1, busy.length)];
}
