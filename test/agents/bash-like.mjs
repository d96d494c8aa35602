// Goes on at end of input as a real agent does, with a command in its group and one in a session of its own that
// ignores SIGTERM.
import { spawn } from "node:child_process";
import { init, listen, say, stayAlive, tell } from "./wire.mjs";

listen({
  prompt: () => {
    const inGroup = spawn("sh", ["-c", "sleep 600 & wait"], { stdio: "ignore" });
    const apart = spawn("sh", ["-c", "trap '' TERM; sleep 600 & wait"], { stdio: "ignore", detached: true });
    say(init(), tell({ pids: [process.pid, inGroup.pid, apart.pid] }));
  },
  end: process.argv.includes("obey-eof") ? undefined : () => {},
});
if (!process.argv.includes("obey-eof")) stayAlive();
