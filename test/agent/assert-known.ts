import assert from "node:assert/strict";
import { adapterFor } from "../../src/adapters/adapters.ts";
import { seed001 } from "../../src/adapters/dialects/seed-001.ts";
import { Decoder } from "../../src/codec/decoder.ts";
import type { TranscriptLine } from "../contract/transcript.ts";
import { wordsIn } from "../contract/words-in.ts";

/** Every line the agent said can be read, and every word in it is one of its dialect: as the contract asks it of the real ones. */
export function assertKnown(dialect: "claude" | "seed-001", lines: readonly TranscriptLine[]): void {
  const adapter = dialect === "claude" ? adapterFor(undefined) : seed001;
  const decoder = new Decoder({ adapter, mode: "strict" });
  const said = lines.filter(({ direction }) => direction === "<");
  const unread = said.flatMap(({ payload }) =>
    decoder
      .push(Buffer.from(`${payload}\n`))
      .filter(({ kind }) => kind === "problem" || kind === "unknown")
      .map(({ kind }) => `${kind}: ${payload.slice(0, 200)}`),
  );
  assert.deepEqual(unread, []);
  const transcript = { name: "", version: undefined, lines, args: [], exitCode: undefined };
  const foreign = wordsIn(transcript).filter(
    ({ word }) => /^(messages|asks|answers) /.test(word) && !adapter.has(word),
  );
  assert.deepEqual([...new Set(foreign.map(({ word }) => word))], []);
}
