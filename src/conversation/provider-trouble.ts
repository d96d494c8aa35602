/** Why the model's provider did not answer, where that is nobody's fault and passes. `endsMs`: as the agent told it. */
export type ProviderTrouble =
  | { readonly kind: "limit"; readonly endsMs: number | undefined }
  /** There is no login, or it is no longer good. */
  | { readonly kind: "login" };

/** What an agent said of a turn that failed. */
interface FailedTurn {
  /** Its own word for what failed, on the message that tells of it. */
  readonly error: string | undefined;
  readonly status: number | undefined;
  readonly text: string;
  /** When the limit ends, from what it told of its limits before. */
  readonly endsMs: number | undefined;
}

/** Undefined: it failed for another reason. Versions without words and status have only their text. */
export function providerTrouble({ error, status, text, endsMs }: FailedTurn): ProviderTrouble | undefined {
  if (error === "authentication_failed" || status === 401 || (error === undefined && loginTexts.test(text)))
    return { kind: "login" };
  const until = /usage limit reached\|(\d{10,13})/i.exec(text)?.[1];
  const isLimit = error === "rate_limit" || status === 429 || until !== undefined;
  if (!isLimit && !(error === undefined && limitTexts.test(text))) return undefined;
  return { kind: "limit", endsMs: endsMs ?? (until === undefined ? undefined : msOf(Number(until))) };
}

const loginTexts =
  /^(Invalid API key|Not logged in|Failed to authenticate|API Error: 401\b|OAuth token (has expired|revoked))/;
const limitTexts = /^(API Error: (429\b|Request rejected \(429\))|You've hit your .{1,40} limit)/;

/** Agents tell times in seconds or milliseconds. */
export function msOf(time: number): number {
  return time < 1e11 ? time * 1000 : time;
}
