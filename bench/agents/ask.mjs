// A fake agent that asks for permission again and again, one at a time, and tells in its result how long the answers took.
import { createInterface } from "node:readline";

const asks = Number(process.env.BRIDLE_BENCH_ASKS);
const say = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
const times = [];
let asked = 0;
let since = 0;

createInterface({ input: process.stdin }).on("line", (line) => {
  const frame = JSON.parse(line);
  if (frame.type === "control_request") {
    say({ type: "control_response", response: { subtype: "success", request_id: frame.request_id, response: {} } });
  } else if (frame.type === "user") {
    ask();
  } else if (frame.type === "control_response") {
    times.push(performance.now() - since);
    if (asked < asks) ask();
    else
      say({
        type: "result",
        subtype: "success",
        is_error: false,
        session_id: "s",
        result: JSON.stringify(times),
        num_turns: 1,
        usage: {},
      });
  }
});

function ask() {
  asked++;
  since = performance.now();
  const request = {
    subtype: "can_use_tool",
    tool_name: "Bash",
    input: { command: `echo ${asked}` },
    tool_use_id: `toolu_${asked}`,
  };
  say({ type: "control_request", request_id: `ask-${asked}`, request });
}
