// Answer what an agent asks: handlers typed by the table of controls, and an answer for every request.
import assert from "node:assert/strict";
import { dispatch, encodeLine, FrameReader, type Handlers } from "bridle/wire";

const handlers: Handlers<"fromAgent"> = {
  can_use_tool: ({ tool_name, input }) =>
    tool_name === "Read"
      ? { behavior: "allow", updatedInput: input }
      : { behavior: "deny", message: `${tool_name} is not allowed here` },
};

const asked = [
  {
    type: "control_request",
    request_id: "a",
    request: { subtype: "can_use_tool", tool_name: "Read", input: { file_path: "/etc/hosts" } },
  },
  {
    type: "control_request",
    request_id: "b",
    request: { subtype: "can_use_tool", tool_name: "Bash", input: { command: "rm -rf /" } },
  },
  { type: "control_request", request_id: "c", request: { subtype: "something_new" } },
];

const answers: Promise<string>[] = [];
const reader = new FrameReader({}, (frame) => {
  if (frame.type !== "control_request") return;
  answers.push(dispatch("fromAgent", frame, handlers, new AbortController().signal).then(encodeLine));
});
reader.push(new TextEncoder().encode(asked.map(encodeLine).join("")));

const lines = await Promise.all(answers);
for (const line of lines) console.log(`  ${line.trimEnd()}`);

assert.equal(lines.length, asked.length);
assert.match(lines[0] ?? "", /"behavior":"allow"/);
assert.match(lines[1] ?? "", /Bash is not allowed here/);
assert.match(lines[2] ?? "", /unsupported_request/);
