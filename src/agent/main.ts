import { serveAgent } from "./kit/serve-agent.ts";
import { codingAgent } from "./loop/coding-agent.ts";
import { runSubcommand } from "./loop/subcommands.ts";

/** `bridle-agent`: the coding agent, with Claude Code's flags. */
async function main(): Promise<void> {
  if (!(await runSubcommand(process.argv.slice(2), process.env))) await serveAgent(codingAgent);
}

// Not awaited here: a launcher on an older Node requires this file.
void main();
