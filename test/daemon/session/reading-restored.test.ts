import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation } from "../../../src/daemon/core/conversation.ts";
import { freshConversation } from "../../../src/daemon/core/conversation-state.ts";
import type { Effect } from "../../../src/daemon/core/effect.ts";
import type { OpenRequest, SessionState } from "../../../src/daemon/core/session-state.ts";
import { Drafts } from "../../../src/daemon/events/drafts.ts";
import { formatVersion } from "../../../src/util/version.ts";
import { versionFixtures } from "../../contract/fixtures.ts";
import type { TranscriptLine } from "../../contract/transcript.ts";
import { CoreSession } from "../support/core-session.ts";
import { someProcess, withAgent } from "../support/session-states.ts";
import { throughRows } from "../support/through-rows.ts";

/** All that becomes of what an agent says: events with pieces as they are stored, and whatever else is done, in order. */
function told(effects: readonly Effect[]): readonly unknown[] {
  const drafts = new Drafts();
  for (const effect of effects) if (effect.type === "emit") drafts.add(effect.draft);
  return [...drafts.take(), ...effects.filter((effect) => effect.type !== "emit" && !isNoticeTrace(effect))];
}

/** Line numbers begin anew in a restored one. */
function isNoticeTrace(effect: Effect): boolean {
  return effect.type === "trace" && effect.entry.what === "notice";
}

/** What the host sent before a line belongs to the state, too: the ledger knows the prompts, and answers find requests. */
function sentBefore(lines: readonly TranscriptLine[], version: string): SessionState {
  const conversation = new Conversation(freshConversation(version, false));
  const requests: OpenRequest[] = [];
  for (const { direction, payload } of lines) {
    if (direction !== ">") continue;
    const { type, uuid, request_id: id } = parsed(payload);
    if (type === "user" && typeof uuid === "string") conversation.prompted(uuid, '"a prompt"');
    if (type === "control_request" && typeof id === "string")
      requests.push({ id, subtype: "x", purpose: { for: "caller", call: id }, untilMs: 9e9, timeoutMs: 1 });
  }
  const process = someProcess({ conversation: conversation.take(), requests });
  return withAgent({ at: "ready", process, idleSinceMs: undefined });
}

function parsed(payload: string): { type?: string; uuid?: string; request_id?: string } {
  try {
    return (JSON.parse(payload) as { type?: string } | null) ?? {};
  } catch {
    return {};
  }
}

const maxPayloadBytes = 10 * 2 ** 20;

for (const { version, transcripts } of versionFixtures()) {
  test(`D5 D13 a session that is stored and restored after any line of ${formatVersion(version)} does the same as one that was not`, () => {
    let cuts = 0;
    let possible = 0;
    for (const { lines } of transcripts) {
      const said = lines.filter(({ direction }) => direction === "<").map(({ payload }) => Buffer.from(`${payload}\n`));
      possible += Math.max(0, said.length - 1);
      const start = sentBefore(lines, formatVersion(version));
      const whole = new CoreSession(start, { maxPayloadBytes });
      whole.reads(Buffer.concat(said));
      for (let cut = 1; cut < said.length; cut += Math.max(1, Math.floor(said.length / 12))) {
        const before = new CoreSession(start, { maxPayloadBytes, isChecked: false });
        const first = Buffer.concat(said.slice(0, cut));
        // The cut goes through the next line: what is open is read again.
        before.reads(Buffer.concat([first, said[cut]?.subarray(0, -1).subarray(0, 7) ?? Buffer.alloc(0)]));
        assert.equal(before.process.outputOffset, first.length);
        const after = new CoreSession(throughRows(before.state), { maxPayloadBytes, isChecked: false });
        after.skipAskIds(before);
        after.reads(Buffer.concat(said.slice(cut)));
        assert.deepEqual(told([...before.effects, ...after.effects]), told(whole.effects));
        assert.deepEqual(throughRows(after.state), throughRows(whole.state));
        cuts++;
      }
    }
    // Some versions are recorded in one short conversation only.
    assert.ok(cuts >= Math.min(11, possible), `${cuts} cuts`);
  });
}
