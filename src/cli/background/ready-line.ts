import { closeSync, writeSync } from "node:fs";
import type { Notice } from "../../adapters/notice.ts";
import { type AnyBridleError, BridleError, type ErrorCode, type ErrorData, isBridleError } from "../../errors.ts";

/** What a daemon in the background tells whoever started it, line by line, on a pipe of its own. */
export type ReadyLine =
  | { readonly kind: "ready"; readonly pid: number; readonly address: string; readonly notices: readonly Notice[] }
  /** Of a version probe that the start did not wait for. Always the last line. */
  | { readonly kind: "notices"; readonly notices: readonly Notice[] }
  | { readonly kind: "failed"; readonly code: string; readonly message: string; readonly data: unknown };

const descriptor = 3;

/** False: nobody listens. */
export function notifyStarter(line: ReadyLine): boolean {
  try {
    writeSync(descriptor, `${JSON.stringify(line)}\n`);
    if (line.kind !== "ready") closeSync(descriptor);
    return true;
  } catch {
    return false;
  }
}

export function failedLine(error: unknown): ReadyLine {
  if (isBridleError(error)) return { kind: "failed", code: error.code, message: error.message, data: error.data };
  return { kind: "failed", code: "", message: error instanceof Error ? error.message : String(error), data: undefined };
}

export function errorOf({ code, message, data }: ReadyLine & { readonly kind: "failed" }): Error {
  if (code === "") return new Error(message);
  return new BridleError(code as ErrorCode, message, data as ErrorData[ErrorCode]) as AnyBridleError;
}
