// Writes as many stream events as its prompt says, no faster than they are read, and keeps the count in a file.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { delta, init, listen, result, say } from "./wire.mjs";

const [countFile] = process.argv.slice(2).filter((arg) => arg.endsWith(".count"));

async function flood(lines) {
  const perChunk = 200;
  let bytes = 0;
  for (let from = 0; from < lines; from += perChunk) {
    const count = Math.min(perChunk, lines - from);
    const chunk = Array.from({ length: count }, (_, n) => `${JSON.stringify(delta(String(from + n)))}\n`).join("");
    if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
    bytes += chunk.length;
    if (countFile !== undefined) writeFileSync(countFile, String(bytes));
  }
}

listen({
  prompt: async ({ message, uuid }) => {
    say(init());
    await flood(Number(message.content));
    say(result({ user_message_uuids: [uuid] }));
  },
});
