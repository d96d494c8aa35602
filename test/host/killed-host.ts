// A host that is killed in mid-turn: starts an agent with commands, and tells when they run.
import { reaper } from "../../src/transport/reaper.ts";
import { openAgent, told } from "./open-agent.ts";

const [name = ""] = process.argv.slice(2);
const { session, mark } = await openAgent(name);
for await (const event of await session.send("go")) {
  const [pids] = told([event], "pids");
  if (pids !== undefined) process.stdout.write(`${JSON.stringify({ mark, pids, reaper: reaper().pid })}\n`);
}
