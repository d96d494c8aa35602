import { toJson } from "@bufbuild/protobuf";
import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import { type AgentInfo, AgentInfoSchema, AgentInfoSource } from "../../api/gen/bridle/v1/agent_info_pb.js";
import type { PromptUpdate } from "../../api/gen/bridle/v1/event_pb.js";
import type { CliCommand } from "../command.ts";
import { withClient } from "../find-daemon.ts";
import { findSession } from "../find-session.ts";
import { oneLine, printJson, table } from "../output.ts";
import { type ClientOptions, withPlace } from "../place.ts";
import { usage } from "../read-argument.ts";

interface SetOptions extends ClientOptions {
  readonly model?: string;
  readonly permissionMode?: string;
}

interface QueueOptions extends ClientOptions {
  readonly cancel?: string;
}

const infoExamples = `
Examples:
  bridle info 1a2b
  bridle info 1a2b --json | jq -r '.models[].value'`;

/** `bridle info`: what the agent of a session can do. */
export const info: CliCommand = {
  register: (program) =>
    withPlace(program.command("info"))
      .description("what the agent of a session can do: commands, models, modes")
      .argument("<session>", "its id, or the beginning of it")
      .addHelpText("after", infoExamples)
      .action((id: string, options: ClientOptions) =>
        withClient(options, async (client) => {
          const { id: sessionId } = await findSession(client, id);
          const { info: found } = await client.conversation.getAgentInfo({ sessionId });
          if (found === undefined) return;
          if (options.json) printJson(toJson(AgentInfoSchema, found, { alwaysEmitImplicit: true }) as object);
          else process.stdout.write(`${infoText(found)}\n`);
        }),
      ),
};

const sources: { readonly [S in AgentInfoSource]: string } = {
  [AgentInfoSource.UNSPECIFIED]: "the agent has not run yet: what it can do is not known",
  [AgentInfoSource.LIVE]: "",
  [AgentInfoSource.LAST]: "the agent sleeps: this is what it said when it ran last",
  [AgentInfoSource.OTHER_SESSION]: "the agent has not run here yet: this is from another session of the folder",
};

function infoText(found: AgentInfo): string {
  const mode = ({ mode: name, refusedBecause }: AgentInfo["modes"][number]): readonly string[] => [
    name,
    refusedBecause,
  ];
  const lists: readonly (readonly [string, readonly (readonly string[])[]])[] = [
    [
      "Commands",
      found.commands.map((one) => [`/${one.name} ${one.argumentHint}`.trim(), oneLine(one.description, 100)]),
    ],
    ["Models", found.models.map((one) => [one.value, oneLine(`${one.displayName}: ${one.description}`, 100)])],
    ["Modes", found.modes.map(mode)],
    ["MCP servers", found.mcpServers.map(({ name, status }) => [name, status])],
    ["Sub-agents", found.subAgents.map(({ name, description }) => [name, oneLine(description, 100)])],
  ];
  const parts = lists.filter(([, rows]) => rows.length > 0).map(([name, rows]) => `${name}\n${table(rows.map(clean))}`);
  const tools = found.tools.length === 0 ? [] : [`Tools\n${oneLine(found.tools.join(" "), 2000)}`];
  return [sources[found.source] ?? "", ...parts, ...tools].filter((part) => part !== "").join("\n\n");
}

/** An agent may say anything. */
function clean(row: readonly string[]): string[] {
  return row.map((cell) => oneLine(cell, 200));
}

const setExamples = `
Examples:
  bridle set 1a2b --model opus
  bridle set 1a2b --permission-mode plan

An agent that sleeps is started with it.`;

/** `bridle set`: what a session goes on with. */
export const set: CliCommand = {
  register: (program) =>
    withPlace(program.command("set"))
      .description("change the model or the permission mode of a session")
      .argument("<session>", "its id, or the beginning of it")
      .option("--model <model>", "one of bridle info; empty: the agent's own")
      .option("--permission-mode <mode>", "default, acceptEdits, plan, dontAsk or bypassPermissions")
      .addHelpText("after", setExamples)
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

const queueExamples = `
Examples:
  bridle queue 1a2b                the prompts that wait, in order
  bridle queue 1a2b --cancel 2     take the second one back`;

/** `bridle queue`: the prompts that wait, and taking one back. */
export const queue: CliCommand = {
  register: (program) =>
    withPlace(program.command("queue"))
      .description("list the prompts that wait in a session; take one back")
      .argument("<session>", "its id, or the beginning of it")
      .option("--cancel <prompt>", "take this one back: its place on the list, or its id")
      .addHelpText("after", queueExamples)
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
    else process.stdout.write(`${at + 1}  ${oneLine(words(contentJson), 120)}\n`);
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

function words(contentJson: string): string {
  const content = JSON.parse(contentJson) as string | readonly { readonly type: string; readonly text?: string }[];
  if (typeof content === "string") return content;
  return content.map(({ type, text }) => text ?? `[${type}]`).join(" ");
}
