// At end of input, or when it is told to end, it still says something, the last line without its end.
import { delta, init, listen, result, say, sayAndWait } from "./wire.mjs";

function end() {
  sayAndWait(`${JSON.stringify(delta("one"))}\n${JSON.stringify(delta("two"))}`);
  process.exit(0);
}

listen({
  prompt: ({ message }) => {
    say(init(), result());
    if (message.content === "end") process.stdout.write("", end);
  },
  end,
});
