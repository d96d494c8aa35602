import { randomUUID } from "node:crypto";
import { type Fields, isFields } from "../../wire/fields.ts";
import type { ToolUseInput } from "../model/content-block.ts";
import { type ConfiguredHook, unreadable } from "./configured-hooks.ts";
import { readOutput, startsBehind } from "./hook-answer.ts";
import { combined, type HookInput, type HookVerdict, onlyRestricting, silent, withoutAllow } from "./hook-verdict.ts";
import { type HookEnd, runHook } from "./run-hook.ts";

export interface CommandHookParts {
  readonly cwd: string;
  readonly env: () => NodeJS.ProcessEnv;
  /** The hooks as settings have them now. */
  readonly configured: () => readonly ConfiguredHook[];
  /** How much of a tool call the rule in a hook's condition is about. */
  readonly fit: (condition: string, call: ConditionedCall) => ConditionFit;
  readonly notice: (subtype: string, fields: Fields) => void;
  /** What a hook that nobody waited for says to the model. */
  readonly onLateContext: (text: string) => void;
  /** `--include-hook-events`. */
  readonly reportsEvents: boolean;
}

/** How much of a call a condition is about. What cannot be decided is `partly`. */
type ConditionFit = "not" | "partly" | "wholly";

interface ConditionedCall {
  readonly name: string;
  readonly input: ToolUseInput;
}

export interface HookContext {
  /** What a matcher looks at: the tool's name, the source, the trigger. */
  readonly subject?: string;
  readonly toolUseId: string;
  readonly signal: AbortSignal;
}

/** Unless the hook says otherwise; as Claude Code. */
const defaultTimeoutMs = 600_000;
const endTimeoutMs = 1_500;

/** The hooks of settings files: commands that read what happens on standard input. */
export class CommandHooks {
  readonly #parts: CommandHookParts;
  /** Those that nobody waits for. */
  readonly #behind = new Set<Promise<void>>();
  readonly #over = new AbortController();
  readonly #start: typeof runHook;

  constructor(parts: CommandHookParts, start = runHook) {
    this.#parts = parts;
    this.#start = start;
  }

  has(event: string, more: readonly ConfiguredHook[] = []): boolean {
    return [...this.#parts.configured(), ...more].some((hook) => hook.event === event);
  }

  /** Runs all that match, at once; a command that several places name runs once. `more` come on top of those of settings. */
  async call(
    event: string,
    input: HookInput,
    context: HookContext,
    more: readonly ConfiguredHook[] = [],
  ): Promise<HookVerdict> {
    const all = [...this.#parts.configured(), ...more];
    const matching = all.filter((hook) => hook.event === event && hook.matches(context.subject));
    const different = new Map(matching.map((hook) => [hook.key, hook]));
    const verdicts = await Promise.all(Array.from(different.values(), (hook) => this.#run(hook, input, context)));
    return verdicts.reduce(combined, silent);
  }

  async #run(hook: ConfiguredHook, input: HookInput, context: HookContext): Promise<HookVerdict> {
    const fit = this.#fit(hook, input);
    if (fit === "not") return silent;
    if (hook.standing === "held") return { ...silent, decision: "ask", reason: heldBack(hook) };
    const verdict = await this.#runFitting(hook, input, context);
    if (hook.standing === "guard") return onlyRestricting(verdict);
    // A yes to a part of a call is none to the rest of it.
    return fit === "wholly" ? verdict : withoutAllow(verdict);
  }

  #fit({ condition }: ConfiguredHook, { tool_name: name, tool_input: tool }: HookInput): ConditionFit {
    if (condition === undefined || typeof name !== "string") return "wholly";
    if (condition === unreadable) return "partly";
    return this.#parts.fit(condition, { name, input: isFields(tool) ? tool : {} });
  }

  async #runFitting(hook: ConfiguredHook, input: HookInput, context: HookContext): Promise<HookVerdict> {
    const name = nameOf(hook.event, context.subject);
    const about = { hook_id: randomUUID(), hook_name: name, hook_event: hook.event };
    // Claude Code always tells of those that run before there is a turn, and never of those behind the last one.
    const isReported = hook.event === "SessionStart" || (this.#parts.reportsEvents && hook.event !== "SessionEnd");
    const reportEnd = (end: HookEnd): void => {
      if (isReported) this.#parts.notice("hook_response", { ...about, ...responseOf(end) });
    };
    if (isReported) this.#parts.notice("hook_started", about);
    const waiting = new AbortController();
    const abort = (): void => waiting.abort();
    context.signal.addEventListener("abort", abort, { once: true });
    if (context.signal.aborted && !hook.isAsync) abort();
    const behind = Promise.withResolvers<"behind">();
    if (hook.isAsync) behind.resolve("behind");
    const signal = AbortSignal.any([waiting.signal, this.#over.signal]);
    const running = this.#end(hook, input, signal, (line) => startsBehind(line) && behind.resolve("behind"));
    const end = await Promise.race([behind.promise, running]);
    context.signal.removeEventListener("abort", abort);
    if (end === "behind") {
      this.#leaveBehind(hook, running, reportEnd);
      return silent;
    }
    reportEnd(end);
    context.signal.throwIfAborted();
    return this.#verdict(hook, end, name, context);
  }

  #leaveBehind(hook: ConfiguredHook, running: Promise<HookEnd>, reportEnd: (end: HookEnd) => void): void {
    const left = this.#awaitLate(hook, running, reportEnd).finally(() => this.#behind.delete(left));
    this.#behind.add(left);
  }

  /** It decides nothing any more: what it says is for the model to know with the next prompt. */
  async #awaitLate(hook: ConfiguredHook, running: Promise<HookEnd>, reportEnd: (end: HookEnd) => void): Promise<void> {
    const end = await running;
    if (this.#over.signal.aborted) return;
    reportEnd(end);
    const [first = "", ...others] = end.stdout.split("\n");
    const said = startsBehind(first) ? others.join("\n") : end.stdout;
    this.#addLateContext(hook, end.isCut ? "" : said);
  }

  #addLateContext(hook: ConfiguredHook, stdout: string): void {
    const output = readOutput(stdout, hook.event);
    if (output?.kind !== "answer") return;
    const said = [...output.verdict.messages, ...output.verdict.contexts].join("\n");
    if (said !== "") this.#parts.onLateContext(said);
  }

  /** Ends those that nobody waits for, with all they started. */
  async close(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#behind);
  }

  #end(
    hook: ConfiguredHook,
    input: HookInput,
    signal: AbortSignal,
    onFirstLine: (line: string) => void,
  ): Promise<HookEnd> {
    const { command, event } = hook;
    if (command === undefined)
      return Promise.resolve({
        stdout: "",
        stderr: `${hook.title} cannot be run by this agent`,
        exitCode: null,
        how: "ended",
        isCut: false,
      });
    const { cwd } = this.#parts;
    const env: NodeJS.ProcessEnv = { ...this.#parts.env(), CLAUDE_PROJECT_DIR: cwd, ...hook.env };
    const wanted = hook.timeoutMs ?? defaultTimeoutMs;
    // Whoever ends the session does not wait long.
    const bound = Number(env.CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS) || endTimeoutMs;
    const timeoutMs = event === "SessionEnd" ? Math.min(wanted, bound) : wanted;
    const line = `${JSON.stringify(input)}\n`;
    return this.#start({ command, args: hook.args, input: line, cwd, env, timeoutMs, signal, onFirstLine });
  }

  #verdict(hook: ConfiguredHook, end: HookEnd, name: string, context: HookContext): HookVerdict {
    const { event, title } = hook;
    if (hook.blocksOnFailure && hasFailed(end, event)) return blocked(`[${title}]: ${end.stderr || "it failed"}`);
    if (end.how === "ended" && end.exitCode === 2) return blocked(`[${title}]: ${end.stderr || "No stderr output"}`);
    const output = end.isCut ? ({ kind: "unusable" } as const) : readOutput(end.stdout, event);
    if (!isOver(end) || output.kind === "unusable") return this.#withoutVerdict(hook, end.how === "timed out", context);
    if (output.kind === "answer") {
      const contexts = output.verdict.contexts.map((text) => `${event} hook additional context: ${text}`);
      const verdict = { ...output.verdict, contexts };
      // One that failed behind its answer may not have come to what it would have forbidden.
      return end.exitCode === 0 ? verdict : withoutAllow(verdict);
    }
    // Only before a session and a prompt is what a hook says meant for the model.
    const isContext = (event === "SessionStart" || event === "UserPromptSubmit") && end.exitCode === 0;
    if (event === "PreCompact" && end.exitCode === 0 && output.text !== "")
      return { ...silent, contexts: [output.text] };
    return isContext && output.text !== "" ? { ...silent, contexts: [`${name} hook success: ${output.text}`] } : silent;
  }

  /** A guard that said nothing has not let anything through: a person decides, and where nobody can be asked it is a no. */
  #withoutVerdict({ event, title }: ConfiguredHook, timedOut: boolean, { toolUseId }: HookContext): HookVerdict {
    if (event === "UserPromptSubmit")
      return blocked(
        `[${title}]: the hook ${timedOut ? "didn't answer in time" : "gave no usable answer"}, so it has not let the prompt through. Mend it, or take it out of the settings.`,
      );
    if (event !== "PreToolUse" && event !== "PermissionRequest") return silent;
    const what = timedOut ? "A hook didn't answer in time" : "A hook gave no usable answer";
    const content = `${what}, so it didn't check this action.`;
    const hook_no_verdict = { hook_event: event, tool_use_id: toolUseId, timed_out: timedOut };
    this.#parts.notice("informational", { content, level: "warning", tag: "hook_no_verdict", hook_no_verdict });
    return event === "PreToolUse" ? { ...silent, decision: "ask", reason: content } : silent;
  }
}

function heldBack({ file, title }: ConfiguredHook): string {
  return `A hook of ${file} guards this, and was not run, since nobody has trusted that folder: [${title}]`;
}

function blocked(reason: string): HookVerdict {
  return { ...silent, decision: "deny", reason, answer: { behavior: "deny", message: reason } };
}

function hasFailed(end: HookEnd, event: string): boolean {
  if (end.how !== "ended" || (end.exitCode !== 0 && end.exitCode !== 2)) return true;
  return end.isCut || readOutput(end.stdout, event).kind === "unusable";
}

/** Did it run to its end? Not what no program was found for, nor what a signal ended. */
function isOver({ how, exitCode }: HookEnd): boolean {
  if (how !== "ended" || exitCode === null || exitCode === 126 || exitCode === 127) return false;
  return exitCode <= 128 || exitCode > 128 + lastSignal;
}

const lastSignal = 64;

/** What stands behind the event is what its matcher looked at. */
function nameOf(event: string, subject: string | undefined): string {
  const isNamed = subject !== undefined && event !== "SubagentStop" && event !== "Notification";
  return isNamed ? `${event}:${subject}` : event;
}

function responseOf({ stdout, stderr, exitCode, how }: HookEnd): Fields {
  return {
    output: stdout + stderr,
    stdout,
    stderr,
    exit_code: how === "ended" ? (exitCode ?? 1) : 1,
    outcome: how === "ended" ? (exitCode === 0 ? "success" : "error") : "cancelled",
  };
}
