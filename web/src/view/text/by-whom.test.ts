import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { AskKind, AskSchema, AskState } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { byWhom, howDecided } from "./by-whom.ts";

test("U3 who decided is said in words, whoever it was", () => {
  assert.equal(byWhom("local"), "in a terminal on the daemon's machine");
  assert.equal(byWhom("page-1a2b"), "in the browser page-1a2b");
  assert.equal(byWhom("ci\u202e"), "by ci‹U+202E›");
  assert.equal(byWhom("rule: Bash(rm:*)"), "by a rule: Bash(rm:*)");
  assert.equal(byWhom("deadline"), "because nobody answered in time");
});

test("U3 how an ask ended names who and when; a question is answered, not allowed", () => {
  const decidedMs = BigInt(new Date(2026, 1, 2, 14, 3, 22).getTime());
  const ask = (kind: AskKind, state: AskState) => create(AskSchema, { kind, state, decidedBy: "phone", decidedMs });
  assert.match(howDecided(ask(AskKind.PERMISSION, AskState.ALLOWED)), /^allowed by phone at .*03.22/);
  assert.match(howDecided(ask(AskKind.QUESTION, AskState.ALLOWED)), /^answered by phone/);
  assert.match(howDecided(ask(AskKind.QUESTION, AskState.DENIED)), /^declined by phone/);
  assert.match(howDecided(ask(AskKind.PERMISSION, AskState.EXPIRED)), /^denied by phone/);
});
