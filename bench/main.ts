// npm run bench -- NAME [--json] [--quick]: measures the built package. One JSON object with --json, a table without.
// --quick: fewer rounds, where a bench has such; its figures say only that it works.

const benches: { readonly [name: string]: (isQuick: boolean) => Promise<object> } = {
  wire: async () => (await import("./wire.ts")).wireBench(),
  host: async () => (await import("./host.ts")).hostBench(),
  permission: async () => (await import("./permission/bench.ts")).permissionBench(),
  agent: async () => (await import("./agent.ts")).agentBench(),
  daemon: async () => (await import("./daemon.ts")).daemonBench(),
  memory: async (isQuick) => (await import("./memory.ts")).memoryBench(isQuick ? "quick" : "full"),
  page: async (isQuick) => (await import("./page.ts")).pageBench(isQuick ? "quick" : "full"),
  neighbours: async (isQuick) => (await import("./neighbours.ts")).neighboursBench(isQuick ? "quick" : "full"),
  decisions: async (isQuick) => (await import("./decisions.ts")).decisionsBench(isQuick ? "quick" : "full"),
};

const args = process.argv.slice(2);
const name = args.find((arg) => !arg.startsWith("--")) ?? "";
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
const unknown = args.filter((arg) => arg !== name && arg !== "--json" && arg !== "--quick");
if (bench === undefined || unknown.length > 0) {
  console.error(`usage: npm run bench -- NAME [--json] [--quick]   (NAME: ${Object.keys(benches).join(", ")})`);
  process.exit(2);
}
const figures = await bench(args.includes("--quick"));
if (args.includes("--json")) console.log(JSON.stringify(figures, undefined, 2));
else console.table(figures);
