import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { clientSuite } from "./client-suite.ts";

const version = "2.1.325";

clientSuite(`G2 clients of Claude Code ${version}`, async (t) => {
  const cli = await cliOrSkip(t, version);
  return cli && { name: "Claude Code", version, executable: cli.command, executableArgs: cli.args };
});
