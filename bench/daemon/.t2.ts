import { idleMemory, readiness } from "./footprint.ts";
import { listSessions, liveSessions } from "./many-sessions.ts";
import { realCliFigures } from "./real-cli.ts";
const what = process.argv[2];
if (what === "idle") console.log(await idleMemory(5000));
if (what === "ready") console.log(await readiness(3));
if (what === "list") console.log(await listSessions(10000, 5));
if (what === "live") console.log(await liveSessions(Number(process.argv[3] ?? 20)));
if (what === "cli") console.log(await realCliFigures({ version: "2.1.325", firstDeltaRounds: 7, chunks: 20000, throughputRounds: 2 }));
