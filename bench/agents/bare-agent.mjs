// The floor of an agent: what Node itself takes to start, to hear a prompt and to write N prepared deltas and a result.
const init = JSON.stringify({ type: "system", subtype: "init", session_id: "s", tools: [] });
const result = JSON.stringify({ type: "result", subtype: "success", is_error: false, session_id: "s", result: "done" });
const deltas = Number(process.argv[2] ?? 0);
const delta = (index) => ({
  type: "stream_event",
  event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: `word ${index % 10}` } },
  session_id: "00000000-0000-4000-8000-000000000000",
  parent_tool_use_id: null,
  uuid: "00000000-0000-4000-8000-000000000000",
  api_message_id: "msg_0",
});

process.stdin.once("data", () => {
  process.stdout.write(`${init}\n`);
  let held = "";
  for (let index = 0; index < deltas; index++) {
    held += `${JSON.stringify(delta(index))}\n`;
    if (held.length > 65_536) {
      process.stdout.write(held);
      held = "";
    }
  }
  process.stdout.write(`${held}${result}\n`);
});
