import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serveAgent } from "../../src/agent/kit/serve-agent.ts";

// Writes much more than a pipe holds without waiting for its reader, and leaves a file where it has come so far.
await serveAgent({
  name: "talk-much",
  onTurn: async (turn) => {
    for (let i = 0; i < 2_000; i++) turn.text("0123456789".repeat(100));
    writeFileSync(join(turn.cwd, "written"), "");
    await once(turn.signal, "abort");
    writeFileSync(join(turn.cwd, "interrupted"), "");
  },
});
