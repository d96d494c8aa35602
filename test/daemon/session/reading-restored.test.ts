import assert from "node:assert/strict";
import { test } from "node:test";
import { AgentReading, freshReading, type ReadingState } from "../../../src/daemon/agent/agent-reading.ts";
import { kindOfEvent } from "../../../src/daemon/events/kind-of-event.ts";
import type { Event } from "../../../src/exports/host.ts";
import { formatVersion } from "../../../src/util/version.ts";
import { versionFixtures } from "../../contract/fixtures.ts";
import type { TranscriptLine } from "../../contract/transcript.ts";

type Told = readonly [what: string, value: unknown];

/** Everything a reading tells, in the words of the API. Line numbers begin anew in a restored one. */
function read(state: ReadingState, consumed: number, told: Told[]): AgentReading {
  const sink = {
    event: (event: Event) => {
      if (event.type === "ask" || event.type === "ask_resolved" || event.type === "question") return;
      told.push(["event", [event.turn, event.parentToolUseId, kindOfEvent(event)]]);
    },
    request: ({ requestId }: { readonly requestId: string }) => told.push(["request", requestId]),
    answer: ({ requestId }: { readonly requestId: string }) => told.push(["answer", requestId]),
    withdrawn: (requestId: string) => told.push(["withdrawn", requestId]),
    unreadableRequest: () => told.push(["unreadable", undefined]),
    notice: () => {},
  };
  return new AgentReading(state, consumed, sink, 10 * 2 ** 20);
}

/** What the host sent before a line belongs to the state, too: the ledger knows the prompts. */
function promptsOf(lines: readonly TranscriptLine[]): string[] {
  return lines.flatMap(({ direction, payload }) => {
    if (direction !== ">") return [];
    try {
      const { type, uuid } = JSON.parse(payload) as { type?: string; uuid?: string };
      return type === "user" && typeof uuid === "string" ? [uuid] : [];
    } catch {
      return [];
    }
  });
}

for (const { version, transcripts } of versionFixtures()) {
  test(`D5 a reading that is stored and restored after any line of ${formatVersion(version)} tells the same as one that was not`, () => {
    let cuts = 0;
    let possible = 0;
    for (const { lines } of transcripts) {
      const said = lines.filter(({ direction }) => direction === "<").map(({ payload }) => Buffer.from(`${payload}\n`));
      possible += Math.max(0, said.length - 1);
      const prompts = promptsOf(lines);
      const start = freshReading(formatVersion(version), false);
      const whole: Told[] = [];
      const reading = read(start, 0, whole);
      for (const uuid of prompts) reading.prompted(uuid, '"a prompt"');
      reading.push(0, Buffer.concat(said));
      for (let cut = 1; cut < said.length; cut += Math.max(1, Math.floor(said.length / 12))) {
        const told: Told[] = [];
        const before = read(start, 0, told);
        for (const uuid of prompts) before.prompted(uuid, '"a prompt"');
        const first = Buffer.concat(said.slice(0, cut));
        // The cut goes through the next line: what is open is read again.
        before.push(0, Buffer.concat([first, said[cut]?.subarray(0, -1).subarray(0, 7) ?? Buffer.alloc(0)]));
        assert.equal(before.consumed, first.length);
        const state = JSON.parse(JSON.stringify(before.state)) as ReadingState;
        read(state, before.consumed, told).push(before.consumed, Buffer.concat(said.slice(cut)));
        assert.deepEqual(told, whole);
        cuts++;
      }
    }
    // Some versions are recorded in one short conversation only.
    assert.ok(cuts >= Math.min(11, possible), `${cuts} cuts`);
  });
}
