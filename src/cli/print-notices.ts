import type { Notice } from "../adapters/notice.ts";
import { plain, styled } from "./output.ts";

/** The compatibility notice, and what else is to be said of the agents. */
export function printNotices(notices: readonly Notice[]): void {
  for (const { level, message } of notices)
    process.stderr.write(`${level === "warn" ? styled("yellow", message) : plain(message)}\n\n`);
}
