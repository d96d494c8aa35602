import { latency } from "./latency.ts";
console.log(await latency({ sessions: 5, clients: 5, linesPerSecond: 5000, seconds: 3, rounds: 1 }));
