import { isBridleError } from "../../errors.ts";
import type { LogFields } from "./log-fields.ts";

/** What may be logged of an error. Messages of others quote what they could not read: JSON.parse does. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const isSafe = isBridleError(error) || "syscall" in error;
  return {
    error: error.name,
    code,
    ...(isSafe ? { message: error.message } : {}),
    ...(isBridleError(error) ? {} : { at: frames(error) }),
  };
}

const maxFrames = 8;

function frames({ stack = "" }: Error): string {
  return stack
    .split("\n")
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim())
    .join(" | ");
}
