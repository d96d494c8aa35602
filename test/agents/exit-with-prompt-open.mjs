// Ends with code 0 while a prompt waits for its result.
import { init, listen, sayAndWait } from "./wire.mjs";

listen({
  prompt: () => {
    sayAndWait(`${JSON.stringify(init())}\n`);
    process.exit(0);
  },
});
