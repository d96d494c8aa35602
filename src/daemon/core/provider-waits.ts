import { TurnOutcome } from "../../api/gen/bridle/v1/event_pb.js";
import type { Event, TurnComplete } from "../../conversation/event.ts";
import { msOf, type ProviderTrouble, providerTrouble } from "../../conversation/provider-trouble.ts";
import { isFields, number, text } from "../../wire/fields.ts";
import type { EventKind } from "../events/draft.ts";
import { holdBack, waitIsOver } from "./holding-back.ts";
import type { Transition } from "./transition.ts";

/** An event may tell why a turn is about to fail. */
export function heedProvider(t: Transition, event: Event): void {
  const said = t.process?.provider;
  if (event.type === "init" && said !== undefined) t.update({ provider: undefined });
  else if (event.type === "message" && event.parentToolUseId === undefined && event.error !== undefined)
    t.update({ provider: { ...said, error: event.error } });
  else if (event.type === "notice" && event.word === "rate_limit_event" && isFields(event.fields.rate_limit_info)) {
    const { status, resetsAt } = event.fields.rate_limit_info;
    const seconds = number(resetsAt);
    if (text(status) === "rejected" && seconds !== undefined)
      t.update({ provider: { ...said, endsMs: msOf(seconds) } });
  }
}

/** A turn that ended because the provider did not answer is told as one that waits, and so is the session. */
export function endedByProvider(t: Transition, { result, frame }: TurnComplete, kind: EventKind): EventKind {
  if (frame === undefined || kind.case !== "turnComplete") return kind;
  if (result.outcome !== "api_error") {
    if (result.outcome === "success") providerAnswered(t);
    return kind;
  }
  const { error, endsMs } = t.process?.provider ?? {};
  const { apiErrorStatus: status, text: said = "" } = result;
  const trouble = providerTrouble({ error, status, text: said, endsMs });
  if (trouble === undefined) return kind;
  waitFor(t, trouble);
  return { ...kind, value: { ...kind.value, outcome: TurnOutcome.WAITS } };
}

function providerAnswered(t: Transition): void {
  if (t.limitedTurns > 0) t.limitedTurns = 0;
  waitIsOver(t);
}

function waitFor(t: Transition, trouble: ProviderTrouble): void {
  const { id } = t.facts;
  if (trouble.kind === "login") {
    const reason = `the agent ${t.facts.agent} is not logged in, or its login is no longer good: log in (for Claude Code, run \`claude\` and type /login; or mend its API key), then \`bridle sessions retry ${id}\``;
    return holdBack(t, { for: "login", reason, untilMs: undefined });
  }
  t.limitedTurns += 1;
  const { wallMs } = t.clock;
  const isKnown = trouble.endsMs !== undefined && trouble.endsMs > wallMs;
  const endsMs = isKnown
    ? (trouble.endsMs ?? wallMs)
    : wallMs + Math.min(maxBackOffMs, backOffMs * 2 ** (t.limitedTurns - 1));
  // Once: a turn that was resumed and meets the limit again waits for a person.
  const resumes = t.limits.resumeAfterLimit && t.limitedTurns === 1;
  const reason = `a limit of the model's provider is reached; ${resumes ? "it goes on by itself" : "prompts that wait are sent"} when it is over, or with \`bridle sessions retry ${id}\``;
  holdBack(t, { for: "limit", reason, untilMs: endsMs + jitterMs(id), resumes });
}

/** Where the agent does not say when the limit ends. */
const backOffMs = 60_000;
const maxBackOffMs = 3_600_000;

/** Sessions that met one limit together do not all come back in the same second. */
function jitterMs(id: string): number {
  let sum = 0;
  for (let at = 0; at < id.length; at++) sum = (sum * 31 + id.charCodeAt(at)) % 30_000;
  return 1000 + sum;
}
