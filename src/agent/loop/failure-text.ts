import type { ModelFailure } from "../model/model-failure.ts";

/** What a person reads when the model could not answer. */
export function failureText({ message, facts }: ModelFailure, model: string): string {
  const { status, kind } = facts;
  // Nothing was sent: it says what to do before anything can be.
  if (status === null && kind === "authentication_failed") return message;
  if (status === null) return `API Error: ${message}`;
  if (status === 401 || status === 403) return `Failed to authenticate. API Error: ${status} ${message}`;
  if (status === 404)
    return `There's an issue with the selected model (${model}). It may not exist or you may not have access to it. API Error: 404 ${message}`;
  if (status === 429) return `API Error: Request rejected (429) · ${message}`;
  if (status >= 500)
    return `API Error: ${status} ${message}. This is a server-side issue, usually temporary — try again in a moment.`;
  return `API Error: ${status} ${message}`;
}
