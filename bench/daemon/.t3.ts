import { ScriptedModelApi } from "../../src/lab/scripted-model-api.ts";
import { hermetic } from "../../src/lab/hermetic.ts";
import { installCli } from "../../src/lab/install-cli.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { Direct, Through } from "./real-cli.ts";
import { realCli } from "../agent/contestant.ts";
import { RunningDaemon } from "./running-daemon.ts";
import { cpuMs, descendants } from "./process-cost.ts";
await using api = await ScriptedModelApi.start();
await using place = await hermetic(api.url);
const { command, args } = await installCli("2.1.325");
const nodeArgs = process.argv[2] ? process.argv[2].split(",") : [];
await using daemon = await RunningDaemon.start({ agents: { claude: { command, args, env: place.env, version: "2.1.325" } }, nodeArgs });
await using direct = await Direct.start(await realCli("2.1.325"), api.url);
const through = await Through.start(daemon, place.cwd);
const cli = descendants(daemon.holderPid);
const dcli = (direct as any).pid;
for (let i = 0; i < 4; i++) for (const [name, d] of [["direct", direct], ["through", through]] as const) {
  const self = process.cpuUsage(); const c = daemon.cpu(); const k = cli.map(cpuMs).reduce((a, b) => a + b, 0); const dk = cpuMs(dcli);
  let first = 0; const t = performance.now();
  await d.turn(scripted({ text: "word ", repeat: 20000, chunks: 20000 }), () => { first = performance.now(); });
  const end = performance.now(); const u = process.cpuUsage(self); const e = daemon.cpu();
  console.log(name, { first: Math.round(first - t), rest: Math.round(end - first), self: Math.round((u.user + u.system) / 1000), daemon: e.daemon - c.daemon, holder: e.holder - c.holder, cli: cli.map(cpuMs).reduce((a, b) => a + b, 0) - k, dcli: cpuMs(dcli) - dk });
}
