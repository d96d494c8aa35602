import { isBridleError } from "../../errors.ts";
import { type Fields, isFields, list, number, objects, text, texts } from "../../wire/fields.ts";
import type { HostLink } from "./host-link.ts";

const defaultTimeoutMs = 60_000;

interface Matcher {
  readonly matches: (value: string | undefined) => boolean;
  readonly callbackIds: readonly string[];
  readonly timeoutMs: number;
}

/** What the callbacks of one event said, together. */
export interface HookVerdict {
  /** deny outranks ask, ask outranks allow. */
  readonly decision: "allow" | "deny" | "ask" | undefined;
  readonly reason: string;
  readonly updatedInput: Fields | undefined;
  /** Text for the model. */
  readonly contexts: readonly string[];
  /** The turn shall end here. */
  readonly stops: string | undefined;
}

const silent: HookVerdict = {
  decision: undefined,
  reason: "",
  updatedInput: undefined,
  contexts: [],
  stops: undefined,
};

/** The hooks a host registered in `initialize`. */
export class HostHooks {
  readonly #link: HostLink;
  readonly #onFailure: (event: string, callbackId: string) => void;
  #events = new Map<string, readonly Matcher[]>();

  /** `onFailure`: a callback had no usable answer, which counts as none. */
  constructor(link: HostLink, onFailure: (event: string, callbackId: string) => void) {
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
    input: Fields,
    place: { subject?: string; toolUseId: string; signal: AbortSignal },
  ): Promise<HookVerdict> {
    const matching = (this.#events.get(event) ?? []).filter(({ matches }) => matches(place.subject));
    if (matching.length === 0) return silent;
    const request = { input: { ...input, hook_event_name: event }, tool_use_id: place.toolUseId };
    const calls = matching.flatMap(({ callbackIds, timeoutMs }) =>
      callbackIds.map((id) =>
        this.#link
          .callHook({ callback_id: id, ...request }, timeoutMs, place.signal)
          .catch((error: unknown): Fields => {
            place.signal.throwIfAborted();
            // Who can say no is gone: that is no yes.
            if (event === "PreToolUse" && isBridleError(error, "closed")) return hostIsGone;
            this.#onFailure(event, id);
            return {};
          }),
      ),
    );
    return (await Promise.all(calls)).map(readVerdict).reduce(together, silent);
  }
}

const hostIsGone: Fields = { decision: "block", reason: "the host was gone before its hook answered" };

function readMatcher(fields: Fields): Matcher {
  const seconds = number(fields.timeout);
  return {
    matches: matcherOf(text(fields.matcher)),
    callbackIds: texts(list(fields.hookCallbackIds)),
    timeoutMs: seconds === undefined || !(seconds > 0) ? defaultTimeoutMs : seconds * 1000,
  };
}

/** A name, several with `|`, or a pattern; none and `*` match everything. */
function matcherOf(matcher: string | undefined): Matcher["matches"] {
  if (matcher === undefined || matcher === "" || matcher === "*") return () => true;
  try {
    const pattern = new RegExp(`^(?:${matcher})$`);
    return (value) => value !== undefined && pattern.test(value);
  } catch {
    return (value) => value === matcher;
  }
}

function readVerdict(answer: Fields): HookVerdict {
  const specific = isFields(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {};
  const legacy = { block: "deny", approve: "allow" }[text(answer.decision) ?? ""];
  const said = text(specific.permissionDecision) ?? legacy;
  const context = text(specific.additionalContext);
  return {
    decision: said === "allow" || said === "deny" || said === "ask" ? said : undefined,
    reason: text(specific.permissionDecisionReason) ?? text(answer.reason) ?? "",
    updatedInput: isFields(specific.updatedInput) ? specific.updatedInput : undefined,
    contexts: context === undefined || context === "" ? [] : [context],
    stops: answer.continue === false ? (text(answer.stopReason) ?? "A hook ended the turn.") : undefined,
  };
}

const rank = { deny: 3, ask: 2, allow: 1, none: 0 } as const;

function together(a: HookVerdict, b: HookVerdict): HookVerdict {
  const stronger = rank[b.decision ?? "none"] > rank[a.decision ?? "none"] ? b : a;
  return {
    decision: stronger.decision,
    reason: stronger.reason,
    updatedInput: b.updatedInput ?? a.updatedInput,
    contexts: [...a.contexts, ...b.contexts],
    stops: a.stops ?? b.stops,
  };
}
