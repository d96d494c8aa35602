// Tells how it was started.
import { init, listen, result, say, tell } from "./wire.mjs";

listen({
  prompt: ({ message }) => {
    const { env, argv } = process;
    say(init(), tell({ env: { ...env }, argv: argv.slice(2), prompt: message.content }), result());
  },
});
