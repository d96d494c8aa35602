import { create } from "@bufbuild/protobuf";
import { StallCause, StallSchema } from "../../api/gen/bridle/v1/session_pb.js";
import { isBridleError } from "../../errors.ts";
import type { AgentLink } from "../agent/agent-link.ts";
import { processOf, turnRuns } from "../core/session-state.ts";
import type { Session } from "../session/session.ts";
import { type Cause, type Diagnosis, diagnose, type StallFacts } from "./diagnose.ts";
import { type ProcessSample, sampleProcess } from "./sample-process.ts";

type WatchedSession = Pick<
  Session,
  "id" | "link" | "state" | "adapter" | "request" | "openAsks" | "setStall" | "notice"
>;

interface WatchdogParts {
  readonly sessions: () => Iterable<WatchedSession>;
  /** A turn silent for this long is looked at; 0: never. */
  readonly afterMs: number;
  readonly stalled: (session: string, diagnosis: Diagnosis) => void;
}

/** One silence of one turn. */
interface Watch {
  readonly link: AgentLink;
  readonly since: number;
  readonly before: ProcessSample | undefined;
  ping: { readonly outcome: StallFacts["ping"]; readonly at: number } | undefined;
  isExamined: boolean;
  cause: Cause | undefined;
}

/** Changes nothing, and every version that has it answers it in the middle of anything. */
const ping = "mcp_status";
const pingAgainMs = 60_000;

const causes: { readonly [C in Cause]: StallCause } = {
  model: StallCause.MODEL,
  tool: StallCause.TOOL,
  approval: StallCause.APPROVAL,
  silent_api: StallCause.SILENT_API,
  wedged: StallCause.WEDGED,
};

/** Looks at the turns that run, some times a minute, and says of those that are silent what they wait for. */
export class Watchdog {
  readonly #parts: WatchdogParts;
  readonly #watches = new WeakMap<WatchedSession, Watch>();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(parts: WatchdogParts) {
    this.#parts = parts;
    const everyMs = clamp(parts.afterMs / 5, 100, 1000);
    if (parts.afterMs > 0) this.#timer = setInterval(() => this.#look(), everyMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { sessions, afterMs } = this.#parts;
    for (const session of sessions()) {
      const watch = this.#current(session);
      if (watch === undefined || watch.isExamined || performance.now() - watch.since < afterMs) continue;
      watch.isExamined = true;
      void this.#examine(session, watch).finally(() => {
        watch.isExamined = false;
      });
    }
  }

  /** The watch over the silence of now; one that something ended is let go. */
  #current(session: WatchedSession): Watch | undefined {
    const { link } = session;
    const known = this.#watches.get(session);
    if (known !== undefined && known.link === link && known.since === link.silentSince && runs(session)) return known;
    if (known !== undefined) {
      this.#watches.delete(session);
      if (known.cause !== undefined) session.setStall(undefined);
    }
    if (link === undefined || !runs(session)) return undefined;
    if (performance.now() - link.silentSince < this.#parts.afterMs / 2) return undefined;
    const before = sample(session);
    const watch: Watch = {
      ...{ link, since: link.silentSince, before },
      ...{ ping: undefined, isExamined: false, cause: undefined },
    };
    this.#watches.set(session, watch);
    return watch;
  }

  async #examine(session: WatchedSession, watch: Watch): Promise<void> {
    const outcome = await this.#ping(session, watch);
    if (this.#current(session) !== watch) return;
    const found = diagnose({
      silentMs: performance.now() - watch.since,
      afterMs: this.#parts.afterMs,
      ...turnFacts(session),
      before: watch.before,
      now: sample(session),
      ping: outcome,
    });
    if (found === undefined || found.cause === watch.cause) return;
    watch.cause = found.cause;
    const silentMs = Math.round(performance.now() - watch.since);
    const sinceMs = BigInt(Date.now() - silentMs);
    session.setStall(create(StallSchema, { cause: causes[found.cause], sinceMs, evidence: found.evidence }));
    session.notice("bridle/stalled", { ...found, silentMs });
    this.#parts.stalled(session.id, found);
  }

  /** Not to a process that is stopped: what it is sent would only wait. */
  async #ping(session: WatchedSession, watch: Watch): Promise<StallFacts["ping"]> {
    if (session.adapter?.has(`controls ${ping}`) !== true) return "none";
    const state = sample(session)?.state ?? "";
    if ("TtZ".includes(state) && state !== "") return "none";
    if (watch.ping === undefined || performance.now() - watch.ping.at > pingAgainMs) {
      const at = performance.now();
      watch.ping = { outcome: await answers(session, clamp(this.#parts.afterMs, 3000, 10_000)), at };
    }
    return watch.ping.outcome;
  }
}

async function answers(session: WatchedSession, timeoutMs: number): Promise<StallFacts["ping"]> {
  try {
    await session.request(ping, {}, timeoutMs);
    return "answered";
  } catch (error) {
    if (isBridleError(error, "timeout")) return "unanswered";
    return isBridleError(error, "refused") ? "answered" : "none";
  }
}

function runs({ state }: WatchedSession): boolean {
  const process = processOf(state);
  return process !== undefined && turnRuns(process.conversation);
}

function sample({ link, state }: WatchedSession): ProcessSample | undefined {
  const tools = processOf(state)?.conversation.maker.tools ?? [];
  return link?.pid === undefined ? undefined : sampleProcess(link.pid, tools.length > 0);
}

type TurnFacts = Pick<StallFacts, "lastWord" | "answering" | "tools" | "asks">;

function turnFacts({ state, link, openAsks }: WatchedSession): TurnFacts {
  const conversation = processOf(state)?.conversation;
  const startedMs = new Map(conversation?.progress?.tools);
  const since = (ms: number | undefined): number | undefined => ms && Math.max(0, Date.now() - ms);
  return {
    lastWord: link?.lastWord,
    answering: (conversation?.progress?.answers.length ?? 0) > 0,
    tools: (conversation?.maker.tools ?? []).map(([id, name]) => ({ name, forMs: since(startedMs.get(id)) })),
    asks: openAsks.map(({ toolName, createdMs }) => ({ name: toolName, forMs: since(Number(createdMs)) })),
  };
}

function clamp(value: number, from: number, to: number): number {
  return Math.min(Math.max(value, from), to);
}
