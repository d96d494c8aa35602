import { adapterOf } from "../../adapters/adapters.ts";
import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import { BridleError, invalidOption, isBridleError } from "../../errors.ts";
import { list, number, text } from "../../wire/fields.ts";
import { rewindWord } from "../agent-info/rewind-word.ts";
import type { SessionState } from "../core/session-state.ts";
import type { Session } from "../session/session.ts";
import type { Sessions } from "../session/sessions.ts";
import { changedSince, type Plan, type Planned, planOf } from "./rewind-plan.ts";
import { noticeOf, type Rewound, rewound } from "./rewound.ts";

interface Support {
  readonly supported: boolean;
  /** Why not, for a person. */
  readonly reason: string;
}

/** A large history on a slow disk. */
const rewindMs = 60_000;

/** Takes files back to what they were before a prompt, by the agent's own means. */
export class Rewinds {
  readonly #sessions: Sessions;
  /** Sessions whose files are being taken back. */
  readonly #rewinding = new Set<string>();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** Does the agent of this session have it? Of one that sleeps, by the version that would be started. */
  async support({ adapter, facts }: Pick<Session, "adapter" | "facts">): Promise<Support> {
    if (adapter !== undefined) return of(adapter);
    try {
      const { dialect, version } = await this.#sessions.deps.agent(facts.agent);
      return of(adapterOf(dialect, version));
    } catch (error) {
      if (isBridleError(error)) return { supported: false, reason: error.message };
      throw error;
    }
  }

  /** What would change. Rejects with `conflict` while a turn runs, `unsupported`, or `refused` in the agent's words. */
  async plan(session: Session, prompt: string): Promise<Plan> {
    throwIfBusy(session);
    const { supported, reason } = await this.support(session);
    if (!supported) throw new BridleError("unsupported", reason, { word: rewindWord, adapter: "", since: undefined });
    return this.#look(session, prompt);
  }

  /**
   * Does what was planned. Rejects like `plan`, and with `conflict` where that would be another plan now; nothing is changed
   * then. Where the agent did only a part, it says which.
   */
  async rewind(
    session: Session,
    { prompt, digest, by }: { readonly prompt: string; readonly digest: string; readonly by: string },
  ): Promise<Rewound> {
    if (digest === "") throw invalidOption("plan_digest", "the digest of a plan: call with dry_run first", "none");
    if (this.#rewinding.has(session.id))
      throw conflict("files of this session are being taken back already; look again");
    this.#rewinding.add(session.id);
    try {
      const plan = await this.plan(session, prompt);
      if (plan.digest !== digest) throw conflict("other files would be taken back than you saw; look again");
      throwIfBusy(session);
      const done = await this.#carryOut(session, prompt, plan);
      session.notice("bridle/files_rewound", noticeOf(done, prompt, by));
      return done;
    } finally {
      this.#rewinding.delete(session.id);
    }
  }

  async #carryOut(session: Session, prompt: string, plan: Plan): Promise<Rewound> {
    if (!session.isReady) throw gone();
    try {
      const { skippedLinks } = await ask(session, prompt, false);
      // Of what was done the agent only says that it was.
      const left = await this.#leftOf(session, prompt, plan).catch(() => nothing);
      return rewound(plan, left, skippedLinks, left.files.length > 0 ? "the agent left them as they are" : "");
    } catch (error) {
      const left = await this.#leftOf(session, prompt, plan).catch(() => unchangedOf(plan));
      if (left.files.length === plan.files.length) throw error;
      return rewound(plan, left, 0, error instanceof Error ? error.message : String(error));
    }
  }

  /** What of a plan is not done. */
  async #leftOf(session: Session, prompt: string, plan: Plan): Promise<Planned> {
    const { files, insertions, deletions } = await this.#look(session, prompt);
    return { files: files.filter((file) => plan.states.has(file)), insertions, deletions };
  }

  async #look(session: Session, prompt: string): Promise<Plan> {
    await this.#awake(session);
    return planOf(prompt, await ask(session, prompt, true));
  }

  /** Resolves when its agent takes requests. */
  async #awake(session: Session): Promise<void> {
    if (session.isReady) return;
    const { initializeTimeoutMs: afterMs } = this.#sessions.deps.limits;
    session.wake();
    // What is stored of one that crashed or was closed is out of date.
    await session.flush();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const message = `the agent was not ready within ${afterMs} ms`;
      late.reject(new BridleError("timeout", message, { waitingFor: "the agent", afterMs }));
    }, afterMs);
    const isDecided = ({ agent, isClosed }: SessionState): boolean =>
      agent.at === "ready" || agent.at === "crashed" || isClosed;
    await Promise.race([session.until(isDecided), late.promise]).finally(() => clearTimeout(timer));
    if (!session.isReady) throw gone();
  }
}

function of(adapter: Pick<ProtocolAdapter, "name" | "has">): Support {
  if (adapter.has(rewindWord)) return { supported: true, reason: "" };
  return {
    supported: false,
    reason: `${adapter.name} cannot take its changes of files back: update the agent to have it`,
  };
}

async function ask(
  session: Pick<Session, "request">,
  prompt: string,
  dryRun: boolean,
): Promise<Planned & { readonly skippedLinks: number }> {
  const payload = { user_message_id: prompt, ...(dryRun && { dry_run: true }) };
  const answer = await session.request("rewind_files", payload, rewindMs);
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

const nothing: Planned = { files: [], insertions: 0, deletions: 0 };

/** The agent cannot say it: a file that nobody wrote to was not taken back. */
async function unchangedOf(plan: Plan): Promise<Planned> {
  const changed = new Set(await changedSince(plan));
  return { ...nothing, files: plan.files.filter((file) => !changed.has(file)) };
}

function throwIfBusy({ phase }: Session): void {
  if (phase !== "running" && phase !== "waiting") return;
  throw conflict("a turn runs: interrupt it first, or wait for its end; then take its changes back");
}

function conflict(message: string): BridleError<"conflict"> {
  return new BridleError("conflict", message, { what: "rewind" });
}

function gone(): BridleError<"closed"> {
  return new BridleError("closed", "the agent ended before it could take anything back", {
    ...{ exitCode: null, signal: null, stderr: "" },
  });
}
