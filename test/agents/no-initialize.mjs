// Never answers `initialize`, and works all the same.
import { init, listen, result, say } from "./wire.mjs";

listen({
  prompt: () => say(init(), result()),
  request: ({ request }) => request.subtype === "initialize",
});
