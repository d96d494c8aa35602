// Writes what its prompt holds: a JSON list of lines, each a string or, as `{ "base64": … }`, bytes.
import { listen } from "./wire.mjs";

listen({
  prompt: ({ message }) => {
    for (const line of JSON.parse(message.content)) {
      process.stdout.write(typeof line === "string" ? line : Buffer.from(line.base64, "base64"));
      process.stdout.write("\n");
    }
  },
});
