/**
 * - `offline`: the registry cannot be reached
 * - `no_npm`: there is no npm to install with
 * - `no_such_version`: the registry does not have it
 * - `incomplete`: it was installed, but what we need of it is missing, as on a platform it was not built for
 * - `failed`: npm failed in another way, or took too long
 */
export type InstallFailureReason = "offline" | "no_npm" | "no_such_version" | "incomplete" | "failed";

/** A package could not be put into the cache. `isEnvironment` tells whether a test may be skipped for it. */
export class InstallFailure extends Error {
  override readonly name = "InstallFailure";
  readonly reason: InstallFailureReason;

  constructor(reason: InstallFailureReason, message: string) {
    super(message);
    this.reason = reason;
  }

  /** True when the machine is the cause and not what was asked for. */
  get isEnvironment(): boolean {
    return this.reason === "offline" || this.reason === "no_npm" || this.reason === "incomplete";
  }
}
