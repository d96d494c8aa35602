/** A tool use that wants permission. */
export interface Ask {
  readonly toolName: string;
  readonly input: { readonly [field: string]: unknown };
  /** The folder the tool runs in now: a shell may have gone elsewhere. Absolute. */
  readonly cwd: string;
  /** False: the shell may be elsewhere, and no rule for a relative path allows anything. */
  readonly isCwdKnown?: boolean;
  /** Every folder it may work in, absolute, the primary one first. */
  readonly directories: readonly string[];
}
