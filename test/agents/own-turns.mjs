// Starts turns by itself, with names of its own for their prompts: one before the prompt's, one while it waits, one after.
import { init, listen, result, say } from "./wire.mjs";

const own = (kind, more) => [init(), result({ origin: { kind }, result: kind, ...more })];
listen({
  prompt: ({ uuid }) =>
    say(
      ...own("before"),
      ...own("again", { user_message_uuids: ["its-own"] }),
      init(),
      result({ user_message_uuids: [uuid] }),
      ...own("after"),
    ),
  request: ({ request }) => {
    if (request.subtype === "initialize") say(...own("first"));
  },
});
