import { readAgentFlags } from "../agent/flags/agent-flags.ts";
import { serveAgent } from "../agent/kit/serve-agent.ts";
import { standardStreams } from "../agent/kit/standard-streams.ts";
import { isBridleError } from "../errors.ts";
import { faultyStreams } from "./faulty-streams.ts";
import { processBody } from "./process-body.ts";
import { loadTwinScript } from "./read-twin-script.ts";
import { twinAgent } from "./twin-agent.ts";
import { scriptVariable, type TwinScript } from "./twin-script.ts";

/** This process as a twin: `--script` or the environment has its script, as JSON or the path of a file with it. */
export async function serveTwin(): Promise<void> {
  const argv = process.argv.slice(2);
  const script = ownScript(argv);
  // Who only asks for the version meets no fault.
  const faults = argv.includes("--version") ? {} : script;
  const streams = faultyStreams(standardStreams(), faults, processBody);
  await serveAgent(twinAgent(script), { argv, streams, ownsProcess: true });
}

function ownScript(argv: readonly string[]): TwinScript {
  try {
    const { script: flag } = readAgentFlags(argv);
    if (flag !== undefined) return loadTwinScript(flag, "--script");
    const variable = process.env[scriptVariable];
    return variable ? loadTwinScript(variable, scriptVariable) : {};
  } catch (error) {
    if (!isBridleError(error)) throw error;
    process.stderr.write(`Error: ${error.message}\n`);
    process.exit(1);
  }
}
