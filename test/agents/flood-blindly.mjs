// Queues all its stream events at once and answers a control request only behind them.
import { delta, init, listen, result, say } from "./wire.mjs";

listen({
  prompt: ({ message, uuid }) => {
    const lines = Number(message.content);
    say(init());
    for (let from = 0; from < lines; from += 1000) {
      const some = Array.from({ length: 1000 }, (_, n) => `${JSON.stringify(delta(String(from + n)))}\n`);
      process.stdout.write(some.join(""));
    }
    say(result({ user_message_uuids: [uuid] }));
  },
});
