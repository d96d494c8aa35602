// Ignores SIGTERM and end of input. Says at its start, in the file `overlap` of its folder, which earlier one is still there.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { listen, result, say } from "./wire.mjs";

const earlier = existsSync("pids") ? readFileSync("pids", "utf8").trim().split("\n") : [];
for (const pid of earlier.filter(isRunning)) appendFileSync("overlap", `${pid}\n`);
appendFileSync("pids", `${process.pid}\n`);

process.on("SIGTERM", () => {});
setInterval(() => {}, 60_000);
listen({
  prompt: ({ uuid, message }) => {
    if (!JSON.stringify(message).includes("stall")) say(result({ user_message_uuids: [uuid] }));
  },
  closed: () => {},
});

function isRunning(pid) {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}
