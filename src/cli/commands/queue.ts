import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import type { PromptUpdate } from "../../api/gen/bridle/v1/event_pb.js";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { wordsOf } from "../event-note.ts";
import { withClient } from "../find-daemon.ts";
import { findSession } from "../find-session.ts";
import { oneLine, printJson } from "../output.ts";
import { usage } from "../read-argument.ts";

interface QueueOptions extends ClientOptions {
  readonly cancel?: string;
}

const examples = `
Examples:
  bridle queue 1a2b                the prompts that wait, in order
  bridle queue 1a2b --cancel 2     take the second one back`;

/** `bridle queue`: the prompts that wait, and taking one back. */
export const queue: CliCommand = {
  register: (program) =>
    withDaemonOptions(program.command("queue"))
      .description("list the prompts that wait in a session; take one back")
      .argument("<session>", "its id, or the beginning of it")
      .option("--cancel <prompt>", "take this one back: its place on the list, or its id")
      .addHelpText("after", examples)
      .action((id: string, options: QueueOptions, command: Command) =>
        withClient(options, async (client) => {
          const { id: sessionId } = await findSession(client, id);
          const { queue: waiting } = await client.sessions.getSession({ sessionId });
          if (options.cancel === undefined) return list(waiting, options);
          await cancel(client, sessionId, waiting, options.cancel, command);
        }),
      ),
};

function list(waiting: readonly PromptUpdate[], { json }: ClientOptions): void {
  for (const [at, { promptId, contentJson, sender }] of waiting.entries()) {
    if (json) printJson({ promptId, position: at, sender, content: JSON.parse(contentJson) as unknown });
    else process.stdout.write(`${at + 1}  ${oneLine(wordsOf(contentJson), 120)}\n`);
  }
  if (waiting.length === 0 && !json) process.stderr.write("nothing waits\n");
}

async function cancel(
  client: BridleClient,
  sessionId: string,
  waiting: readonly PromptUpdate[],
  which: string,
  command: Command,
): Promise<void> {
  const found = waiting.find(({ promptId }, at) => promptId === which || String(at + 1) === which);
  if (found === undefined) return usage(command, `no prompt ${which} waits; bridle queue lists them`);
  await client.conversation.cancelPrompt({ sessionId, promptId: found.promptId });
  process.stdout.write("taken back\n");
}
