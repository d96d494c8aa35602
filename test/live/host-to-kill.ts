import { type OpenOptions, open } from "../../src/exports/host.ts";

/** A host in a process of its own, to be killed: prompts an agent, tells the agent's id, and waits for what never comes. */
const [options, prompt] = JSON.parse(process.argv[2] ?? "[]") as [OpenOptions, string];
const session = await open(options);
const turn = await session.send(prompt);
process.stdout.write(`${session.pid}\n`);
await turn.result;
