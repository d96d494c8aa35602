import { isBridleError } from "../../errors.ts";
import { type Fields, isFields, list, objects, text, texts } from "../../wire/fields.ts";
import { readAnswer } from "./hook-answer.ts";
import { type HookMatcher, hookMatcher } from "./hook-matcher.ts";
import { hookTimeoutMs } from "./hook-timeout.ts";
import { combined, type HookInput, type HookVerdict, silent } from "./hook-verdict.ts";

const defaultTimeoutMs = 60_000;

interface Matcher {
  readonly matches: HookMatcher;
  readonly callbackIds: readonly string[];
  readonly timeoutMs: number;
}

/** The way to a host that has hooks. */
export interface HookLink {
  /** `hook_callback`; what it answered. */
  callHook(request: Fields, timeoutMs: number, signal: AbortSignal): Promise<Fields>;
}

/** The hooks a host registered in `initialize`. */
export class HostHooks {
  readonly #link: HookLink;
  readonly #onFailure: (event: string, callbackId: string) => void;
  #events = new Map<string, readonly Matcher[]>();

  /** `onFailure`: a callback had no usable answer, which counts as none. */
  constructor(link: HookLink, onFailure: (event: string, callbackId: string) => void) {
    this.#link = link;
    this.#onFailure = onFailure;
  }

  register(hooks: unknown): void {
    const events = Object.entries(isFields(hooks) ? hooks : {});
    this.#events = new Map(events.map(([event, matchers]) => [event, objects(matchers).map(readMatcher)]));
  }

  has(event: string): boolean {
    return this.#events.has(event);
  }

  /** Calls all that match, at once. `subject` is what a matcher looks at: the tool's name. */
  async call(
    event: string,
    input: HookInput,
    context: { subject?: string; toolUseId: string; signal: AbortSignal },
  ): Promise<HookVerdict> {
    const matching = (this.#events.get(event) ?? []).filter(({ matches }) => matches(context.subject));
    if (matching.length === 0) return silent;
    const request = { input: { ...input, hook_event_name: event }, tool_use_id: context.toolUseId };
    const calls = matching.flatMap(({ callbackIds, timeoutMs }) =>
      callbackIds.map((id) =>
        this.#link
          .callHook({ callback_id: id, ...request }, timeoutMs, context.signal)
          .catch((error: unknown): Fields => {
            context.signal.throwIfAborted();
            // Who can say no is gone: that is no yes.
            if (event === "PreToolUse" && isBridleError(error, "closed")) return hostIsGone;
            this.#onFailure(event, id);
            // Somebody may still be thinking about it.
            return event === "PreToolUse" && isBridleError(error, "timeout") ? notInTime : {};
          }),
      ),
    );
    return (await Promise.all(calls)).map(readAnswer).reduce(combined, silent);
  }
}

const hostIsGone: Fields = { decision: "block", reason: "the host was gone before its hook answered" };

const notInTime: Fields = {
  decision: "block",
  reason: "the hook did not respond before its timeout (the host may be unreachable); the call was not executed",
};

function readMatcher(fields: Fields): Matcher {
  return {
    // What is no expression is taken for everything: a guard too many asks, one too few lets through.
    matches: hookMatcher(text(fields.matcher)) ?? (() => true),
    callbackIds: texts(list(fields.hookCallbackIds)),
    timeoutMs: hookTimeoutMs(fields.timeout) ?? defaultTimeoutMs,
  };
}
