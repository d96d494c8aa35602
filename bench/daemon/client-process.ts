// Light clients in a process of their own; told what to do by messages. See `ClientProcess`.
import { connect } from "node:net";
import type { ClientAnswer, ClientOrder } from "./clients.ts";
import { LightClient } from "./light-client.ts";

let clients: LightClient[] = [];
/** Ages of stamped texts as they came, in microseconds. */
let ages: number[] = [];

process.on("message", (order: ClientOrder) => void take(order).then((answer) => process.send?.(answer)));
process.on("disconnect", () => process.exit(0));

async function take(order: ClientOrder): Promise<ClientAnswer> {
  if (order.do === "open") {
    const onMessage = order.stamped ? lookForStamps : undefined;
    clients = order.sessions.map((sessions) => new LightClient(order.socket, sessions, onMessage));
    await Promise.all(clients.map(({ opened }) => opened));
  } else if (order.do === "open-plain") {
    await Promise.all(Array.from({ length: order.clients }, () => plainClient(order.socket)));
  } else if (order.do === "forget-ages") ages = [];
  else await reached(order.last);
  return {
    events: sum(clients.map(({ events }) => events)),
    messages: sum(clients.map(({ messages }) => messages)),
    bytes: sum(clients.map(({ bytes }) => bytes)),
    lastAt: Math.max(0, ...clients.map(({ lastAt }) => lastAt)),
    ages: order.do === "reach" ? ages : [],
  };
}

async function reached(last: { readonly [session: string]: number }): Promise<void> {
  const deadline = performance.now() + waitMs;
  const isThere = ({ counts }: LightClient): boolean =>
    Object.entries(last).every(([session, seq]) => (counts.get(session) ?? 0) >= seq);
  while (!clients.every(isThere)) {
    if (performance.now() > deadline) {
      const has = clients.map(({ counts }) => Object.fromEntries(counts));
      throw new Error(`events are missing: wanted ${JSON.stringify(last)}, there are ${JSON.stringify(has)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Of the floor: lines on a socket, nothing else. */
function plainClient(path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(path, resolve);
  socket.on("error", reject).on("data", (chunk) => lookForStamps(chunk));
  return promise;
}

function lookForStamps(bytes: Buffer): void {
  const now = Number(process.hrtime.bigint() / 1000n);
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) {
    const stamp = Number(bytes.toString("latin1", at + 1, at + 16));
    if (stamp > 0) ages.push(now - stamp);
  }
}

const waitMs = 60_000;
const mark = "@".charCodeAt(0);

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
