import { adapterOf } from "../../adapters/adapters.ts";
import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import { BridleError, isBridleError } from "../../errors.ts";
import { list, number, text } from "../../wire/fields.ts";
import type { AgentDriver } from "../agent/agent-driver.ts";
import type { Session } from "../session/session.ts";
import type { Sessions } from "../session/sessions.ts";
import { rewindWord } from "./rewind-word.ts";

export interface Rewound {
  readonly files: readonly string[];
  readonly insertions: number;
  readonly deletions: number;
  readonly skippedLinks: number;
}

export interface Support {
  readonly supported: boolean;
  /** Why not, for a person. */
  readonly reason: string;
}

/** A large history on a slow disk. */
const rewindMs = 60_000;

/** Takes files back to what they were before a prompt, by the agent's own means. */
export class Rewinds {
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** Does the agent of this session have it? Of one that sleeps, by the version that would be started. */
  async support({ driver, row }: Pick<Session, "driver" | "row">): Promise<Support> {
    if (driver !== undefined) return of(driver.reading.adapter);
    try {
      const { dialect, version } = await this.#sessions.deps.agent(row.agent);
      return of(adapterOf(dialect, version));
    } catch (error) {
      if (isBridleError(error)) return { supported: false, reason: error.message };
      throw error;
    }
  }

  /** Rejects with `conflict` while a turn runs, `unsupported`, or `refused` in the agent's words. */
  async rewind(
    session: Session,
    { prompt, dryRun, by }: { readonly prompt: string; readonly dryRun: boolean; readonly by: string },
  ): Promise<Rewound> {
    throwIfBusy(session);
    const { supported, reason } = await this.support(session);
    if (!supported) throw new BridleError("unsupported", reason, { word: rewindWord, adapter: "", since: undefined });
    const driver = await this.#awake(session);
    // What would change is known before it does: of what was done the agent only says that it was.
    const planned = await ask(driver, prompt, true);
    if (dryRun) return planned;
    throwIfBusy(session);
    const { skippedLinks } = await ask(driver, prompt, false);
    const { files, insertions, deletions } = planned;
    const message = `${by} took ${files.length} ${files.length === 1 ? "file" : "files"} back to before a prompt`;
    session.notice("bridle/files_rewound", { message, prompt, files: files.slice(0, 100), insertions, deletions });
    return { files, insertions, deletions, skippedLinks };
  }

  async #awake(session: Session): Promise<AgentDriver> {
    if (session.agent.readyDriver !== undefined) return session.agent.readyDriver;
    const { initializeTimeoutMs: afterMs } = this.#sessions.deps.limits;
    const { promise, resolve, reject } = Promise.withResolvers<AgentDriver>();
    const stop = this.#sessions.onSessionChanged((change) => {
      if (change.session.id !== session.id) return;
      if (session.agent.readyDriver !== undefined) resolve(session.agent.readyDriver);
      else if (change.deleted || session.state.at === "crashed" || session.state.at === "closed") reject(gone());
    });
    const timer = setTimeout(() => {
      const message = `the agent was not ready within ${afterMs} ms`;
      reject(new BridleError("timeout", message, { waitingFor: "the agent", afterMs }));
    }, afterMs);
    session.agent.wake();
    return promise.finally(() => {
      stop();
      clearTimeout(timer);
    });
  }
}

function of(adapter: Pick<ProtocolAdapter, "name" | "has">): Support {
  if (adapter.has(rewindWord)) return { supported: true, reason: "" };
  return {
    supported: false,
    reason: `${adapter.name} cannot take its changes of files back: update the agent to have it`,
  };
}

async function ask(driver: AgentDriver, prompt: string, dryRun: boolean): Promise<Rewound> {
  const payload = { user_message_id: prompt, ...(dryRun && { dry_run: true }) };
  const answer = await driver.request("rewind_files", payload, rewindMs);
  if (answer.canRewind === false) {
    const reason = text(answer.error) ?? "the agent cannot take these changes back";
    throw new BridleError("refused", reason, { subtype: "rewind_files", reason, errorCode: undefined });
  }
  return {
    files: list(answer.filesChanged).filter((path) => typeof path === "string"),
    insertions: number(answer.insertions) ?? 0,
    deletions: number(answer.deletions) ?? 0,
    skippedLinks: number(answer.skippedLinks) ?? 0,
  };
}

function throwIfBusy({ state }: Session): void {
  if (state.at !== "running" && state.at !== "waiting") return;
  const message = "a turn runs: interrupt it first, or wait for its end; then take its changes back";
  throw new BridleError("conflict", message, { what: "turn" });
}

function gone(): BridleError<"closed"> {
  return new BridleError("closed", "the agent ended before it could take anything back", {
    ...{ exitCode: null, signal: null, stderr: "" },
  });
}
