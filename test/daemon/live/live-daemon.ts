import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { BridleClient, Event } from "../../../src/exports/client.ts";
import { cliOrSkip } from "../../lab/cli-or-skip.ts";
import { type Hermetic, hermetic } from "../../lab/hermetic.ts";
import type { InstalledCli } from "../../lab/install-cli.ts";
import { ScriptedModelApi } from "../../lab/scripted-model-api.ts";
import { eventsUntil, isTurnEnd } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";

/** A daemon whose agent is a real CLI that talks to a scripted model, all of it hermetic. */
export interface LiveDaemon extends AsyncDisposable {
  readonly daemon: TestDaemon;
  readonly client: BridleClient;
  readonly cli: InstalledCli;
  readonly api: ScriptedModelApi;
  readonly place: Hermetic;
  /** An empty folder to work in. */
  folder(): string;
  /** A session in a folder of its own, with a first prompt if there is one. */
  create(text?: string, more?: CreateOptions): Promise<LiveSession>;
}

interface CreateOptions {
  readonly cwd?: string;
  readonly resumeAgentSessionId?: string;
  readonly permissionMode?: string;
}

export interface LiveSession {
  readonly id: string;
  readonly cwd: string;
  /** Gives the number of the event that tells of it. */
  send(text: string): Promise<number>;
  /** Events after a number, up to the first that fits; the end of the turn if nothing else is wanted. */
  until(fits?: (event: Event) => boolean, after?: number): Promise<Event[]>;
}

interface LiveOptions {
  readonly settings?: object;
  readonly set?: readonly string[];
  /** Further arguments and variables of the CLI. */
  readonly args?: readonly string[];
  readonly env?: { readonly [name: string]: string };
}

/** Undefined: this CLI cannot be had here, and the test was skipped. */
export async function liveDaemon(
  t: TestContext,
  version: string,
  { settings = {}, set = [], args = [], env = {} }: LiveOptions = {},
): Promise<LiveDaemon | undefined> {
  const cli = await cliOrSkip(t, version);
  if (cli === undefined) return undefined;
  const api = await ScriptedModelApi.start();
  const place = await hermetic(api.url, env);
  const claude = { command: cli.command, args: [...cli.args, ...args], env: place.env, version };
  // The user's own home, where the CLI keeps its sessions.
  const daemon = await startDaemon({ agents: { claude }, settings, set, env: place.env });
  const { client } = daemon;
  const folder = (): string => mkdtempSync(join(place.cwd, "s-"));
  return {
    ...{ daemon, client, cli, api, place, folder },
    create: async (text, { cwd = folder(), ...more } = {}) => {
      const prompt = text === undefined ? {} : { prompt: { text } };
      // Some versions start in another mode and ask nothing.
      const asked = { agent: "claude", cwd, permissionMode: "default", ...more, ...prompt };
      const { session } = await client.sessions.createSession(asked);
      return liveSession(client, session?.id ?? "", cwd);
    },
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]();
      await api.close();
      await place.dispose();
    },
  };
}

export function liveSession(client: BridleClient, id: string, cwd: string): LiveSession {
  return {
    id,
    cwd,
    send: async (text) => Number((await client.conversation.sendPrompt({ sessionId: id, prompt: { text } })).seq),
    until: (fits = isTurnEnd, after = 0) => eventsUntil(client, id, fits, { after, ms: 30_000 }),
  };
}

/** The first event of a kind. */
export function isKind(kind: NonNullable<Event["kind"]["case"]>): (event: Event) => boolean {
  return (event) => event.kind.case === kind;
}

export function lastSeq(events: readonly Event[]): number {
  return Number(events.at(-1)?.seq ?? 0);
}
