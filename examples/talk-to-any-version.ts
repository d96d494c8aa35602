// Write for an agent of any version: what it lacks is refused before anything is sent, with the version that has it.
import assert from "node:assert/strict";
import { adapterFor, type Command, isBridleError, parseAgentVersion } from "bridle/wire";

const commands: Command[] = [
  { kind: "prompt", content: "Run the tests, please." },
  { kind: "request", requestId: "1", subtype: "interrupt", payload: {} },
  { kind: "request", requestId: "2", subtype: "set_model", payload: { model: "opus" } },
  { kind: "cancel", requestId: "1" },
];

const refused: string[] = [];
for (const version of ["1.0.64", "1.0.128", "2.1.325"]) {
  const adapter = adapterFor(parseAgentVersion(version));
  console.log(`  Claude Code ${version}`);
  for (const command of commands) {
    try {
      console.log(`    send  ${adapter.format(command).trimEnd()}`);
    } catch (error) {
      if (!isBridleError(error, "unsupported")) throw error;
      console.log(`    keep  ${error.data.word} (since ${error.data.since})`);
      refused.push(`${version} ${error.data.word}`);
    }
  }
}

assert.deepEqual(refused, [
  "1.0.64 controls interrupt",
  "1.0.64 controls set_model",
  "1.0.64 inputs control_cancel_request",
  "1.0.128 inputs control_cancel_request",
]);
