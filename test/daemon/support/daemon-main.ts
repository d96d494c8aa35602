// A daemon in a process of its own, from a built package. Argument: `{home, set, dist}` as JSON. Tells on stdout, as one
// line, that it is ready or why it is not.
import { pathToFileURL } from "node:url";

const { home, set, dist } = JSON.parse(process.argv[2] ?? "{}") as { home: string; set: string[]; dist: string };
const file = pathToFileURL(`${dist}/daemon.js`).href;
const { Daemon } = (await import(file)) as typeof import("../../../src/daemon/daemon.ts");

try {
  const daemon = await Daemon.start({ env: process.env, bridleVersion: "0.0.0", home, set });
  process.once("SIGTERM", () => void daemon.stop());
  void daemon.ended.then(() => process.exit(0));
  process.stdout.write(`${JSON.stringify({ url: daemon.url })}\n`);
} catch (error) {
  const { code = "internal", message, data } = error as Error & { code?: string; data?: unknown };
  process.stdout.write(`${JSON.stringify({ error: { code, message, data } })}\n`, () => process.exit(1));
}
