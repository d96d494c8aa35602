// Ends in good order, but what it started in its group still holds its stdout; another holds nothing.
import { spawn } from "node:child_process";
import { delta, init, listen, result, sayAndWait } from "./wire.mjs";

listen({
  prompt: () => {
    if (!process.argv.includes("silent-only")) spawn("sleep", ["600"], { stdio: ["ignore", "inherit", "inherit"] });
    spawn("sleep", ["600"], { stdio: "ignore" });
    const lines = [init(), ...Array.from({ length: 100 }, (_, n) => delta(String(n))), result()];
    sayAndWait(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    process.exit(0);
  },
});
