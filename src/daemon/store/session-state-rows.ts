import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Ask, AskSchema, AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import { anyId } from "../../channel/open-requests.ts";
import type { LedgerState } from "../../conversation/ledger.ts";
import type { ConversationState } from "../core/conversation-state.ts";
import { neededFromMs } from "../core/due.ts";
import {
  type AgentProcess,
  type AgentState,
  type AskWaiting,
  type DeadlineBy,
  type Delivery,
  type OpenAsk,
  phaseOf,
  type SessionFacts,
  type SessionOptions,
  type SessionState,
  type WaitingPrompt,
} from "../core/session-state.ts";
import type { AgentRow } from "./agents-table.ts";
import type { AskRow } from "./asks-table.ts";
import type { PromptRow } from "./prompts-table.ts";
import type { SessionChanges, SessionRow } from "./sessions-table.ts";

/** All that is stored of a session but its events. */
export interface SessionRows {
  readonly row: SessionRow;
  readonly prompts: readonly PromptRow[];
  /** The open ones. */
  readonly asks: readonly AskRow[];
  readonly agent: AgentRow | undefined;
}

type CoreColumn = Pick<SessionState, (typeof coreNames)[number]> & {
  /** Without its process, which has a row of its own. */
  readonly agent: { readonly at: AgentState["at"] };
  /** What has no column of its own, by the ids of asks. */
  readonly asks: { readonly [askId: string]: AskColumn };
} & Partial<Pick<SessionState, "waits" | "limitedTurns" | "payer">>;

/** Parts of the state that are stored as they are, in one text. */
const coreNames = ["isClosed", "verdicts", "crashesMs", "leftovers", "forgottenTurns", "launches"] as const;

interface AskColumn {
  readonly folder?: string | undefined;
  readonly waitsIn: AskWaiting["in"];
  readonly sinceMs?: number | undefined;
  readonly resumes?: boolean | undefined;
  readonly untilMs?: number | undefined;
  readonly deadlineBy?: DeadlineBy | undefined;
}

/** What is stored of a process beside its offsets. */
type ReadingColumn = Omit<ConversationState, "ledger"> & { readonly ledger: StoredLedger } & Partial<
    Pick<
      AgentProcess,
      "requests" | "requestsMade" | "hasEnded" | "refusedToResume" | "toolUses" | "provider" | "updates"
    >
  > & {
    readonly confirmedInput?: number;
    readonly isInputEnded?: boolean;
  };

type WaitingForResult = LedgerState["prompts"][number];
/** 0.1.0 stored of a prompt only whether the agent was seen to take it up. */
type StoredPrompt = WaitingForResult | (Omit<WaitingForResult, "at"> & { readonly taken: boolean });
type StoredLedger = Omit<LedgerState, "prompts"> & { readonly prompts: readonly StoredPrompt[] };

/** The state of a session, of the rows it was stored as; also those of 0.1.0. */
export function stateOfRows({ row, prompts, asks, agent }: SessionRows): SessionState {
  const core = row.core === "" ? coreOfBefore(row, agent) : (JSON.parse(row.core) as CoreColumn);
  const { agent: agentColumn, asks: askColumns, waits, limitedTurns = 0, payer = "", ...rest } = core;
  return {
    facts: factsOf(row),
    agent: agentOf(agentColumn, agent),
    queue: prompts.map(({ session: _, delivery, ...prompt }) => ({ ...prompt, delivery: delivery as Delivery })),
    asks: asks.map((one) => openAskOf(one, askColumns[one.id])),
    ...rest,
    // JSON has no undefined.
    waits: waits && ({ ...waits, untilMs: waits.untilMs } as SessionState["waits"]),
    limitedTurns,
    payer,
  };
}

/** What 0.1.0 had in its columns. */
function coreOfBefore({ state }: SessionRow, agent: AgentRow | undefined): CoreColumn {
  const running = state === "starting" ? (agent?.inputOffset === 0 ? "starting" : "handshake") : "ready";
  return {
    isClosed: state === "closed",
    verdicts: [],
    crashesMs: [],
    leftovers: [],
    forgottenTurns: 0,
    launches: 0,
    agent: agent === undefined ? withoutProcess(state) : { at: state === "closed" ? "ending" : running },
    asks: {},
  };
}

function withoutProcess(state: string): AgentState {
  if (state === "starting") return { at: "backing_off", untilMs: 0 };
  return { at: state === "crashed" ? "crashed" : "asleep" };
}

function agentOf(stored: CoreColumn["agent"], row: AgentRow | undefined): AgentState {
  const isProcess =
    stored.at === "starting" || stored.at === "handshake" || stored.at === "ready" || stored.at === "ending";
  // One of them without the other was never stored together.
  if (row === undefined) return isProcess ? { at: "asleep" } : (stored as AgentState);
  const process = processOfRow(row);
  const known = isProcess ? stored : { at: "ready" as const };
  const defaults = { idleSinceMs: undefined, why: "wanted", wasReady: true, stage: "input_ended", untilMs: 0 };
  const handshake = known.at === "handshake" && process.requests.length === 0 ? askedBefore(process) : process;
  return { ...(known.at === "ending" ? defaults : {}), ...known, process: handshake } as AgentState;
}

function processOfRow({ id, reading, outputOffset, inputOffset, startedMs }: AgentRow): AgentProcess {
  const {
    requests = [],
    requestsMade = 0,
    hasEnded = false,
    refusedToResume = false,
    toolUses = [],
    provider,
    updates = [],
    // The holder will say how far it is.
    confirmedInput = 0,
    isInputEnded = false,
    ledger,
    ...conversation
  } = JSON.parse(reading) as ReadingColumn;
  const input = { offset: inputOffset, confirmed: confirmedInput, isEnded: isInputEnded };
  return {
    id,
    startedMs,
    conversation: { ...conversation, ledger: { ...ledger, prompts: ledger.prompts.map(promptOf) } },
    outputOffset,
    input,
    requests,
    requestsMade,
    hasEnded,
    refusedToResume,
    toolUses,
    ...(provider !== undefined && { provider }),
    updates,
  };
}

function promptOf(stored: StoredPrompt): WaitingForResult {
  if (!("taken" in stored)) return stored;
  const { taken, ...prompt } = stored;
  return { ...prompt, at: taken ? "taken" : "sent" };
}

/** 0.1.0 stored no requests: the first answer that comes is the one to `initialize`. */
function askedBefore(process: AgentProcess): AgentProcess {
  const purpose = { for: "handshake", hooked: true } as const;
  const request = { id: anyId, subtype: "initialize", purpose, untilMs: 0, timeoutMs: 60_000 };
  return { ...process, requests: [request] };
}

function factsOf(row: SessionRow): SessionFacts {
  const {
    number: _,
    state: __,
    createdMs: ___,
    updatedMs: ____,
    firstSeq: _____,
    lastSeq: ______,
    core: _______,
    neededFromMs: ________,
    options,
    ...facts
  } = row;
  return { ...facts, options: JSON.parse(options) as SessionOptions };
}

/** 0.1.0 knew one way to wait. */
function openAskOf({ agent, requestId, ask }: AskRow, column: AskColumn = { waitsIn: "request" }): OpenAsk {
  const { folder, deadlineBy } = column;
  return { ask: fromBinary(AskSchema, ask), waits: waitingOf(agent, requestId, column), folder, deadlineBy };
}

function waitingOf(
  agent: string,
  requestId: string,
  { waitsIn, sinceMs = 0, resumes, untilMs }: AskColumn,
): AskWaiting {
  if (waitsIn === "nothing") return { in: waitsIn };
  if (waitsIn === "parked") return { in: waitsIn, ...(untilMs !== undefined && { untilMs }) };
  return { in: waitsIn, agent, requestId, sinceMs, ...(resumes && { resumes }) };
}

/** The columns of a session that are other than before. */
export function changedColumns(before: SessionState, after: SessionState): SessionChanges {
  const changes: { -readonly [K in keyof SessionChanges]: SessionChanges[K] } = {};
  if (before.facts !== after.facts) {
    const { options, ...facts } = after.facts;
    for (const name of Object.keys(facts) as (keyof typeof facts)[])
      if (name !== "id" && before.facts[name] !== facts[name]) Object.assign(changes, { [name]: facts[name] });
    if (before.facts.options !== options) changes.options = JSON.stringify(options);
  }
  const phase = phaseOf(after);
  if (phaseOf(before) !== phase) changes.state = phase;
  if (!isSameCore(before, after)) changes.core = coreColumn(after);
  const needed = neededFromMs(after);
  if (neededFromMs(before) !== needed) changes.neededFromMs = needed ?? null;
  return changes;
}

function isSameCore(a: SessionState, b: SessionState): boolean {
  return (
    coreNames.every((name) => a[name] === b[name]) &&
    a.asks === b.asks &&
    a.waits === b.waits &&
    a.limitedTurns === b.limitedTurns &&
    a.payer === b.payer &&
    isSameAgent(a.agent, b.agent)
  );
}

/** But for its process. */
function isSameAgent(a: AgentState, b: AgentState): boolean {
  if (a === b) return true;
  const names = Object.keys(a) as (keyof AgentState)[];
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => (name as string) === "process" || a[name] === b[name])
  );
}

export function coreColumn(state: SessionState): string {
  const { waits, limitedTurns, payer } = state;
  const { process: _, ...agent } = state.agent as AgentState & { readonly process?: AgentProcess };
  const rest = Object.fromEntries(coreNames.map((name) => [name, state[name]])) as Pick<
    SessionState,
    (typeof coreNames)[number]
  >;
  const asks = Object.fromEntries(state.asks.map((open) => [open.ask.id, askColumn(open)]));
  const column: CoreColumn = { ...rest, agent, asks, waits, limitedTurns, payer };
  return JSON.stringify(column);
}

function askColumn({ waits, folder, deadlineBy }: OpenAsk): AskColumn {
  const { in: waitsIn, agent: _, requestId: __, ...rest } = { agent: "", requestId: "", ...waits };
  return { folder, waitsIn, ...rest, deadlineBy };
}

/** What of a process is stored as one text. It is made only when something in it is another. */
export function readingColumn({
  conversation,
  input,
  requests,
  requestsMade,
  hasEnded,
  refusedToResume,
  toolUses,
  provider,
  updates,
}: AgentProcess): string {
  const { confirmed: confirmedInput, isEnded: isInputEnded } = input;
  const column: ReadingColumn = {
    ...conversation,
    requests,
    requestsMade,
    hasEnded,
    refusedToResume,
    toolUses,
    provider,
    updates,
    confirmedInput,
    isInputEnded,
  };
  return JSON.stringify(column);
}

export function isSameReading(a: AgentProcess, b: AgentProcess): boolean {
  return (
    a.conversation === b.conversation &&
    a.requests === b.requests &&
    a.requestsMade === b.requestsMade &&
    a.hasEnded === b.hasEnded &&
    a.refusedToResume === b.refusedToResume &&
    a.toolUses === b.toolUses &&
    a.provider === b.provider &&
    a.updates === b.updates &&
    a.input.isEnded === b.input.isEnded
  );
}

export function askRow(ask: Ask, waits: AskWaiting): AskRow {
  const { agent, requestId } = "agent" in waits ? waits : { agent: "", requestId: "" };
  return {
    id: ask.id,
    session: ask.sessionId,
    agent,
    requestId,
    open: ask.state === AskState.OPEN,
    createdMs: Number(ask.createdMs),
    ask: toBinary(AskSchema, ask),
  };
}

export function promptRow(session: string, prompt: WaitingPrompt): PromptRow {
  return { session, ...prompt };
}

export function agentRow(session: string, process: AgentProcess): AgentRow {
  const { id, outputOffset, input, startedMs } = process;
  return { id, session, reading: readingColumn(process), outputOffset, inputOffset: input.offset, startedMs };
}
