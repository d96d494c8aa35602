import { ModelFailure } from "../model/model-failure.ts";

/** Did the model API refuse the request because the conversation is too long for it? Each says it in its own words. */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof ModelFailure)) return false;
  const { status, type } = error.facts;
  if (status === 413 || type === "request_too_large") return true;
  return status === 400 && wording.test(error.message);
}

const wording =
  /prompt is too long|too many (input )?tokens|context[ _-]?(length|window|size)|maximum context|exceeds? .*\b(tokens?|context)\b|input is too long/i;
