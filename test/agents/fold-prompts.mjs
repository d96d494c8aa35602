// One result for three prompts: it names them (`named`), repeats them (`replayed`), or neither (`silent`).
import { init, listen, result, say, sessionId } from "./wire.mjs";

const way = ["named", "replayed", "silent"].find((word) => process.argv.includes(word));
const prompts = [];
listen({
  prompt: (frame) => {
    prompts.push(frame);
    if (prompts.length === 1) say(init());
    if (way === "replayed") say({ ...frame, session_id: sessionId, isReplay: true });
    if (prompts.length < 3) return;
    say(result(way === "named" ? { user_message_uuids: prompts.map(({ uuid }) => uuid) } : {}));
  },
});
