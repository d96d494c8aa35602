/** After so many tries it is given up: about two hours after the first. */
export const maxAttempts = 10;

const firstMs = 2000;
const factor = 3;
const maxMs = 30 * 60_000;

/** How long to wait after so many tries, at least as long as the receiver asks for. `chance`: from 0 to 1, so that not all come back at once. */
export function retryDelayMs(attempts: number, chance: number, askedMs = 0): number {
  const most = Math.min(maxMs, firstMs * factor ** (attempts - 1));
  return Math.round(Math.max(most * (0.5 + chance / 2), Math.min(askedMs, maxMs)));
}
