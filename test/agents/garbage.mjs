// Puts everything that is no frame between its frames.
import { delta, init, listen, result, say } from "./wire.mjs";

const garbage = [
  "Warning: something is deprecated",
  '{"type":"assistant","message":',
  "null",
  "42",
  '["type"]',
  '{"no":"type"}',
  '{"type":7}',
  '{"type":"control_request"}',
  '{"type":"control_response","response":{}}',
  '{"type":"assistant"}',
  '{"type":"result"}',
  "",
  "   ",
  "\r",
  `{"type":"${"x".repeat(5000)}"}`,
  "[".repeat(20_000),
];

listen({
  prompt: () => {
    say(init());
    for (const [n, line] of garbage.entries()) {
      process.stdout.write(`${line}\n`);
      say(delta(String(n)));
    }
    process.stdout.write(Buffer.from([0x7b, 0xff, 0xfe, 0x0a]));
    say(delta(String(garbage.length)), result());
  },
});
