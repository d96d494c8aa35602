import { serveAgent } from "./kit/serve-agent.ts";
import { codingAgent } from "./loop/coding-agent.ts";

// `bridle-agent`: the coding agent, with Claude Code's flags. Not awaited here: a launcher of an older Node requires it.
void serveAgent(codingAgent);
