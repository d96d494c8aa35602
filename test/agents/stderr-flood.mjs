// Works only while somebody takes its stderr: 20 MB of it, before and after the turn's start.
import { writeSync } from "node:fs";
import { init, listen, result, say } from "./wire.mjs";

function complain() {
  for (let n = 0; n < 160; n++) writeSync(2, `${"complaint ".repeat(6550)}\n`);
}

listen({
  prompt: () => {
    complain();
    say(init());
    complain();
    writeSync(2, "the very last words\n");
    say(result());
  },
  end: () => process.exit(5),
});
