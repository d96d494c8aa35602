import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { adapterFor, chain } from "../../src/adapters/adapters.ts";
import type { Word } from "../../src/adapters/change.ts";
import { isBridleError } from "../../src/errors.ts";
import type { Command } from "../../src/wire/command.ts";
import { versionFixtures } from "./fixtures.ts";
import type { Transcript } from "./transcript.ts";

interface Poison {
  readonly scenario: string;
  readonly word: Word;
  readonly tookIt: (transcript: Transcript) => boolean;
  /** What makes Bridle send it, where anything does. */
  readonly command?: Command;
}

const lived = ({ exitCode }: Transcript): boolean => exitCode !== 1;
const answered = ({ lines }: Transcript): boolean => {
  const asked = lines.find(({ direction, payload }) => direction === ">" && payload.includes('"frobnicate"'));
  const { request_id } = JSON.parse(asked?.payload ?? "{}") as { request_id?: string };
  return lines.some(({ direction, payload }) => direction === "<" && payload.includes(`"request_id":"${request_id}"`));
};
const ranTheTool = ({ lines }: Transcript): boolean =>
  !lines.some(({ direction, payload }) => direction === "<" && payload.includes('"is_error":true'));

/** Lines that kill some versions or are never answered by them. What a recording shows is what its adapter must say. */
const poisons: readonly Poison[] = [
  {
    scenario: "o2-unknown-subtype",
    word: "inputs unknown_control",
    tookIt: answered,
    command: { kind: "request", requestId: "1", subtype: "frobnicate", payload: {} },
  },
  { scenario: "o4-unknown-type", word: "inputs unknown_type", tookIt: lived },
  { scenario: "o14-spaces", word: "inputs blank_line", tookIt: lived },
  { scenario: "o15-keepalive", word: "inputs keep_alive", tookIt: lived, command: { kind: "keep_alive" } },
  {
    scenario: "o16-host-cancel",
    word: "inputs control_cancel_request",
    tookIt: lived,
    command: { kind: "cancel", requestId: "1" },
  },
  {
    scenario: "f3-allow-no-updatedInput",
    word: "inputs allow_without_input",
    tookIt: ranTheTool,
    command: { kind: "answer", requestId: "1", payload: { behavior: "allow" } },
  },
];

describe("C4 what must not be sent to a version", () => {
  for (const { scenario, word, tookIt, command } of poisons) {
    test(`C4 ${scenario}: ${word} is sent to exactly the versions that are recorded to take it`, () => {
      const recorded = versionFixtures().flatMap(({ name, version, transcripts }) => {
        const transcript = transcripts.find((candidate) => candidate.name === scenario);
        return transcript === undefined ? [] : [{ name, version, took: tookIt(transcript) }];
      });
      assert.ok(
        recorded.some(({ took }) => took) && recorded.some(({ took }) => !took),
        "recordings of both kinds are needed",
      );
      for (const { name, version, took } of recorded) {
        // Where nobody had looked before, being careful is no mistake.
        if (took && chain.vocabulary.availability(word, version) === "untried") continue;
        assert.equal(adapterFor(version).has(word), took, name);
        if (command !== undefined) assert.equal(isSent(adapterFor(version), command), took, name);
      }
    });
  }
});

function isSent(adapter: ReturnType<typeof adapterFor>, command: Command): boolean {
  try {
    return adapter.format(command).length > 0;
  } catch (error) {
    assert.ok(isBridleError(error, "unsupported"));
    return false;
  }
}
