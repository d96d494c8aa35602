import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Event, OpenOptions, Session } from "../../src/exports/host.ts";
import { open } from "../../src/exports/host.ts";
import type { Fields } from "../../src/wire/fields.ts";

/** The ladder of the specification, faster. */
export const quickLadder: NonNullable<OpenOptions["stopLadder"]> = [
  { step: (agent) => agent.endInput(), graceMs: 400 },
  { step: (agent) => agent.signal("SIGTERM"), graceMs: 400 },
  { step: (agent) => agent.signal("SIGKILL"), graceMs: 1000 },
];

/** How the environment of an agent, and of all it starts, is marked; see `processesMarked`. */
export const markName = "BRIDLE_TEST_MARK";

export interface OpenedAgent extends AsyncDisposable {
  readonly session: Session;
  readonly mark: string;
}

export type MarkedOptions = OpenOptions & { readonly mark: string };

export function agentOptions(name: string, options: OpenOptions = {}): MarkedOptions {
  const [file = "", ...words] = name.split(" ");
  return markedOptions([agentFile(file), ...words], options);
}

/** Options that start Node with these arguments. */
export function markedOptions(args: readonly string[], options: OpenOptions): MarkedOptions {
  const mark = randomUUID();
  return {
    executable: process.execPath,
    agentVersion: "2.1.325",
    stopLadder: quickLadder,
    ...options,
    executableArgs: [...args, ...(options.executableArgs ?? [])],
    env: { ...process.env, ...options.env, [markName]: mark },
    mark,
  };
}

/** Starts a program of `test/agents`, with words for it behind its name. */
export function openAgent(name: string, options: OpenOptions = {}): Promise<OpenedAgent> {
  return openMarked(agentOptions(name, options));
}

export async function openMarked({ mark, ...all }: MarkedOptions): Promise<OpenedAgent> {
  const session = await open(all);
  return { session, mark, [Symbol.asyncDispose]: () => session[Symbol.asyncDispose]() };
}

export function agentFile(name: string): string {
  return fileURLToPath(new URL(`../agents/${name}.mjs`, import.meta.url));
}

/** What an agent told the test itself, under `key`. */
export function told(events: readonly Event[], key: string): unknown[] {
  return events.flatMap(({ type, frame }) => {
    const message: Fields | undefined = type === "unknown" && frame?.type === "message" ? frame.message : undefined;
    return message?.[key] === undefined ? [] : [message[key]];
  });
}
