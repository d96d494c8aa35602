// An agent that does one thing without end, from its first prompt on, as fast as its pipe takes it. Its argument says which.
import { createInterface } from "node:readline";

const MiB = 1024 * 1024;
const text = (bytes) => ({ role: "assistant", content: [{ type: "text", text: "x".repeat(bytes) }] });
const uses = (count) => ({
  role: "assistant",
  content: Array.from({ length: count }, (_, n) => ({ type: "tool_use", id: `t${n}`, name: "Bash", input: {} })),
});
const nested = (depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const line = (frame) => `${JSON.stringify(frame)}\n`;
const use = (id) => ({ subtype: "can_use_tool", tool_name: "Bash", input: { command: `echo ${id}` }, tool_use_id: id });
const hook = { subtype: "hook_callback", callback_id: "bridle_pre_tool_use", input: { tool_name: "Bash" } };
const ask = (request) => (n) => line({ type: "control_request", request_id: `r${n}`, request });

const floods = {
  bad_lines: { block: repeated(() => "x\n", 32_768) },
  broken_messages: { block: repeated(() => '{"type":"assistant"}\n', 3_000) },
  events: { block: repeated((n) => line({ type: "novelty", n }), 1_000) },
  nested_lines: { block: () => `{"type":"user","message":${nested(30 * MiB)}}\n` },
  wide_lines: { block: () => `{"type":"user","message":[${"{},".repeat(20 * MiB)}{}]}\n` },
  /** One message becomes 40 001 events. */
  wide_messages: { block: () => line({ type: "assistant", message: uses(40_000) }) },
  long_lines: { block: () => line({ type: "assistant", message: text(8 * MiB) }) },
  asks: { block: repeated((n) => ask(use(`t${n}`))(n), 500) },
  /** Asks to be answered, and reads none of it. */
  deaf: { block: repeated((n) => ask(hook)(n), 500), isDeaf: true },
  /** One long event, for those who do not read it; and another now and then. */
  long_events: { block: () => line({ type: "assistant", message: text(10 * MiB - 4096) }), everyMs: 1_000 },
};

function repeated(of, count) {
  let n = 0;
  return () => Array.from({ length: count }, () => of(n++)).join("");
}

const { block, isDeaf = false, everyMs = 0 } = floods[process.argv[2]];
// What is always the same is made once.
const first = Buffer.from(block());
const isSame = first.length > 4 * MiB || ["bad_lines", "broken_messages"].includes(process.argv[2]);

const input = createInterface({ input: process.stdin });
input.on("line", (said) => {
  const { type, request_id } = JSON.parse(said);
  const response = { subtype: "success", request_id, response: {} };
  if (type === "control_request") process.stdout.write(line({ type: "control_response", response }));
  else if (type === "user") flood();
});
input.on("close", () => isDeaf || process.exit(0));

function flood() {
  if (isDeaf) process.stdin.pause();
  const went = process.stdout.write(isSame ? first : block());
  if (everyMs > 0) setTimeout(flood, everyMs);
  else if (went) setImmediate(flood);
  else process.stdout.once("drain", flood);
}
