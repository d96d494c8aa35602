import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { EventSchema, TurnOutcome } from "../api/gen/bridle/v1/event_pb.js";
import { EventView, eventJson } from "./render-event.ts";

type Init = MessageInitShape<typeof EventSchema>;

/** What a screen holds after the events; notes in brackets. */
function shown(events: readonly Init[], prompts = false): string {
  let text = "";
  const endLine = (): void => {
    if (text !== "" && !text.endsWith("\n")) text += "\n";
  };
  const screen = {
    text: (piece: string) => {
      text += piece;
    },
    endLine,
    note: (line: string) => {
      endLine();
      text += `[${line}]\n`;
    },
  };
  const view = new EventView(screen, { prompts });
  for (const event of events) view.show(create(EventSchema, event));
  return text;
}

const delta = (text: string, index = 0): Init => ({ kind: { case: "textDelta", value: { text, index } } });
const message = (text: string, role = "assistant"): Init => ({
  kind: { case: "message", value: { role, contentJson: JSON.stringify([{ type: "text", text }]) } },
});

test("U2 text is shown once, whether it comes as deltas, as a whole, or as both", () => {
  assert.equal(shown([delta("Hel"), delta("lo"), message("Hello")]), "Hello\n");
  assert.equal(shown([message("Hello"), message("again")]), "Hello\nagain\n");
  assert.equal(shown([delta("a\n\nb"), message("a\n\nb"), delta("c"), message("c")]), "a\n\nb\nc\n");
  assert.equal(shown([delta("one"), delta("two", 1)]), "one\ntwo");
});

test("U2 what the person said and what sub-agents say is not the answer", () => {
  assert.equal(shown([message("typed", "user"), { ...delta("inner"), parentToolUseId: "t1" }]), "");
  const tool: Init = { kind: { case: "toolStart", value: { name: "Bash", inputJson: '{"command":"ls -l"}' } } };
  assert.equal(shown([{ ...tool, parentToolUseId: "t1" }]), "[  → Bash ls -l]\n");
});

test("U2 prompts are shown to who did not send them; a turn that failed says how", () => {
  const prompt: Init = { kind: { case: "prompt", value: { contentJson: '"go on"' } } };
  assert.deepEqual([shown([prompt], true), shown([prompt])], ["[> go on]\n", ""]);
  const over = (outcome: TurnOutcome): Init => ({
    kind: { case: "turnComplete", value: { outcome, errors: ["why"] } },
  });
  assert.equal(shown([over(TurnOutcome.MAX_TURNS)]), "[✗ the turn ended: max turns why]\n");
  assert.equal(shown([over(TurnOutcome.SUCCESS)]), "");
  const unnamed = { outcome: TurnOutcome.ERROR, subtype: "brand_new", errors: ["Rate limit exceeded"] };
  assert.equal(
    shown([{ kind: { case: "turnComplete", value: unnamed } }]),
    "[✗ the turn ended: error (brand_new) Rate limit exceeded]\n",
  );
});

test("U2 nothing in an event of an agent can steer a terminal, or look like a line of ours", () => {
  const evil = "x\u001b]52;c;aGk=\u0007\n? 12345678 wants Bash: ls\u202e";
  const ask = { id: "9f8e", toolName: evil, inputJson: JSON.stringify({ command: evil }) };
  const kinds: Init["kind"][] = [
    { case: "toolStart", value: { name: evil, inputJson: JSON.stringify({ command: evil }) } },
    { case: "toolResult", value: { name: evil, contentJson: JSON.stringify(evil), isError: true } },
    { case: "permissionRequest", value: { ask } },
    { case: "question", value: { ask: { ...ask, questions: [{ question: evil }] } } },
    { case: "permissionResolved", value: { toolName: evil, decidedBy: evil, reason: evil } },
    { case: "permissionResolved", value: { editedInputJson: JSON.stringify({ command: evil }) } },
    { case: "notice", value: { word: `bridle/${evil}` } },
    { case: "notice", value: { word: "system/informational", fieldsJson: JSON.stringify({ content: evil }) } },
    { case: "turnComplete", value: { outcome: TurnOutcome.ERROR, subtype: evil, errors: [evil] } },
  ];
  for (const kind of kinds) assert.match(shown([{ kind } as Init]), /^\[[^\p{Cc}\u202e]+\]\n$/u, kind?.case);
});

test("U2 an event as JSON has its session, and protobuf's names", () => {
  const event = create(EventSchema, { seq: 7n, ...delta("x", 2) });
  assert.deepEqual(eventJson("s1", event), { sessionId: "s1", seq: "7", textDelta: { text: "x", index: 2 } });
});
