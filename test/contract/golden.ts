import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chain } from "../../src/adapters/adapters.ts";
import { parseModeOf } from "../../src/adapters/compatibility.ts";
import type { Canonical } from "../../src/wire/canonical.ts";
import { canonicalOf } from "./check-recordings.ts";
import { fixturesFolder, type VersionFixtures } from "./fixtures.ts";

const longText = 120;

/** Where the canonical form of a version's recordings is kept. */
export function goldenFile(name: string): string {
  return join(fixturesFolder, "golden", `${name}.txt`);
}

export function readGolden(name: string): string | undefined {
  return existsSync(goldenFile(name)) ? readFileSync(goldenFile(name), "utf8") : undefined;
}

/** The canonical form of everything an agent said in a version's recordings, a line a message. */
export function golden({ version, transcripts }: VersionFixtures): string {
  const adapter = chain.at(version);
  const lines = transcripts
    .filter(({ name }) => !name.startsWith("a-version"))
    .flatMap((transcript) =>
      canonicalOf(transcript, adapter, parseModeOf(version)).map(
        ({ message, line }) => `${transcript.name}:${line} ${compact(message)}`,
      ),
    );
  return `${lines.join("\n")}\n`;
}

/** Without what it came from, and with long texts as their length: the wire's own content is in the recording already. */
function compact({ frame: _frame, ...message }: Canonical): string {
  return JSON.stringify(message, (key, value: unknown) => {
    if (key === "event" || key === "fields" || key === "payload")
      return value === undefined
        ? undefined
        : Object.keys(value as object)
            .sort()
            .join(" ");
    return typeof value === "string" && value.length > longText ? `(${value.length} characters)` : value;
  });
}
