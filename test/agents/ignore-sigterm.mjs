// Takes neither end of input nor SIGTERM for an answer, and has started something that does not, either.
import { spawn } from "node:child_process";
import { init, listen, say, stayAlive } from "./wire.mjs";

process.on("SIGTERM", () => {});
listen({
  prompt: () => {
    spawn("sh", ["-c", "trap '' TERM; while :; do sleep 1; done"], { stdio: "ignore" });
    spawn("sleep", ["600"], { stdio: "ignore", detached: true });
    say(init());
  },
  request: ({ request }) => request.subtype === "interrupt",
  end: () => {},
});
stayAlive();
