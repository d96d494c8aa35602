import { join } from "node:path";

/** Our own agent, as it is installed. */
export const agentFile = join(import.meta.dirname, "..", "..", "bin", "bridle-agent.cjs");
