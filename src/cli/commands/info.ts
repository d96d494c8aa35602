import { toJson } from "@bufbuild/protobuf";
import { type AgentInfo, AgentInfoSchema, AgentInfoSource } from "../../api/gen/bridle/v1/agent_info_pb.js";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { withClient } from "../find-daemon.ts";
import { findSession } from "../find-session.ts";
import { oneLine, printJson, table } from "../output.ts";

const examples = `
Examples:
  bridle info 1a2b
  bridle info 1a2b --json | jq -r '.models[].value'`;

/** `bridle info`: what the agent of a session can do. */
export const info: CliCommand = {
  register: (program) =>
    withDaemonOptions(program.command("info"))
      .description("what the agent of a session can do: commands, models, modes")
      .argument("<session>", "its id, or the beginning of it")
      .addHelpText("after", examples)
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
  [AgentInfoSource.LAST]: "the agent is asleep: this is what it last reported",
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
