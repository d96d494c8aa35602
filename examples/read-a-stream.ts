// Read what an agent writes: bytes in, messages in our own words out. Broken lines are values, not exceptions.
import assert from "node:assert/strict";
import { adapterFor, Decoder, parseAgentVersion } from "bridle/wire";

const decoder = new Decoder({
  adapter: adapterFor(parseAgentVersion("2.1.325 (Claude Code)")),
  trace: (notice) => console.log(`  [${notice.level}] ${notice.message}`),
});

const lines = [
  '{"type":"system","subtype":"init","session_id":"s-1","tools":["Bash","Read"],"model":"claude-opus-5-5"}',
  '{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Grüße \u2028 😀"}}}',
  "this is not JSON, and may hold a secret",
  '{"type":"something_from_next_year","x":1}',
  '{"type":"result","subtype":"success","is_error":false,"result":"done","num_turns":1,"duration_ms":"812"}',
];
const bytes = new TextEncoder().encode(`${lines.join("\r\n")}\n`);

// One byte at a time: any chunking gives the same messages.
const messages = [...bytes].flatMap((byte) => decoder.push(Uint8Array.of(byte)));

for (const message of messages) {
  if (message.kind === "delta") console.log(`  delta: ${JSON.stringify(message.text)}`);
  else if (message.kind === "problem") console.log(`  problem: ${message.code}, content withheld`);
  else if (message.kind === "result") console.log(`  result: ${message.text} after ${message.durationMs} ms`);
  else console.log(`  ${message.kind}`);
}

assert.deepEqual(
  messages.map(({ kind }) => kind),
  ["init", "delta", "problem", "unknown", "result"],
);
