// Asks with the same request id twice at once, and once more when it was answered.
import { ask, init, listen, result, say, tell } from "./wire.mjs";

const answers = [];
listen({
  prompt: () => say(init(), ask("same", { n: 1 }), ask("same", { n: 2 })),
  answer: (response) => {
    answers.push(response.response?.updatedInput?.n);
    if (answers.length === 1) say(ask("same", { n: 3 }));
    else say(tell({ answers }), result());
  },
});
