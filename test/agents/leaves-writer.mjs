// Answers its prompt, then ends; a child of it goes on writing to the same stdout. Words: how (`fast`, `slow`; `late`: only
// when the agent is gone), and `unmarked` for a child in a session of its own with an empty environment, which nobody finds.
import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import { init, listen, result, say } from "./wire.mjs";

const [how, who] = process.argv.slice(2);
const noise = JSON.stringify({ type: "noise", filler: "x".repeat(16_000) });
const slowly = `while :; do echo '${noise}'; sleep 0.02; done`;
const scripts = {
  fast: `exec yes '${noise}'`,
  slow: slowly,
  late: `while kill -0 ${process.pid} 2> /dev/null; do sleep 0.02; done; ${slowly}`,
};

listen({
  prompt: ({ uuid }) => {
    const started = who === "unmarked" ? { detached: true, env: { PATH: process.env.PATH } } : { detached: true };
    // It dies when nobody reads it any more; else, after a while, by itself.
    const child = spawn("timeout", ["20", "sh", "-c", scripts[how]], {
      stdio: ["ignore", "inherit", "ignore"],
      ...started,
    });
    say(init({ child: child.pid }));
    setTimeout(() => {
      // Its own last words, all of them written when it is gone.
      for (let n = 0; n < 100; n++) write(`${JSON.stringify({ type: "last_words", n, filler: "x".repeat(500) })}\n`);
      write(`${JSON.stringify(result({ user_message_uuids: [uuid] }))}\n`);
      process.exit(0);
    }, 300);
  },
});

function write(text) {
  for (let bytes = Buffer.from(text); bytes.length > 0; ) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
