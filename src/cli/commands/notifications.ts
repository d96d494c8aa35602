import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import type { Notification } from "../../api/gen/bridle/v1/notification_service_pb.js";
import { BridleError } from "../../errors.ts";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { withClient } from "../find-daemon.ts";
import { ago, jsonLine, printJson, table } from "../output.ts";
import { allOptions } from "../read-argument.ts";

const examples = `
Examples:
  bridle notifications                        what is not sent yet, and what was given up
  bridle notifications test phone             a message to one target, now
  bridle notifications retry 1a2b             try one again
  bridle notifications retry --target ops     … all that one target did not take
  bridle notifications drop                   forget all that were given up

Targets are in the settings, under notifications.targets: docs/notifications.md.`;

interface ChosenOptions extends ClientOptions {
  readonly target?: string;
}

/** `bridle notifications`: what people are still to be notified of. */
export const notifications: CliCommand = {
  register: (program) => {
    const command = withDaemonOptions(program.command("notifications"))
      .description("what is not sent yet and what was given up: list, retry, drop; test a target")
      .addHelpText("after", examples)
      .action((options: ClientOptions) => list(options));
    withDaemonOptions(command.command("list"))
      .description("what waits, and what was given up")
      .action((_: object, sub: Command) => list(allOptions(sub)));
    withChoice(command, "retry", "try again, now").action((id: string | undefined, _: object, sub: Command) =>
      change(id, allOptions(sub), "tried again", (client, chosen) => client.notifications.retryNotifications(chosen)),
    );
    withChoice(command, "drop", "notify nobody of them").action((id: string | undefined, _: object, sub: Command) =>
      change(id, allOptions(sub), "dropped", (client, chosen) => client.notifications.dropNotifications(chosen)),
    );
    withDaemonOptions(command.command("test"))
      .description("send a message to one target")
      .argument("<target>", "its name in the settings")
      .action((target: string, _: object, sub: Command) => test(target, allOptions(sub)));
  },
};

function withChoice(command: Command, name: string, description: string): Command {
  return withDaemonOptions(command.command(name))
    .description(description)
    .argument("[id]", "its id, or the beginning of it; all that were given up, without one")
    .option("--target <name>", "only those of this target");
}

function list(options: ClientOptions): Promise<void> {
  return withClient(options, async (client) => {
    const { targets, notifications: found } = await client.notifications.listNotifications({});
    if (options.json) {
      for (const one of found) process.stdout.write(`${jsonLine(plain(one))}\n`);
      return;
    }
    const rows = found.map((one) => [shortId(one.id), one.target, one.kind, ago(Number(one.createdMs)), stateOf(one)]);
    const names = targets.map(({ name }) => name).join(", ");
    const none =
      targets.length === 0 ? "nothing waits; no target is set (notifications.targets)" : `nothing waits for ${names}`;
    process.stdout.write(rows.length === 0 ? `${none}\n` : `${table(rows)}\n`);
  });
}

interface Chosen {
  readonly id: string;
  readonly target: string;
}

function change(
  id: string | undefined,
  options: ChosenOptions,
  done: string,
  act: (client: BridleClient, chosen: Chosen) => Promise<{ readonly count: number }>,
): Promise<void> {
  return withClient(options, async (client) => {
    const { target = "" } = options;
    const { count } = await act(client, { id: id === undefined ? "" : await wholeId(client, id), target });
    if (options.json) printJson({ count });
    else process.stdout.write(`${count} ${done}\n`);
  });
}

function test(target: string, options: ClientOptions): Promise<void> {
  return withClient(options, async (client) => {
    await client.notifications.sendTestNotification({ target });
    if (options.json) printJson({ target });
    else process.stdout.write(`sent to ${target}\n`);
  });
}

/** Throws `not_found`, also where several begin so. */
async function wholeId(client: BridleClient, beginning: string): Promise<string> {
  const { notifications: found } = await client.notifications.listNotifications({});
  const ids = [...new Set(found.map(({ id }) => id).filter((id) => id.startsWith(beginning)))];
  const [id] = ids;
  if (id !== undefined && ids.length === 1) return id;
  const what = ids.length === 0 ? `no notification begins with ${beginning}` : `${ids.length} begin with ${beginning}`;
  throw new BridleError("not_found", `${what}; \`bridle notifications\` lists them`, {
    what: "notification",
    id: beginning,
  });
}

/** Those about a session have the number of the event behind its id. */
function shortId(id: string): string {
  return id.includes(":") ? id : id.slice(0, 8);
}

function stateOf({ dead, error, attempts, dueMs }: Notification): string {
  if (dead) return `given up: ${error}`;
  if (attempts > 0) return `tried ${attempts} times: ${error}`;
  return Number(dueMs) > Date.now() ? "waits for its time" : "is being sent";
}

function plain({ id, target, kind, sessionId, askId, createdMs, dueMs, attempts, dead, error }: Notification): object {
  const times = { createdMs: `${createdMs}`, dueMs: `${dueMs}` };
  return { id, target, kind, sessionId, askId, ...times, attempts, dead, error };
}
