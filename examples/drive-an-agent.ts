// Drive an agent: a tiny one in a file of its own, so that this runs without a key. With Claude Code, leave `executable` out.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "bridle";

const folder = mkdtempSync(join(tmpdir(), "bridle-example-"));
const agent = join(folder, "agent.mjs");
writeFileSync(
  agent,
  `
  import { createInterface } from "node:readline";
  const say = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
  const delta = (text) => say({ type: "stream_event", event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } } });
  createInterface({ input: process.stdin }).on("line", (line) => {
    const frame = JSON.parse(line);
    if (frame.type === "control_request") say({ type: "control_response", response: { subtype: "success", request_id: frame.request_id, response: {} } });
    if (frame.type === "user") {
      say({ type: "system", subtype: "init", session_id: "s-1", tools: ["Bash"] });
      say({ type: "control_request", request_id: "ask-1", request: { subtype: "can_use_tool", tool_name: "Bash", input: { command: "rm -rf /" } } });
    }
    if (frame.type === "control_response") {
      delta("You said ");
      delta(frame.response.response.behavior);
      say({ type: "result", subtype: "success", is_error: false, session_id: "s-1", result: "done", num_turns: 1, usage: {} });
    }
  });`,
);

let text = "";
const session = await open({
  executable: process.execPath,
  executableArgs: [agent],
  agentVersion: "2.1.325",
  onAsk: ({ toolName, input }) => {
    console.log(`  the agent wants to use ${toolName}: ${JSON.stringify(input)}`);
    return { behavior: "deny", message: "not on this machine" };
  },
});
const turn = await session.send("Clean up, please.");
for await (const event of turn) {
  console.log(`  ${event.type}`);
  if (event.type === "text_delta") text += event.text;
}
const { outcome } = await turn.result;
const done = await session.close();
console.log(`  ${text}; the turn was a ${outcome}, the agent ${done.outcome} with ${done.exitCode}`);
rmSync(folder, { recursive: true });

assert.deepEqual([text, outcome, done.outcome, done.exitCode], ["You said deny", "success", "ended", 0]);
