import type { Ask, AskKind } from "../../api/gen/bridle/v1/ask_pb.js";
import type { OpenRequest as SentFor } from "../../channel/open-requests.ts";
import type { PermissionUpdate, Verdict } from "../../conversation/ask.ts";
import type { ConversationState } from "./conversation-state.ts";
import type { ProviderSaid } from "./provider-said.ts";
import type { Waits } from "./waits.ts";

/**
 * Everything that is known of one session: plain data, exactly what is stored. A daemon that finds it goes on with it.
 * The numbers of its events are not here: those are the log's.
 */
export interface SessionState {
  readonly facts: SessionFacts;
  readonly agent: AgentState;
  /** A person closed it; a prompt opens it again. */
  readonly isClosed: boolean;
  /** Prompts that wait in the daemon, in order. */
  readonly queue: readonly WaitingPrompt[];
  /** Asks and questions that wait for a person, the oldest first. */
  readonly asks: readonly OpenAsk[];
  /** What people decided and the agent has not been told, or not wholly. */
  readonly verdicts: readonly KeptVerdict[];
  /** When agents of it ended by themselves, as far as the next restart depends on it. */
  readonly crashesMs: readonly number[];
  /** Agents of before whose end nobody told. None is started while one of them may be left. */
  readonly leftovers: readonly string[];
  /** How many turns were told to be lost to the agent. */
  readonly forgottenTurns: number;
  /** How often an agent was wanted: what comes too late for one is not taken for the next. */
  readonly launches: number;
  /** Why the next prompt is not sent, or no agent started for it; undefined: nothing holds it back. */
  readonly waits: Waits | undefined;
  /** How many turns in a row ended on a limit of the provider. */
  readonly limitedTurns: number;
  /** Who began the last turn, and pays for it. */
  readonly payer: string;
}

/** What clients see of a session, and what its agents are started with. */
export interface SessionFacts {
  readonly id: string;
  readonly title: string;
  /** The name of its agent in the settings. */
  readonly agent: string;
  readonly cwd: string;
  /** By which the agent knows the conversation; empty: not known. */
  readonly agentSessionId: string;
  readonly model: string;
  readonly permissionMode: string;
  readonly agentVersion: string;
  readonly archived: boolean;
  readonly degraded: boolean;
  readonly turns: number;
  readonly costUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What it does or said last, in a line. */
  readonly preview: string;
  readonly options: SessionOptions;
}

/** How it was created; kept to start its agent again. */
export interface SessionOptions {
  readonly model?: string;
  readonly permissionMode?: string;
  readonly systemPrompt?: string;
  readonly appendSystemPrompt?: string;
  /** The conversation to begin with: another session's, when `fork` is set. */
  readonly resume?: string;
  readonly fork?: boolean;
  /** Of a fork: the last message of that conversation that it keeps. */
  readonly resumeAt?: string;
}

/**
 * The agent of a session. `sinceMs` and `untilMs` are of the steady clock, which never jumps; a wall clock that was set
 * would start or end agents for nothing.
 */
export type AgentState =
  /** There is none; the next prompt starts one. */
  | { readonly at: "asleep" }
  /** It ended by itself too often, or could not be started: it waits for a person. */
  | { readonly at: "crashed" }
  /** It ended by itself, and is started again then. */
  | { readonly at: "backing_off"; readonly untilMs: number }
  /** One is wanted: it waits for room, for its executable to be found, for the holder. */
  | { readonly at: "launching"; readonly launch: number; readonly sinceMs: number }
  /** It is known, and is being started by the holder. */
  | { readonly at: "starting"; readonly process: AgentProcess }
  /** It runs and has not answered `initialize`. */
  | { readonly at: "handshake"; readonly process: AgentProcess }
  /** It takes prompts. `idleSinceMs`: it has nothing to do. */
  | { readonly at: "ready"; readonly process: AgentProcess; readonly idleSinceMs: number | undefined }
  /** It is being ended. */
  | {
      readonly at: "ending";
      readonly process: AgentProcess;
      readonly why: EndingCause;
      /** It had answered `initialize`. */
      readonly wasReady: boolean;
      readonly stage: EndingStage;
      readonly untilMs: number;
    };

/** `wanted`: to sleep, or to be closed. `silent`: it did not answer. `failed`: what it said or did not read was too much for us. */
export type EndingCause = "wanted" | "silent" | "failed";

/** Politest first: each stage has its time. In the last one it is ended by its mark, whatever the holder says. */
export type EndingStage = "parking" | "interrupting" | "input_ended" | "terminated" | "killed" | "given_up";

/** An agent process, and what was said between it and us. */
export interface AgentProcess {
  readonly id: string;
  /** By the steady clock. */
  readonly startedMs: number;
  readonly conversation: ConversationState;
  /** Output before it was read, and its events are made. */
  readonly outputOffset: number;
  readonly input: InputState;
  /** Control requests of ours that wait for an answer. */
  readonly requests: readonly OpenRequest[];
  readonly requestsMade: number;
  /** It is gone; what it said last is still being read. */
  readonly hasEnded: boolean;
  /** It said that it does not know the conversation that it was to go on with. */
  readonly refusedToResume: boolean;
  /** What it told of the model's provider in this turn. */
  readonly provider?: ProviderSaid | undefined;
  /** Tool uses that were left to the agent and have no result yet, the newest last. */
  readonly toolUses: readonly ToolUse[];
  /** What people let it keep for as long as it lives. */
  readonly updates: readonly PermissionUpdate[];
}

/** A tool use of which the hook had no opinion, or that the agent was told to ask about. */
export interface ToolUse {
  readonly toolUseId: string;
  readonly toolName: string;
  /** Of the tool and its input; empty: the input was not seen. */
  readonly digest: string;
  readonly askedMs: number;
  /** Where it runs: a hook tells it, and the request for permission that may follow does not. */
  readonly folder?: string | undefined;
  /** What it runs as instead, as JSON. */
  readonly editedInputJson?: string | undefined;
  /** Its result is an error: the agent may have denied it by itself. */
  readonly hasFailed?: true;
}

/** What was written to an agent, by bytes. */
interface InputState {
  readonly offset: number;
  /** The holder has everything before it. */
  readonly confirmed: number;
  readonly isEnded: boolean;
}

/** A control request of ours that waits for the agent's answer, by the steady clock. */
export type OpenRequest = SentFor<RequestPurpose>;

/** Whom its answer is for. */
export type RequestPurpose =
  | { readonly for: "handshake"; readonly hooked: boolean }
  /** The turn is to end, before the agent is. */
  | { readonly for: "ending" }
  /** A person stopped the turn by a verdict. */
  | { readonly for: "stop" }
  | { readonly for: "interrupt"; readonly call: string }
  | { readonly for: "configure"; readonly call: string; readonly change: Configuration }
  /** Some other part of the daemon, which gets the whole answer. */
  | { readonly for: "caller"; readonly call: string };

export type Configuration = { readonly model: string } | { readonly permissionMode: string };

/** A prompt that waits in the daemon. */
export interface WaitingPrompt {
  readonly id: string;
  /** Grows from one to the next. */
  readonly position: number;
  /** A string or content blocks, as JSON. */
  readonly content: string;
  readonly sender: string;
  readonly delivery: Delivery;
}

/** Where a prompt goes: as the session is, behind the others, or into the running turn. */
export type Delivery = "auto" | "queue" | "inject";

export interface OpenAsk {
  readonly ask: Ask;
  readonly waits: AskWaiting;
  /** Where the tool would run; undefined: nobody told. */
  readonly folder?: string | undefined;
  /** What its deadline goes by, beside `approvals.deadline_ms`; undefined: nothing. */
  readonly deadlineBy?: DeadlineBy | undefined;
}

/** Who may decide is connected, or nobody is; or a person set it, and it stays as it is. */
export type DeadlineBy = "connected" | "disconnected" | "person";

/** How an ask waits for its answer. */
export type AskWaiting =
  /** The agent process lives, and waits for an answer to its request: for permission, or of its hook, which comes before. */
  | {
      readonly in: "request" | "hook";
      readonly agent: string;
      readonly requestId: string;
      /** Since when, by the steady clock. */
      readonly sinceMs: number;
      /** It was parked before: the agent goes on with it outside of any turn that we began. */
      readonly resumes?: boolean;
    }
  /**
   * Its hook answered `defer`: it needs no process. An agent that is resumed asks the hook again, by itself; `untilMs`, by the
   * steady clock, is when one that is ready and has not asked will not any more.
   */
  | { readonly in: "parked"; readonly untilMs?: number | undefined }
  /** The agent died with it, and will not ask again by itself. */
  | { readonly in: "nothing" };

/** What was decided about a tool use, for when the agent asks about it again. Each is used once. */
export interface KeptVerdict {
  readonly askId: string;
  readonly kind: AskKind;
  readonly inputJson: string;
  readonly toolName: string;
  readonly toolUseId: string;
  readonly digest: string;
  readonly verdict: Verdict;
  /** Who decided. */
  readonly by: string;
  /**
   * `hook`: the call was parked, and its hook asks again when the agent is resumed; `untilMs`, by the steady clock, is when
   * an agent that is ready and has not asked will not any more. `request`: the hook was answered, and until the turn ends a
   * request for permission may follow. `same_call`: a grant, for a call of the same tool with the same input.
   */
  readonly for:
    | { readonly next: "hook"; readonly untilMs?: number }
    | { readonly next: "request"; readonly resumes: boolean }
    | { readonly next: "same_call" };
}

/** What lists and clients are told that a session does. */
export type SessionPhase = "starting" | "idle" | "running" | "waiting" | "closed" | "crashed";

export function processOf({ agent }: Pick<SessionState, "agent">): AgentProcess | undefined {
  return "process" in agent ? agent.process : undefined;
}

/** It takes prompts and requests. */
export function isReady({ agent }: Pick<SessionState, "agent">): boolean {
  return agent.at === "ready" && !agent.process.hasEnded;
}

/** The one place that knows whether a turn runs. */
export function turnRuns({ ledger }: Pick<ConversationState, "ledger">): boolean {
  return ledger.turn !== undefined || ledger.prompts.length > 0;
}

export function phaseOf({ agent, isClosed, asks }: SessionState): SessionPhase {
  const runs = "process" in agent && turnRuns(agent.process.conversation);
  return phase({ at: agent.at, isClosed, isAsking: asks.length > 0, runs });
}

interface PhaseFacts {
  readonly at: AgentState["at"];
  readonly isClosed: boolean;
  readonly isAsking: boolean;
  /** A turn runs. */
  readonly runs: boolean;
}

export function phase({ at, isClosed, isAsking, runs }: PhaseFacts): SessionPhase {
  if (isClosed) return "closed";
  if (at === "crashed") return "crashed";
  if (isAsking) return "waiting";
  switch (at) {
    case "backing_off":
    case "launching":
    case "starting":
    case "handshake":
      return "starting";
    default:
      return runs ? "running" : "idle";
  }
}

/** Who sends what the daemon itself has to tell an agent. */
export const daemonSender = "bridle";

/** A person's prompt waits. */
export function isPrompted({ queue }: Pick<SessionState, "queue">): boolean {
  return queue.some(({ sender }) => sender !== daemonSender);
}

/** A call of the conversation is parked: an agent that is resumed goes on with it, and a prompt would drop it. */
export function isParked({ asks }: Pick<SessionState, "asks">): boolean {
  return asks.some(({ waits }) => waits.in === "parked");
}

/**
 * A call was parked in the turn of this agent, decided since then or not: only an agent that is resumed asks about it. With
 * a time it waits for one that was.
 */
export function isLeftForResuming({ asks, verdicts }: Pick<SessionState, "asks" | "verdicts">): boolean {
  return (
    asks.some(({ waits }) => waits.in === "parked" && waits.untilMs === undefined) ||
    verdicts.some(({ for: use }) => use.next === "hook" && use.untilMs === undefined)
  );
}

/** The agent goes on with a call that was parked, or is about to: a prompt would be taken for part of that. */
export function isResuming({ asks, verdicts }: Pick<SessionState, "asks" | "verdicts">): boolean {
  return (
    asks.some(({ waits }) => "resumes" in waits && waits.resumes) ||
    verdicts.some(({ for: use }) => use.next === "hook" || (use.next === "request" && use.resumes))
  );
}

/** What was decided about a parked call waits for the agent that is resumed, whose hook asks again. */
export function awaitsHook({ verdicts }: Pick<SessionState, "verdicts">): boolean {
  return verdicts.some((kept) => kept.for.next === "hook");
}

/** Nothing of it will happen by itself, but that asks have deadlines: what is stored is all there is. */
export function isDormant(state: SessionState): boolean {
  const { agent, queue, asks, leftovers, waits } = state;
  if ((agent.at !== "asleep" && agent.at !== "crashed") || waits !== undefined) return false;
  const isWaiting = queue.length > 0 || awaitsHook(state);
  return !isWaiting && leftovers.length === 0 && asks.every(({ waits }) => !("agent" in waits));
}

export function newSession(facts: SessionFacts): SessionState {
  return {
    facts,
    agent: { at: "asleep" },
    isClosed: false,
    queue: [],
    asks: [],
    verdicts: [],
    crashesMs: [],
    leftovers: [],
    forgottenTurns: 0,
    launches: 0,
    waits: undefined,
    limitedTurns: 0,
    payer: "",
  };
}
