import { toJson } from "@bufbuild/protobuf";
import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import { type McpServer, McpServerSchema } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { BridleError } from "../../errors.ts";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { withClient } from "../find-daemon.ts";
import { findSession } from "../find-session.ts";
import { logIn, type NamedServer } from "../mcp-login.ts";
import { oneLine, printJson, table } from "../output.ts";
import { allOptions } from "../read-argument.ts";

const examples = `
Examples:
  bridle mcp list 1a2b                 the MCP servers of a session's agent
  bridle mcp list 1a2b --json          one line of JSON for each
  bridle mcp login 1a2b github         log in to one: prints the address to open, and waits
  bridle mcp logout 1a2b github        the agent forgets its login
  bridle mcp reconnect 1a2b github     connect again
  bridle mcp disable 1a2b github       for this agent; enable undoes it

The agent has to run: a prompt starts it.`;

/** `bridle mcp`: the MCP servers of a session's agent. */
export const mcp: CliCommand = {
  register: (program) => {
    const command = program
      .command("mcp")
      .description("list the MCP servers of a session's agent; log in to one, reconnect or disable it")
      .addHelpText("after", examples);
    withDaemonOptions(command.command("list"))
      .description("the servers and their state")
      .argument("<session>", "its id, or the beginning of it")
      .action((id: string, _: object, sub: Command) => {
        const options = allOptions<ClientOptions>(sub);
        return withClient(options, async (client) => list(client, (await findSession(client, id)).id, options));
      });
    for (const [name, { description, act }] of Object.entries(actions))
      withDaemonOptions(command.command(name))
        .description(description)
        .argument("<session>", "its id, or the beginning of it")
        .argument("<server>", "its name")
        .action((id: string, server: string, _: object, sub: Command) => {
          const options = allOptions<ClientOptions>(sub);
          return withClient(options, async (client) => {
            const named = { sessionId: (await findSession(client, id)).id, server };
            await act(client, named, options);
            await printServer(client, named, options);
          });
        });
  },
};

interface Action {
  readonly description: string;
  readonly act: (client: BridleClient, named: NamedServer, options: ClientOptions) => Promise<unknown>;
}

const actions: { readonly [name: string]: Action } = {
  login: { description: "log in to it, with a browser", act: logIn },
  logout: {
    description: "have the agent forget its login",
    act: ({ conversation }, named) => conversation.logOutMcpServer(named),
  },
  reconnect: {
    description: "connect to it again",
    act: ({ conversation }, named) => conversation.reconnectMcpServer(named),
  },
  enable: {
    description: "enable it for this agent",
    act: ({ conversation }, named) => conversation.setMcpServerEnabled({ ...named, enabled: true }),
  },
  disable: {
    description: "disable it for this agent",
    act: ({ conversation }, named) => conversation.setMcpServerEnabled({ ...named, enabled: false }),
  },
};

async function list(client: BridleClient, sessionId: string, options: ClientOptions): Promise<void> {
  const { servers, live } = await client.conversation.listMcpServers({ sessionId });
  if (options.json) return void servers.map(asJson).forEach(printJson);
  if (!live) process.stderr.write("the agent is asleep: this is what it last reported\n");
  if (servers.length === 0) process.stderr.write("it has no MCP servers\n");
  else process.stdout.write(`${table(servers.map(row))}\n`);
}

function row({ name, status, transport, tools, error, canLogIn }: McpServer): string[] {
  const note = canLogIn ? "bridle mcp login" : error;
  const count = tools.length === 1 ? "1 tool" : `${tools.length} tools`;
  return [name, status, transport, tools.length === 0 ? "" : count, note].map((cell) => oneLine(cell, 200));
}

async function printServer(
  client: BridleClient,
  { sessionId, server }: NamedServer,
  options: ClientOptions,
): Promise<void> {
  const { servers } = await client.conversation.listMcpServers({ sessionId });
  const found = servers.find(({ name }) => name === server);
  if (found === undefined)
    throw new BridleError("not_found", `there is no server ${oneLine(server, 80)}`, { what: "server", id: server });
  if (options.json) printJson(asJson(found));
  else process.stdout.write(`${row(found).filter(Boolean).join("  ")}\n`);
}

function asJson(server: McpServer): object {
  return toJson(McpServerSchema, server, { alwaysEmitImplicit: true }) as object;
}
