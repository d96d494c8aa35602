import { type Fields, isFields, text } from "../../wire/fields.ts";
import { type HookDecision, type HookVerdict, rank } from "./hook-verdict.ts";

/** The JSON that a hook answers with, whether a host's callback or a command wrote it. */
export function readAnswer(answer: Fields): HookVerdict {
  const specific = isFields(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {};
  const [named, older] = [decisionOf(specific.permissionDecision, words), decisionOf(answer.decision, olderWords)];
  const [ownReason, olderReason] = [text(specific.permissionDecisionReason), text(answer.reason)];
  // Who says yes in one word and no in another has said no.
  const isOlder = rank(older) > rank(named);
  const context = text(specific.additionalContext);
  const message = text(answer.systemMessage);
  return {
    decision: isOlder ? older : named,
    reason: (isOlder ? (olderReason ?? ownReason) : (ownReason ?? olderReason)) ?? "",
    updatedInput: isFields(specific.updatedInput) ? specific.updatedInput : undefined,
    contexts: context === undefined || context === "" ? [] : [context],
    messages: message === undefined || message === "" ? [] : [message],
    stops: answer.continue === false ? (text(answer.stopReason) ?? "A hook ended the turn.") : undefined,
    answer: isFields(specific.decision) ? specific.decision : undefined,
  };
}

type Words = { readonly [word: string]: HookDecision };
/** A no in the other one's word is a no; a yes is one only in its own. */
const words: Words = { allow: "allow", deny: "deny", ask: "ask", defer: "defer", block: "deny" };
const olderWords: Words = { approve: "allow", block: "deny", deny: "deny", ask: "ask" };

function decisionOf(word: unknown, known: Words): HookDecision | undefined {
  return typeof word === "string" && Object.hasOwn(known, word) ? known[word] : undefined;
}

/** What a command wrote: an answer, plain text, or JSON that is no answer. */
type HookOutput =
  | { readonly kind: "answer"; readonly verdict: HookVerdict }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unusable" };

export function readOutput(stdout: string, event: string): HookOutput {
  const trimmed = stdout.trim();
  const isMeant = trimmed.startsWith("{");
  const answer = isMeant ? parse(trimmed) : undefined;
  if (answer === undefined)
    return guards.has(event) && (isMeant || holdsAnswer(trimmed))
      ? { kind: "unusable" }
      : { kind: "text", text: trimmed };
  if (!isAnswer(answer, event)) return { kind: "unusable" };
  return { kind: "answer", verdict: readAnswer(answer) };
}

/** `{"async":true}`: nobody shall wait for what comes behind it. One that says more than that has decided something. */
export function startsBehind(firstLine: string): boolean {
  const answer = firstLine.trimStart().startsWith("{") ? parse(firstLine) : undefined;
  return answer?.async === true && Object.keys(answer).every((name) => name === "async" || name === "asyncTimeout");
}

/** An answer behind or between other words, which whoever wrote it did not mean to be passed over. */
function holdsAnswer(output: string): boolean {
  const lines = output.split("\n");
  const begins = lines.flatMap((line, index) => (line.trimStart().startsWith("{") ? [index] : []));
  const alone = begins.map((index) => lines[index] as string);
  const toTheEnd = begins.slice(-maxBeginnings).map((index) => lines.slice(index).join("\n"));
  return [...alone, ...toTheEnd].some((json) => {
    const answer = parse(json);
    return answer !== undefined && decides(answer);
  });
}

/** Looked at to the end of the output, which may be long. */
const maxBeginnings = 20;

function decides({ decision, hookSpecificOutput, continue: goesOn }: Fields): boolean {
  return decision !== undefined || hookSpecificOutput !== undefined || goesOn !== undefined;
}

/** What comes of these is not let through by an answer that cannot be read. */
const guards: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest", "UserPromptSubmit"]);

function parse(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const kinds: { readonly [field: string]: "boolean" | "string" } = {
  continue: "boolean",
  suppressOutput: "boolean",
  stopReason: "string",
  systemMessage: "string",
  reason: "string",
};

/** A word that is none must not be taken for silence: who wrote it meant something. */
function isAnswer(answer: Fields, event: string): boolean {
  for (const [field, kind] of Object.entries(kinds))
    if (answer[field] !== undefined && typeof answer[field] !== kind) return false;
  if (!isOneOf(answer.decision, ["approve", "block"])) return false;
  // Said in the wrong place.
  if (guards.has(event) && (answer.permissionDecision !== undefined || answer.behavior !== undefined)) return false;
  const specific = answer.hookSpecificOutput;
  if (specific === undefined) return true;
  if (!isFields(specific) || specific.hookEventName !== event) return false;
  if (!isOneOf(specific.permissionDecision, ["allow", "deny", "ask", "defer"])) return false;
  if (specific.updatedInput !== undefined && !isFields(specific.updatedInput)) return false;
  if (event === "PreToolUse") return specific.decision === undefined && specific.behavior === undefined;
  if (event !== "PermissionRequest") return true;
  return isFields(specific.decision) && isOneOf(specific.decision.behavior, ["allow", "deny"]);
}

function isOneOf(value: unknown, words: readonly string[]): boolean {
  return value === undefined || (typeof value === "string" && words.includes(value));
}
