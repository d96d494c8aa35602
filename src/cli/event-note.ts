import { type Ask, AskState } from "../api/gen/bridle/v1/ask_pb.js";
import { type Event, PromptState, TurnOutcome } from "../api/gen/bridle/v1/event_pb.js";
import { SessionState } from "../api/gen/bridle/v1/session_pb.js";
import { oneLine, styled } from "./output.ts";

/** A line about an event that is no text; undefined: there is nothing to say. */
export function noteOf({ kind }: Event): string | undefined {
  const note = kind.case === undefined ? undefined : (notes[kind.case] as Note<unknown> | undefined);
  return note?.(kind.value);
}

type Note<V> = (value: V) => string | undefined;
type Kind = Event["kind"];
type Case = Exclude<Kind["case"], undefined>;

const notes: { readonly [C in Case]?: Note<Extract<Kind, { case: C }>["value"]> } = {
  // The question itself is told.
  toolStart: ({ name, inputJson }) =>
    isQuestion(name) ? undefined : styled("dim", `→ ${oneLine(name, 100)} ${summary(inputJson)}`),
  toolResult: ({ name, contentJson, isError }) =>
    isError ? styled("red", `✗ ${oneLine(name, 100)} ${oneLine(textsOf(contentJson).join(" "), 200)}`) : undefined,
  permissionRequest: ({ ask }) => ask && askLine(ask),
  question: ({ ask }) => ask && askLine(ask),
  permissionResolved: ({ state, decidedBy, reason, toolName, editedInputJson }) => {
    const edited = editedInputJson === "" ? "" : `with another input: ${summary(editedInputJson)}`;
    const why = [byWhom(decidedBy), reason, edited].filter((part) => part !== "").join(": ");
    return styled(
      "dim",
      `  ${isQuestion(toolName) ? "" : `${oneLine(toolName, 100)} `}${askStateName(state, toolName)} ${oneLine(why, 160)}`,
    );
  },
  prompt: ({ state, position }) => {
    if (state === PromptState.CANCELLED) return styled("dim", "  a prompt was taken back");
    const waits = state === PromptState.QUEUED && position > 0;
    return waits ? styled("dim", `  a prompt waits behind ${position}`) : undefined;
  },
  notice: ({ word, fieldsJson }) => {
    const text = word.startsWith("bridle/") ? noticeText(word, fieldsJson) : agentWarning(word, fieldsJson);
    return text === undefined ? undefined : styled("yellow", `! ${text}`);
  },
  error: ({ message }) => styled("red", `! ${message}`),
  statusChange: ({ state, reason }) => {
    const isOver = state === SessionState.CRASHED || state === SessionState.CLOSED;
    return isOver ? styled("yellow", `  the session is ${stateName(state)} ${reason}`.trimEnd()) : undefined;
  },
  turnComplete: ({ outcome, errors, subtype }) => {
    if (outcome === TurnOutcome.SUCCESS) return undefined;
    if (outcome === TurnOutcome.DEFERRED) return styled("yellow", "  paused until its tool call is decided");
    if (outcome === TurnOutcome.INTERRUPTED || outcome === TurnOutcome.CANCELLED) return styled("red", "✗ interrupted");
    // An outcome without a name of ours has the agent's.
    const named = outcome === TurnOutcome.ERROR && subtype !== "" ? ` (${oneLine(subtype, 100)})` : "";
    return styled(
      "red",
      `✗ the turn ended: ${outcomeName(outcome)}${named} ${oneLine(errors.join("; "), 1000)}`.trimEnd(),
    );
  },
};

/** An ask for a person, with the beginning of its id to answer it by. */
export function askLine(ask: Ask): string {
  const what =
    ask.questions.length > 0 ? ask.questions.map(({ question }) => question).join(" ") : summary(ask.inputJson);
  const verb = ask.questions.length > 0 ? "asks you" : `wants ${oneLine(ask.toolName, 100)}`;
  return `${styled("yellow", `? ${shortId(ask.id)} ${verb}:`)} ${oneLine(what, 300)}`;
}

/** Who decided, for a person: over the unix socket nobody has a name. */
export function byWhom(decidedBy: string): string {
  return decidedBy === "local" ? "on this machine" : `by ${oneLine(decidedBy, 160)}`;
}

export function shortId(id: string): string {
  return id.slice(0, 8);
}

export function stateName(state: SessionState): string {
  return (SessionState[state] ?? "unknown").toLowerCase();
}

function outcomeName(outcome: TurnOutcome): string {
  return (TurnOutcome[outcome] ?? "unknown").toLowerCase().replaceAll("_", " ");
}

const askStates: { readonly [state: number]: string } = {
  [AskState.ALLOWED]: "allowed",
  [AskState.DENIED]: "denied",
  [AskState.CANCELLED]: "withdrawn",
  [AskState.EXPIRED]: "expired",
};

/** A question is answered, not allowed. */
const questionStates: { readonly [state: number]: string } = {
  [AskState.ALLOWED]: "answered",
  [AskState.DENIED]: "declined",
};

export function askStateName(state: AskState, toolName: string): string {
  return (isQuestion(toolName) ? questionStates[state] : undefined) ?? askStates[state] ?? "open";
}

function isQuestion(toolName: string): boolean {
  return toolName === "AskUserQuestion";
}

/** What a person recognises a call by: its command, path or the like, else all of it. */
function summary(inputJson: string): string {
  const input = parsed(inputJson);
  if (typeof input !== "object" || input === null) return oneLine(inputJson, 200);
  const { command, file_path, path, pattern, url, description } = input as { readonly [name: string]: unknown };
  const subject = [command, file_path, path, pattern, url, description].find((value) => typeof value === "string");
  return oneLine(typeof subject === "string" ? subject : inputJson, 200);
}

interface Block {
  readonly type: unknown;
  readonly text: unknown;
}

/** The texts of content: a string, or blocks. */
export function textsOf(contentJson: string): string[] {
  return blocksOf(contentJson).flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []));
}

/** All of a content in one text; what is no text by its type. */
export function wordsOf(contentJson: string): string {
  return blocksOf(contentJson)
    .map(({ type, text }) => (typeof text === "string" ? text : `[${String(type)}]`))
    .join(" ");
}

function blocksOf(contentJson: string): readonly Block[] {
  const content = parsed(contentJson);
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.map((block: unknown) => (block ?? {}) as Block) : [];
}

function noticeText(word: string, fieldsJson: string): string {
  const { message } = (parsed(fieldsJson) ?? {}) as { readonly message?: unknown };
  return typeof message === "string" ? oneLine(message, 300) : oneLine(word, 100);
}

/** What an agent wants a person to know: settings that do not count, hooks that failed. */
function agentWarning(word: string, fieldsJson: string): string | undefined {
  if (word !== "system/informational") return undefined;
  const { content, level } = (parsed(fieldsJson) ?? {}) as { readonly content?: unknown; readonly level?: unknown };
  return typeof content === "string" && level !== "info" ? oneLine(content, 300) : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
