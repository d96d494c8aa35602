import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { oneShotSuite } from "./one-shot-suite.ts";
import type { FindAgent } from "./play-scenarios.ts";
import { sdkSuite } from "./sdk-suite.ts";

const version = "2.1.325";

const findClaude: FindAgent = async (test) => {
  const cli = await cliOrSkip(test, version);
  return cli && { name: "Claude Code", version, executable: cli.command, executableArgs: cli.args };
};

sdkSuite(`Claude Code ${version}`, findClaude);
oneShotSuite(`Claude Code ${version}`, findClaude);
