import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { PromptState, type PromptUpdate, PromptUpdateSchema } from "../api/gen/bridle/v1/event_pb.js";
import { PromptNotes } from "./prompt-notes.ts";

function update(promptId: string, state: PromptState, text = "", sender = "local"): PromptUpdate {
  return create(PromptUpdateSchema, { promptId, state, sender, contentJson: text === "" ? "" : JSON.stringify(text) });
}

test("U2 a prompt is shown when it is sent; one that waits for a turn is told before, with its sender", () => {
  const notes = new PromptNotes();
  assert.equal(notes.note(update("1", PromptState.QUEUED, "first")), undefined, "it waits for its agent only");
  assert.equal(notes.note(update("1", PromptState.SENT)), "> first");
  assert.equal(
    notes.note(update("2", PromptState.QUEUED, "second", "laptop")),
    "  waits for the turn: (laptop) second",
  );
  notes.turnEnded();
  assert.equal(notes.note(update("2", PromptState.SENT)), "> (laptop) second");
  assert.equal(notes.note(update("3", PromptState.SENT)), undefined, "its text was before the beginning");
});

test("U2 what was typed on this terminal is not shown a second time", () => {
  const notes = new PromptNotes();
  notes.typed("hello");
  assert.equal(notes.note(update("1", PromptState.SENT, "hello")), undefined);
  assert.equal(notes.note(update("2", PromptState.SENT, "hello")), "> hello", "this one is somebody else's");
});
