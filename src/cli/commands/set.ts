import type { Command } from "commander";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { withClient } from "../find-daemon.ts";
import { findSession } from "../find-session.ts";
import { printJson } from "../output.ts";
import { usage } from "../read-argument.ts";

interface SetOptions extends ClientOptions {
  readonly model?: string;
  readonly permissionMode?: string;
}

const examples = `
Examples:
  bridle set 1a2b --model opus
  bridle set 1a2b --permission-mode plan

An agent that sleeps is started with it.`;

/** `bridle set`: what a session goes on with. */
export const set: CliCommand = {
  register: (program) =>
    withDaemonOptions(program.command("set"))
      .description("change the model or the permission mode of a session")
      .argument("<session>", "its id, or the beginning of it")
      .option("--model <model>", "one of bridle info; empty: the agent's own")
      .option("--permission-mode <mode>", "default, acceptEdits, plan, dontAsk or bypassPermissions")
      .addHelpText("after", examples)
      .action((id: string, options: SetOptions, command: Command) => {
        const { model, permissionMode: mode } = options;
        if (model === undefined && mode === undefined) return usage(command, "give --model or --permission-mode");
        return withClient(options, async (client) => {
          const { id: sessionId } = await findSession(client, id);
          if (model !== undefined) await client.conversation.setModel({ sessionId, model });
          if (mode !== undefined) await client.conversation.setPermissionMode({ sessionId, mode });
          const { session } = await client.sessions.getSession({ sessionId });
          const now = { model: session?.model ?? "", permissionMode: session?.permissionMode ?? "" };
          if (options.json) printJson({ sessionId, ...now });
          else process.stdout.write(`${[now.model, now.permissionMode].filter((one) => one !== "").join(", ")}\n`);
        });
      }),
};
