// A fake agent that says as much as it is told to. The prompt is JSON: { lines, rate?, kinds?, stamped? }.
// rate: lines in a second, one write each; without it as fast as the pipe takes them, in blocks prepared before.
// kinds: of the deltas, in turn; pieces of one kind may be joined on their way, so two kinds make events of all of them.
// stamped: each text is "@" and the microseconds of the monotonic clock, which all processes share.
import { createInterface } from "node:readline";

const sessionId = "00000000-0000-4000-8000-000000000000";
const uuid = "00000000-0000-4000-8000-00000000000a";
const deltaOf = {
  text: (text) => ({ type: "text_delta", text }),
  thinking: (thinking) => ({ type: "thinking_delta", thinking }),
};
const blockOf = { text: { type: "text", text: "" }, thinking: { type: "thinking", thinking: "", signature: "" } };
const tools = ["Bash", "Read", "Write", "Edit", "Glob", "Grep"];
const blockLines = 256;

const frame = (rest) => `${JSON.stringify({ ...rest, session_id: sessionId, uuid })}\n`;
const streamed = (event) => frame({ type: "stream_event", event, parent_tool_use_id: null });
const delta = (kind, index, text) => streamed({ type: "content_block_delta", index, delta: deltaOf[kind](text) });

const say = (text) =>
  new Promise((resolve) => {
    if (process.stdout.write(text)) resolve();
    else process.stdout.once("drain", resolve);
  });

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const said = JSON.parse(line);
    if (said.type === "control_request") void say(answer(said.request_id));
    else if (said.type === "user") void turn(JSON.parse(said.message.content), said.uuid);
  })
  .on("close", () => process.exit(0));

function answer(id) {
  return frame({ type: "control_response", response: { subtype: "success", request_id: id, response: {} } });
}

async function turn({ lines, rate, kinds = ["text"], stamped = false }, prompt) {
  const message = { id: "msg_0", type: "message", role: "assistant", model: "none", content: [], usage: {} };
  await say(
    frame({ type: "system", subtype: "init", tools, model: "none", cwd: process.cwd(), permissionMode: "default" }),
  );
  await say(streamed({ type: "message_start", message }));
  for (const [index, kind] of kinds.entries())
    await say(streamed({ type: "content_block_start", index, content_block: blockOf[kind] }));
  await (rate === undefined ? flood(lines, kinds) : drip(lines, rate, kinds, stamped));
  for (const index of kinds.keys()) await say(streamed({ type: "content_block_stop", index }));
  await say(streamed({ type: "message_stop" }));
  const [subtype, user_message_uuids] = ["success", prompt === undefined ? [] : [prompt]];
  await say(
    frame({ type: "result", subtype, is_error: false, result: "done", num_turns: 1, usage: {}, user_message_uuids }),
  );
}

async function flood(lines, kinds) {
  const line = (at) => delta(kinds[at % kinds.length], at % kinds.length, `word ${at} `);
  const prepared = Array.from({ length: Math.min(lines, blockLines) }, (_, at) => line(at));
  const block = Buffer.from(prepared.join(""));
  let left = lines;
  for (; left >= prepared.length && left > 0; left -= prepared.length) await say(block);
  if (left > 0) await say(prepared.slice(0, left).join(""));
}

function drip(lines, rate, kinds, stamped) {
  const { promise, resolve } = Promise.withResolvers();
  const begun = performance.now();
  let said = 0;
  const timer = setInterval(() => {
    const due = Math.min(lines, Math.floor(((performance.now() - begun) * rate) / 1000));
    for (; said < due; said++) {
      const text = stamped ? `@${String(process.hrtime.bigint() / 1000n).padStart(15, "0")} ` : `word ${said} `;
      process.stdout.write(delta(kinds[said % kinds.length], said % kinds.length, text));
    }
    if (said < lines) return;
    clearInterval(timer);
    resolve();
  }, 1);
  return promise;
}
