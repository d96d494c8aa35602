import type { Ask } from "../../src/api/gen/bridle/v1/ask_pb.js";
import type { Denial, JudgedRequest } from "../../src/daemon/core/input.ts";
import type { Happening } from "../../src/daemon/session/happening.ts";
import { type Fields, isFields } from "../../src/wire/fields.ts";

/** A call of a tool, as an agent makes it. What becomes of it follows from its command. */
export interface ToolCall {
  /** By which its use is known. */
  readonly id: string;
  readonly command: string;
  readonly isQuestion: boolean;
}

/** What an agent's own settings say of a call. */
interface Traits {
  /** It asks where nobody has an opinion. */
  readonly asks: boolean;
  /** It asks also where a hook has allowed it. */
  readonly asksAnyway: boolean;
  /** That it asks is known before. */
  readonly isForeseen: boolean;
}

export function traitsOf({ command, isQuestion }: Pick<ToolCall, "command" | "isQuestion">): Traits {
  const n = sumOf(command);
  const asks = isQuestion || n % 6 !== 0;
  return { asks, asksAnyway: asks && n % 7 === 1, isForeseen: asks && n % 4 !== 1 };
}

export type Judgement = Omit<JudgedRequest, "kind" | "request" | "askId" | "isAttended">;

/** What the rules say of a request. `isLate`: one that forbids came. */
export function judge(
  { subtype, ...payload }: JudgedRequest["request"]["frame"]["request"],
  isLate: boolean,
): Judgement {
  const isHook = subtype === "hook_callback";
  const use = isHook && isFields(payload.input) ? payload.input : payload;
  const input = isHook ? use.tool_input : use.input;
  const call = callOf(String(use.tool_name), isFields(input) ? input : {});
  const effect = effectOf(sumOf(call.command), isLate);
  const decision = effect && ({ effect, by: "a rule", rule: "a rule" } as const);
  const { asks, isForeseen } = traitsOf(call);
  const willBeAsked = isHook && (effect === "ask" || (asks && isForeseen));
  return { decision, digest: `d-${call.command}`, willBeAsked, suggestions: [] };
}

/** What the rules forbid of what a person allows. */
export function denialOf(ask: Ask, input: Happening, isLate: boolean): Denial | undefined {
  const updated =
    input.type === "decide" && input.verdict.behavior === "allow" ? input.verdict.updatedInput : undefined;
  const isAllowed = input.type === "decide" ? input.verdict.behavior === "allow" : input.type === "answer_question";
  if (!isAllowed) return undefined;
  const { command } = callOf(ask.toolName, updated ?? (JSON.parse(ask.inputJson) as Fields));
  const rule = { effect: "deny", by: "a rule", rule: "a rule" } as const;
  const of = updated === undefined ? "asked" : "changed";
  return effectOf(sumOf(command), isLate) === "deny" ? { of, rule } : undefined;
}

export function inputOf({ command, isQuestion }: Pick<ToolCall, "command" | "isQuestion">): object {
  const options = [{ label: "a" }, { label: "b" }];
  return isQuestion
    ? { questions: [{ question: "Which?", header: command, multiSelect: false, options }] }
    : { command };
}

function callOf(
  toolName: string,
  input: { readonly [name: string]: unknown },
): Pick<ToolCall, "command" | "isQuestion"> {
  const [question] = Array.isArray(input.questions) ? (input.questions as { readonly header: string }[]) : [];
  return { command: String(question?.header ?? input.command), isQuestion: toolName === "AskUserQuestion" };
}

function effectOf(n: number, isLate: boolean): "allow" | "deny" | "ask" | undefined {
  if (n % 13 === 3) return isLate ? "deny" : undefined;
  return n % 13 === 0 ? "allow" : n % 13 === 1 ? "deny" : n % 13 === 2 ? "ask" : undefined;
}

function sumOf(text: string): number {
  return [...text].reduce((all, letter, at) => all + letter.charCodeAt(0) * (at + 1), 0);
}
