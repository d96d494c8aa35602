import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { withClient } from "../find-daemon.ts";
import { findSession } from "../find-session.ts";
import { printJson } from "../output.ts";

interface InterruptOptions extends ClientOptions {
  readonly cancelQueued?: true;
}

const examples = `
Examples:
  bridle interrupt 1a2b
  bridle interrupt 1a2b --cancel-queued     the prompts that wait are taken back, too

No turn that runs is no failure: it is as was asked for.`;

/** `bridle interrupt`: ends the turn that a session runs. */
export const interrupt: CliCommand = {
  register: (program) =>
    withDaemonOptions(program.command("interrupt"))
      .description("interrupt the turn that a session runs")
      .argument("<session>", "its id, or the beginning of it")
      .option("--cancel-queued", "take back the prompts that wait, too")
      .addHelpText("after", examples)
      .action((id: string, options: InterruptOptions) =>
        withClient(options, async (client) => {
          const { id: sessionId } = await findSession(client, id);
          const cancelQueued = options.cancelQueued === true;
          const { interrupted } = await client.conversation.interrupt({ sessionId, cancelQueued });
          if (options.json) printJson({ sessionId, interrupted });
          else process.stdout.write(interrupted ? "interrupted\n" : "no turn runs\n");
        }),
      ),
};
