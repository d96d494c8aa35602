import { scripted } from "../../src/script/scripted-prompt.ts";
import { hermetic } from "../../test/lab/hermetic.ts";
import { installCli } from "../../test/lab/install-cli.ts";
import { ScriptedModelApi } from "../../test/lab/scripted-model-api.ts";
import { type Contestant, realCli, resultMark, Started } from "../agent/contestant.ts";
import type { Figures } from "../figures.ts";
import { median, rounded } from "../median.ts";
import { Clients } from "./clients.ts";
import { Conversing } from "./conversing.ts";
import { RunningDaemon } from "./running-daemon.ts";

export interface RealCliOptions {
  readonly version: string;
  readonly firstDeltaRounds: number;
  readonly chunks: number;
  readonly throughputRounds: number;
}

/** The real CLI through the daemon, beside the same CLI on a pipe, prompt by prompt in turn. */
export async function realCliFigures(options: RealCliOptions): Promise<Figures> {
  await using api = await ScriptedModelApi.start();
  await using environment = await hermetic(api.url);
  const { command, args } = await installCli(options.version);
  const claude = { command, args, env: environment.env, version: options.version };
  await using daemon = await RunningDaemon.start({ agents: { claude } });
  await using direct = await Direct.start(await realCli(options.version), api.url);
  const through = await Through.start(daemon, environment.cwd);
  const conversing = await Conversing.start(daemon, through.id);
  const first = await firstDelta(direct, through, conversing, () => conversing.caughtUp(daemon), options);
  conversing.close();
  return {
    ...first,
    ...(await throughput(direct, through, options)),
    ...(await manyClients(daemon, through, options)),
  };
}

interface Driven {
  /** Sends a prompt; tells of the first delta; resolves at the end of the turn. */
  turn(prompt: string, onFirstDelta: () => void): Promise<void>;
}

class Direct implements Driven, AsyncDisposable {
  readonly #cli: Started;

  private constructor(cli: Started) {
    this.#cli = cli;
  }

  static async start(cli: Contestant, apiUrl: string): Promise<Direct> {
    const direct = new Direct(await Started.start(cli, apiUrl, ["--include-partial-messages"]));
    // Each turn listens for its end.
    direct.#cli.child.setMaxListeners(0);
    await direct.turn(scripted({ text: "ready" }), () => {});
    return direct;
  }

  async turn(prompt: string, onFirstDelta: () => void): Promise<void> {
    let seen = "";
    let first = true;
    const over = this.#cli.until(resultMark, (chunk) => {
      if (!first) return;
      seen += chunk.toString("latin1");
      if (!seen.includes('"text_delta"')) return;
      first = false;
      onFirstDelta();
    });
    this.#cli.prompt(prompt);
    await over;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cli[Symbol.asyncDispose]();
  }
}

class Through implements Driven {
  readonly id: string;
  readonly #daemon: RunningDaemon;
  #listen: (kind: string | undefined) => void = () => {};

  private constructor(daemon: RunningDaemon, id: string) {
    this.#daemon = daemon;
    this.id = id;
  }

  /** On a session whose agent lives, with a client that follows it all the time. */
  static async start(daemon: RunningDaemon, cwd: string): Promise<Through> {
    const prompt = { text: scripted({ text: "ready" }) };
    const { session } = await daemon.client.sessions.createSession({ agent: "claude", cwd, prompt });
    const through = new Through(daemon, session?.id ?? "");
    await daemon.turns(through.id, 1);
    void through.#follow();
    return through;
  }

  async turn(prompt: string, onFirstDelta: () => void): Promise<void> {
    const over = Promise.withResolvers<void>();
    let first = true;
    this.#listen = (kind) => {
      if (kind === "turnComplete") over.resolve();
      if (kind !== "textDelta" || !first) return;
      first = false;
      onFirstDelta();
    };
    await this.#daemon.client.conversation.sendPrompt({ sessionId: this.id, prompt: { text: prompt } });
    await over.promise;
  }

  async #follow(): Promise<void> {
    const after = await this.#daemon.lastSeq(this.id);
    for await (const { kind } of this.#daemon.client.follow(this.id, after)) this.#listen(kind.case);
  }
}

/** By a call and a subscription, as scripts do it; and on one stream both ways, beside it. */
async function firstDelta(
  direct: Driven,
  through: Driven,
  conversing: Driven,
  caughtUp: () => Promise<void>,
  { firstDeltaRounds }: RealCliOptions,
): Promise<Figures> {
  const measure = async (driven: Driven): Promise<number> => {
    // Two of them follow the same session.
    await caughtUp();
    const begun = performance.now();
    let taken = Number.NaN;
    await driven.turn(scripted({ text: "a short answer" }), () => {
      taken = performance.now() - begun;
    });
    return taken;
  };
  const rounds: (readonly [direct: number, through: number, conversing: number])[] = [];
  for (let round = 0; round <= firstDeltaRounds; round++) {
    const times = [await measure(direct), await measure(through), await measure(conversing)] as const;
    if (round > 0) rounds.push(times);
  }
  const ms = (of: 0 | 1 | 2): number => median(rounds.map((times) => times[of]));
  return {
    // By the conversation stream, which is there for that; a unary call costs as much again as the rest of the way.
    first_delta_vs_direct: rounded(ms(2) / ms(0)),
    first_delta_unary_vs_direct: rounded(ms(1) / ms(0)),
    first_delta_ms: rounded(ms(2), 1),
    first_delta_unary_ms: rounded(ms(1), 1),
    first_delta_direct_ms: rounded(ms(0), 1),
  };
}

async function throughput(direct: Driven, through: Driven, options: RealCliOptions): Promise<Figures> {
  const rates = { direct: [] as number[], through: [] as number[] };
  const { chunks } = options;
  const measure = async (driven: Driven): Promise<number> => {
    let first = 0;
    await driven.turn(manyChunks(chunks), () => {
      first = performance.now();
    });
    return (1000 * chunks) / (performance.now() - first);
  };
  for (let round = 0; round < options.throughputRounds; round++) {
    rates.direct.push(await measure(direct));
    rates.through.push(await measure(through));
  }
  return {
    throughput_vs_direct: rounded(median(rates.through) / median(rates.direct)),
    throughput_chunks_per_s: rounded(median(rates.through), 0),
    throughput_direct_chunks_per_s: rounded(median(rates.direct), 0),
    throughput_chunks: chunks,
  };
}

/** CPU of the daemon for a turn that ten clients follow, and for one that one does. */
async function manyClients(daemon: RunningDaemon, through: Through, options: RealCliOptions): Promise<Figures> {
  const cost = async (count: number): Promise<number> => {
    await using clients = new Clients(1);
    await clients.open(
      daemon.socket,
      // Beside the one that `through` has.
      Array.from({ length: count - 1 }, () => [through.id]),
    );
    await clients.reach({ [through.id]: await daemon.lastSeq(through.id) });
    const before = daemon.cpu().daemon;
    await through.turn(manyChunks(options.chunks), () => {});
    await clients.reach({ [through.id]: await daemon.lastSeq(through.id) });
    return daemon.cpu().daemon - before;
  };
  const costs = { one: [] as number[], ten: [] as number[] };
  for (let round = 0; round < options.throughputRounds; round++) {
    costs.one.push(await cost(1));
    costs.ten.push(await cost(10));
  }
  // The system counts CPU in steps of 10 ms, so sums say more than medians.
  const mean = (ms: readonly number[]): number => ms.reduce((sum, one) => sum + one, 0) / ms.length;
  return {
    cpu_10_clients_vs_1: rounded(mean(costs.ten) / mean(costs.one)),
    cpu_1_client_ms: rounded(mean(costs.one), 0),
    cpu_10_clients_ms: rounded(mean(costs.ten), 0),
  };
}

function manyChunks(chunks: number): string {
  return scripted({ text: "word ", repeat: chunks, chunks });
}
