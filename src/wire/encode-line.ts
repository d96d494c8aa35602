import { BridleError } from "../errors.ts";

/**
 * One JSON value as one line, LF included. Parsing takes any depth, encoding
 * does not: a value nested some thousands deep overflows the stack, so that
 * and everything else JSON cannot hold becomes a typed error without content.
 */
export function encodeLine(value: object): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError && /string length/i.test(error.message)) {
      throw new BridleError("unencodable", "the value is too long to be written as a line", { reason: "too_long" });
    }
    if (error instanceof RangeError) {
      throw new BridleError("unencodable", "the value is nested too deeply to be written as a line", {
        reason: "too_deep",
      });
    }
    if (error instanceof TypeError && /circular|cyclic/i.test(error.message)) {
      throw new BridleError("unencodable", "the value refers to itself", { reason: "cyclic" });
    }
  }
  if (json === undefined) throw new BridleError("unencodable", "the value has no JSON form", { reason: "not_json" });
  return `${json}\n`;
}
