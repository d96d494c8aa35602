// A host that is killed in mid-turn: starts an agent with commands, and tells when they run.
import { reaper } from "../../src/transport/reaper.ts";
import { openTwin } from "./open-twin.ts";

const [atEnd] = process.argv.slice(2);
const { session, mark } = await openTwin({
  steps: [{ stall: true }],
  faults: [
    { at: { line: "system/init" }, grandchild: {} },
    { at: { line: "system/init" }, grandchild: { ignoresSigterm: true, ownSession: true } },
    atEnd === "exit" ? { at: "end_of_input", exit: { code: 0 } } : { at: "start", ignore: "end_of_input" },
  ],
});
for await (const event of await session.send("go")) {
  if (event.type === "init") process.stdout.write(`${JSON.stringify({ mark, reaper: reaper().pid })}\n`);
}
