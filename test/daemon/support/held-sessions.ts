import { LostAgents } from "../../../src/daemon/agent/lost-agents.ts";
import { AuditChain } from "../../../src/daemon/audit/audit-chain.ts";
import { Accounts } from "../../../src/daemon/budget/accounts.ts";
import type { Budget } from "../../../src/daemon/core/budget.ts";
import type { SessionTrace } from "../../../src/daemon/core/session-trace.ts";
import type { AgentListener, AgentSpec, Holding } from "../../../src/daemon/holding/held-agent.ts";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { LongLines } from "../../../src/daemon/reading/long-lines.ts";
import { ReadingTurns } from "../../../src/daemon/reading/reading-turns.ts";
import { AgentForecast } from "../../../src/daemon/rules/agent-forecast.ts";
import { DaemonRules } from "../../../src/daemon/rules/daemon-rules.ts";
import { LiveAgents } from "../../../src/daemon/session/live-agents.ts";
import type { Session } from "../../../src/daemon/session/session.ts";
import { Sessions } from "../../../src/daemon/session/sessions.ts";
import type { Store } from "../../../src/daemon/store/store.ts";
import { limits } from "./core-session.ts";

/** An agent that a test plays. */
interface PlayedAgent {
  readonly id: string;
  /** What the holder was told of it, in order. */
  readonly told: (readonly [what: string, ...unknown[]])[];
  says(...lines: readonly object[]): void;
  exits(exitCode: number): void;
}

interface HeldSessionsOptions {
  readonly maxLive?: number;
  readonly budgets?: readonly Budget[];
}

/** The sessions of a daemon on a real store, with a holder whose agents a test plays. */
export class HeldSessions {
  readonly sessions: Sessions;
  readonly live: LiveAgents;
  /** Those that were started. */
  readonly agents: PlayedAgent[] = [];
  /** Is told what happens, at once. */
  traced: (entry: SessionTrace) => void = () => {};
  readonly #listeners = new Map<string, AgentListener>();

  constructor(store: Store, { maxLive = 10, budgets = [] }: HeldSessionsOptions = {}) {
    this.live = new LiveAgents(maxLive);
    const holding = this.#holding();
    const accounts = new Accounts({
      budgets,
      read: (query) => store.read(query),
      changed: () => this.sessions.budgetsChanged(),
    });
    this.sessions = new Sessions({
      audit: new AuditChain({ store, keyFile: `${store.file}.key`, headFile: `${store.file}.head`, warn: () => {} }),
      accounts,
      ...{ store, log: new SqliteLog(store), live: this.live, longLines: new LongLines(), lost: new LostAgents() },
      holding: () => Promise.resolve(holding),
      agent: () => Promise.resolve({ command: "x", args: [], env: {}, version: "2.1.325", dialect: undefined }),
      rules: (cwd) => {
        const rules = new DaemonRules({ permissions: {}, file: "settings.json", home: "/home/nobody" }, cwd);
        return () => rules;
      },
      forecast: (_, cwd) => new AgentForecast({ cwd, env: {}, args: [] }),
      turns: new ReadingTurns((prepare) => store.beforeCommit(prepare)),
      limits: { ...limits, maxPayloadBytes: 2 ** 20 },
      meter: { read: () => {}, odd: () => {}, written: () => {}, stored: () => {}, committed: () => {} },
      ...{ worktree: () => undefined, isAttended: () => true, deprecated: () => {}, notices: () => [] },
      trace: (entry) => this.traced(entry),
    });
  }

  /** One whose agent is ready and has nothing to do. */
  async ready(): Promise<{ readonly session: Session; readonly agent: PlayedAgent }> {
    const session = this.sessions.create({ title: "", agent: "x", cwd: "/w", options: {} });
    session.wake();
    const agent = await this.started(session);
    return { session, agent };
  }

  /** The agent that runs for it, once it is ready. */
  async started(session: Session): Promise<PlayedAgent> {
    await session.until(({ agent }) => agent.at === "handshake");
    const agent = this.agents.at(-1);
    if (agent === undefined) throw new Error("no agent was started");
    const response = { subtype: "success", request_id: `${agent.id}-1`, response: {} };
    agent.says({ type: "control_response", response });
    await session.until(({ agent: { at } }) => at === "ready");
    return agent;
  }

  #holding(): Holding {
    const tell =
      (what: string) =>
      (id: string, ...rest: readonly unknown[]): void =>
        void this.agents.find((agent) => agent.id === id)?.told.push([what, ...rest]);
    const calls = ["input", "endInput", "acknowledge", "signal", "forget"];
    const start = async ({ id }: AgentSpec, listener: AgentListener): Promise<{ pid: number }> => {
      this.#listeners.set(id, listener);
      this.agents.push(this.#agent(id));
      return { pid: 1 };
    };
    return { pid: 1, agents: [], start, ...Object.fromEntries(calls.map((name) => [name, tell(name)])) } as never;
  }

  #agent(id: string): PlayedAgent {
    let at = 0;
    return {
      id,
      told: [],
      says: (...lines) => {
        const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
        this.#listeners.get(id)?.output(at, bytes);
        at += bytes.length;
      },
      exits: (exitCode) => this.#listeners.get(id)?.exited({ exitCode, signal: null, stderr: "" }),
    };
  }
}
