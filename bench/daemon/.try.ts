import { RunningDaemon } from "/work/main/bench/daemon/running-daemon.ts";
import { Clients } from "/work/main/bench/daemon/clients.ts";
import { pour } from "/work/main/bench/daemon/pour.ts";
const [count="20", lines="10000", nclients="1", kinds="text", rate="", nodeArgs=""] = process.argv.slice(2);
await using daemon = await RunningDaemon.start({nodeArgs: nodeArgs? nodeArgs.split(","):[]});
console.log("up", performance.now());
await using clients = new Clients(Number(nclients) > 1 ? 2 : 1);
const ids = await daemon.sessions(Number(count));
await clients.open(daemon.socket, Array.from({length:Number(nclients)}, () => ids));
console.log("sessions", performance.now());
const order = { lines: Number(lines), kinds: kinds.split("+"), ...(rate && {rate:Number(rate)}) };
process.on("exit",()=>console.log("exit",performance.now()));
for (let i=0;i<3;i++) {
  const p = await pour(daemon, clients, ids, order);
  const n = Number(count)*Number(lines);
  console.log({ ...p, ages: p.ages.length, lines_per_s: Math.round(n/p.seconds), events_per_s: Math.round(p.events/p.seconds), events_per_cpu_s: Math.round(p.events/p.daemonCpuMs*1000), lines_per_cpu_s: Math.round(n/p.daemonCpuMs*1000) });
}
console.log("done", performance.now());
import { readFileSync as rf } from "node:fs";
console.log(rf(daemon.home + "/state/daemon.log","utf8"));
