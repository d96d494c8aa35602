/** What an agent told of its provider in the turn that runs. */
export interface ProviderSaid {
  /** Its word for why a request failed. */
  readonly error?: string | undefined;
  /** When the limit that was reached ends. */
  readonly endsMs?: number | undefined;
}
