// Answers `initialize` with an error, and says what its prompt holds.
import { listen, say } from "./wire.mjs";

listen({
  prompt: ({ message }) => say(...JSON.parse(message.content)),
  request: ({ request_id, request: { subtype } }) => {
    if (subtype !== "initialize") return false;
    say({ type: "control_response", response: { subtype: "error", request_id, error: "not today" } });
    return true;
  },
});
