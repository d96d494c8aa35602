// Says what its prompt holds: a JSON list of frames. Tells every answer and request it got as a `test_note`.
import { listen, say, tell } from "./wire.mjs";

listen({
  prompt: ({ message }) => say(...JSON.parse(message.content)),
  request: (frame) => {
    if (frame.request.subtype === "initialize") say(tell({ initialize: frame.request, argv: process.argv.slice(2) }));
  },
  answer: (response) => say(tell({ answer: response })),
});
