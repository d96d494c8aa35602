// Answers every request twice and one that nobody asked; `mcp_status` only when the next request comes.
import { answerTo, init, listen, result, say } from "./wire.mjs";

let late;
listen({
  prompt: () => say(init(), result()),
  request: (frame) => {
    if (frame.request.subtype === "mcp_status") {
      late = frame;
      return true;
    }
    if (late !== undefined) say(answerTo(late, { mcpServers: ["too late"] }));
    late = undefined;
    say(answerTo(frame), answerTo(frame, { model: "second" }), answerTo({ request_id: "foreign" }));
    return true;
  },
});
