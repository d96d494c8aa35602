import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { AskKind, AskSchema } from "../../api/gen/bridle/v1/ask_pb.js";
import { SessionSchema } from "../../api/gen/bridle/v1/session_pb.js";
import { askMessage, encodePush, topicOf } from "./push-message.ts";

const session = create(SessionSchema, { id: "s", title: "Title" });

test("a message names tool and session, and what is asked for only where that is wanted", () => {
  const ask = create(AskSchema, {
    id: "a",
    sessionId: "s",
    toolName: "Bash",
    inputJson: '{"timeout":1,"command":"rm x"}',
  });
  assert.equal("detail" in askMessage(ask, session, false), false);
  assert.equal(askMessage(ask, session, true).detail, "rm x");
  const question = create(AskSchema, { id: "a", kind: AskKind.QUESTION, questions: [{ question: "Which?" }] });
  assert.deepEqual(askMessage(question, session, true).kind, "question");
  assert.equal(askMessage(question, session, true).detail, "Which?");
  const broken = create(AskSchema, { ...ask, inputJson: "{" });
  assert.equal("detail" in askMessage(broken, session, true), false);
});

test("every message has the same length, however long or odd its texts are", () => {
  const lengths = new Set(
    ["", "short", "x".repeat(100_000), "\u{1f600}".repeat(5000), "\ud800".repeat(1000), "line\n\nline\u0000"].map(
      (title) => {
        const bytes = encodePush({ kind: "ask", tag: "ask a", title, detail: title, note: title });
        const { kind, title: told } = JSON.parse(bytes.toString("utf8"));
        assert.equal(kind, "ask");
        assert.ok(title === "" || told !== "");
        return bytes.length;
      },
    ),
  );
  assert.deepEqual([...lengths], [2048]);
});

test("a topic fits every push service and says nothing of the ask", () => {
  assert.match(topicOf("ask 1234"), /^[\w-]{32}$/);
  assert.notEqual(topicOf("ask 1"), topicOf("ask 2"));
});
