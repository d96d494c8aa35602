// A daemon that does nothing but keep: output goes to a file, whose size is the place it goes on from;
// input comes from a file and is sent from what the holder has. Made to be killed with -9.
import { appendFileSync, readFileSync, statSync } from "node:fs";
import { HolderLink } from "../../../src/daemon/holding/holder-link.ts";
import { optionsFor } from "./hold.ts";

const [folder = "", id = "", outputFile = "", inputFile = ""] = process.argv.slice(2);
const link = await HolderLink.connect(optionsFor(folder, { spawn: false }));
const held = link.agents.find((agent) => agent.id === id);
const input = inputFile === "" ? Buffer.alloc(0) : readFileSync(inputFile);
let stored = statSync(outputFile).size;

link.attach(id, stored, {
  output: (at, bytes) => {
    if (at !== stored) throw new Error(`at ${at}, not ${stored}`);
    appendFileSync(outputFile, bytes);
    stored += bytes.length;
    link.acknowledge(id, stored);
  },
  inputReceived: () => {},
  exited: () => void process.stdout.write("exited\n"),
});
// In pieces, so that a kill hits the middle; one byte too early, as if a confirmation was lost.
for (let at = Math.max(0, (held?.inputReceived ?? 0) - 1); at < input.length; at += 5_000) {
  link.input(id, at, input.subarray(at, at + 5_000));
  await new Promise(setImmediate);
}
if (inputFile !== "") link.endInput(id, input.length);
process.stdout.write("sent\n");
