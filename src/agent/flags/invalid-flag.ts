import { BridleError } from "../../errors.ts";

/** A flag with a value that it cannot have. */
export function invalidFlag(flag: string, allowed: string, found: string): BridleError<"invalid_option"> {
  return new BridleError("invalid_option", `--${flag} takes ${allowed}; found: ${found}`, {
    option: `--${flag}`,
    allowed,
    found,
  });
}
