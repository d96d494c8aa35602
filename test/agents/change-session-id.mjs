// Another session id in every turn.
import { init, listen, result, say } from "./wire.mjs";

let turns = 0;
listen({
  prompt: () => {
    turns++;
    const session_id = `00000000-0000-4000-8000-00000000000${turns}`;
    say(init({ session_id }), result({ session_id }));
  },
});
