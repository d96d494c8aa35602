// A thousand tool uses want permission at once.
import { ask, init, listen, result, say, tell } from "./wire.mjs";

const total = 1000;
const order = [];
listen({
  prompt: () => {
    say(init());
    for (let n = 0; n < total; n++) say(ask(`ask-${n}`, { n }));
  },
  answer: ({ request_id, response }) => {
    order.push([request_id, response?.updatedInput?.n]);
    if (order.length === total) say(tell({ order }), result());
  },
});
