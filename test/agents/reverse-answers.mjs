// Collects control requests until it has ten, then answers the last one first, each with its own content.
import { answerTo, listen, say } from "./wire.mjs";

const waiting = [];
listen({
  request: (frame) => {
    if (frame.request.subtype !== "set_model") return;
    waiting.push(frame);
    if (waiting.length === 10)
      for (const asked of waiting.splice(0).reverse()) say(answerTo(asked, { model: asked.request.model }));
    return true;
  },
});
