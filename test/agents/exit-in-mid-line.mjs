// Ends in the middle of a line.
import { delta, init, listen, sayAndWait } from "./wire.mjs";

listen({
  prompt: () => {
    sayAndWait(`${JSON.stringify(init())}\n${JSON.stringify(delta("a"))}\n${JSON.stringify(delta("b")).slice(0, 40)}`);
    process.exit(1);
  },
});
