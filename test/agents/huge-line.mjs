// One line of 50 MB, written in pieces, between two small ones; then a control request as large.
import { once } from "node:events";
import { delta, init, listen, result, say, tell } from "./wire.mjs";

const block = "x".repeat(1024 * 1024);

async function hugeLine(before, after) {
  process.stdout.write(before);
  for (let n = 0; n < 50; n++) if (!process.stdout.write(block)) await once(process.stdout, "drain");
  process.stdout.write(`${after}\n`);
}

listen({
  prompt: async () => {
    say(init(), delta("before"));
    await hugeLine('{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"', '"}]}}');
    say(delta("after"));
    const request =
      '{"type":"control_request","request_id":"huge","request":{"subtype":"can_use_tool","tool_name":"Write",';
    await hugeLine(`${request}"input":{"content":"`, '"}}}');
  },
  answer: (response) => say(tell({ answer: response }), result()),
});
