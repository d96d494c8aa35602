// The built daemon in a process of its own: `run-daemon.mjs HOME`. Says one line when it listens; ends by SIGTERM.
import { Daemon } from "../../dist/daemon.js";

const [home, ...set] = process.argv.slice(2);
const daemon = await Daemon.start({ env: process.env, bridleVersion: "0.1.0", home, set });
process.stdout.write(`${JSON.stringify({ url: daemon.url })}\n`);
process.on("SIGTERM", () => void daemon.stop());
await daemon.ended;
process.exit(0);
