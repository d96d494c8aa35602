// paced 20000 lines/s one session, N clients
import { RunningDaemon } from "./running-daemon.ts";
import { Clients } from "./clients.ts";
import { pour } from "./pour.ts";
const [n = "10", rate = "20000", secs = "2", kinds = "text", prof = "", sessions = "1"] = process.argv.slice(2);
await using daemon = await RunningDaemon.start({ nodeArgs: prof ? ["--cpu-prof", "--cpu-prof-dir=" + prof] : [] });
await using clients = new Clients(1);
const ids = await daemon.sessions(Number(sessions));
await clients.open(daemon.socket, Array.from({ length: Number(n) }, () => ids));
for (let i = 0; i < 4; i++) {
  const p = await pour(daemon, clients, ids, { lines: Number(rate) * Number(secs), rate: Number(rate), kinds: kinds.split("+") });
  console.log(n, "clients", { s: p.seconds.toFixed(2), d: p.daemonCpuMs, h: p.holderCpuMs, msgs: p.messages, ev: p.events, us_per_msg: Math.round(1000 * p.daemonCpuMs / p.messages) });
}
