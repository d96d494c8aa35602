export interface ControlOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}
