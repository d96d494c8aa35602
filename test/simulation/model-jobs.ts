import { unconfirmedExit } from "../../src/daemon/core/exit.ts";
import type { ModelSession } from "./model-session.ts";
import type { System } from "./system.ts";

/** Something that a daemon does beside its sessions, and that takes its time. */
type Job =
  | {
      readonly do: "launch";
      readonly session: string;
      readonly launch: number;
      leftovers: readonly string[] | undefined;
    }
  | { readonly do: "end_leftover"; readonly session: string; readonly agentId: string }
  | { readonly do: "give_up"; readonly session: string; readonly agentId: string }
  /** It asks why it was cut off before anybody is told. */
  | { readonly do: "holder_lost" };

/** What a daemon has under way, in any order. */
export class ModelJobs {
  readonly #system: System;
  readonly #sessions: ReadonlyMap<string, ModelSession>;
  readonly #holderLost: () => void;
  readonly #jobs: Job[] = [];

  constructor(system: System, sessions: ReadonlyMap<string, ModelSession>, holderLost: () => void) {
    this.#system = system;
    this.#sessions = sessions;
    this.#holderLost = holderLost;
  }

  get length(): number {
    return this.#jobs.length;
  }

  push(job: Job): void {
    this.#jobs.push(job);
  }

  includes(what: Job["do"]): boolean {
    return this.#jobs.some((job) => job.do === what);
  }

  /** The one at `at` of what takes time goes on. `fails`: it cannot be done. */
  work(at: number, fails: boolean): void {
    const job = this.#jobs[at];
    if (job === undefined) return;
    if (job.do === "launch" && !fails && job.leftovers === undefined) return this.#look(job);
    this.#jobs.splice(at, 1);
    if (job.do === "holder_lost") return this.#holderLost();
    const session = this.#sessions.get(job.session);
    if (session === undefined) return;
    switch (job.do) {
      case "launch":
        return this.#launch(session, job, fails);
      case "end_leftover":
        // Some of it cannot be ended now: whoever starts another one tries again.
        return fails ? undefined : this.#endLeftover(session, job.agentId);
      case "give_up":
        this.#system.endByMark(job.agentId);
        if (session.link?.id === job.agentId) session.link.exited(unconfirmedExit);
    }
  }

  /** What has to end before the new one starts. */
  #look(job: Extract<Job, { do: "launch" }>): void {
    job.leftovers = this.#sessions.get(job.session)?.state.leftovers ?? [];
  }

  #launch(session: ModelSession, { launch, leftovers }: Extract<Job, { do: "launch" }>, fails: boolean): void {
    const { fault, holder } = this.#system;
    const { agent } = session.state;
    if (fails) return this.#launchFailed(session, launch);
    if (agent.at !== "launching" || agent.launch !== launch) return;
    if (holder === undefined) return this.#launchFailed(session, launch);
    if (fault !== "a new agent does not wait for the end of an old one")
      for (const id of leftovers ?? []) this.#endLeftover(session, id);
    this.#launchReady(session, launch);
  }

  #launchReady(session: ModelSession, launch: number): void {
    const agentId = this.#system.newId("a");
    session.prepared = { launch, agentId };
    session.apply({
      type: "launch_ready",
      launch,
      agentId,
      version: this.#system.versionOf(session.id),
      dialect: undefined,
    });
  }

  #launchFailed(session: ModelSession, launch: number): void {
    const code = this.#system.holder === undefined ? "closed" : "agent_not_found";
    const facts = { code, message: "it could not be started", mayRun: false };
    session.apply({ type: "launch_failed", launch, agentId: undefined, ...facts });
  }

  #endLeftover(session: ModelSession, agentId: string): void {
    this.#system.endByMark(agentId);
    session.apply({ type: "leftover_ended", agentId });
  }
}
