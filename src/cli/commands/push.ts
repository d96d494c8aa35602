import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import type { PushSubscription, PushSwitches } from "../../api/gen/bridle/v1/push_service_pb.js";
import { BridleError } from "../../errors.ts";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { withClient } from "../find-daemon.ts";
import { ago, jsonLine, printJson, table } from "../output.ts";
import { allOptions, onOff } from "../read-argument.ts";

const examples = `
Examples:
  bridle push                                 the devices that are told, and of what
  bridle push test 1a2b                       a message to one, now
  bridle push set 1a2b --ends off             it is no longer told of turns that ended well
  bridle push set 1a2b --name "My phone" --content on
  bridle push remove 1a2b

A device is added by its own page, under Settings: only its browser can subscribe.`;

const switchNames = ["asks", "ends", "failures", "content"] as const;
type SwitchName = (typeof switchNames)[number];

interface SetOptions extends ClientOptions, Partial<Record<SwitchName, boolean>> {
  readonly name?: string;
}

/** `bridle push`: the devices that are told by Web Push. */
export const push: CliCommand = {
  register: (program) => {
    const command = withDaemonOptions(program.command("push"))
      .description("list, try, change and remove the devices that get notifications")
      .addHelpText("after", examples)
      .action((options: ClientOptions) => list(options));
    withDaemonOptions(command.command("list"))
      .description("the devices")
      .action((_: object, sub: Command) => list(allOptions(sub)));
    withDevice(command, "test", "send a message to one").action((id: string, _: object, sub: Command) =>
      onDevice(id, allOptions(sub), async (client, device) => {
        await client.push.sendTestPush({ id: device.id });
        return `sent to ${device.name}`;
      }),
    );
    withDevice(command, "remove", "tell it nothing more").action((id: string, _: object, sub: Command) =>
      onDevice(id, allOptions(sub), async (client, device) => {
        await client.push.deletePushSubscription({ id: device.id });
        return `removed ${device.name}`;
      }),
    );
    const set = withDevice(command, "set", "what it is told of, and its name").option("--name <name>", "its name");
    for (const name of switchNames) set.option(`--${name} <on|off>`, about[name], onOff);
    set.action((id: string, _: object, sub: Command) => change(id, allOptions(sub)));
  },
};

const about: { readonly [N in SwitchName]: string } = {
  asks: "asks and questions",
  ends: "turns that ended well",
  failures: "turns that failed",
  content: "show what is asked for, also on a locked screen",
};

function withDevice(command: Command, name: string, description: string): Command {
  return withDaemonOptions(command.command(name))
    .description(description)
    .argument("<device>", "its id, or the beginning of it");
}

function list(options: ClientOptions): Promise<void> {
  return withClient(options, async (client) => {
    const { subscriptions } = await client.push.listPushSubscriptions({});
    if (options.json) {
      for (const device of subscriptions) process.stdout.write(`${jsonLine(plain(device))}\n`);
      return;
    }
    const rows = subscriptions.map((device) => [
      device.id.slice(0, 8),
      device.name,
      switchedOn(device),
      stateOf(device),
    ]);
    process.stdout.write(
      rows.length === 0 ? "no device is told; its page turns that on, under Settings\n" : `${table(rows)}\n`,
    );
  });
}

function change(id: string, options: SetOptions): Promise<void> {
  return onDevice(id, options, async (client, device) => {
    const now = device.switches ?? none;
    const { asks = now.asks, ends = now.ends, failures = now.failures, content = now.content } = options;
    const { subscription } = await client.push.updatePushSubscription({
      id: device.id,
      name: options.name ?? "",
      switches: { asks, ends, failures, content },
    });
    return subscription === undefined ? "" : `${subscription.name}: ${switchedOn(subscription)}`;
  });
}

const none = { asks: false, ends: false, failures: false, content: false };

async function onDevice(
  id: string,
  options: ClientOptions,
  act: (client: BridleClient, device: PushSubscription) => Promise<string>,
): Promise<void> {
  await withClient(options, async (client) => {
    const device = await findDevice(client, id);
    const said = await act(client, device);
    if (options.json) printJson({ id: device.id });
    else process.stdout.write(`${said}\n`);
  });
}

/** Throws `not_found`, also where several begin so. */
async function findDevice(client: BridleClient, id: string): Promise<PushSubscription> {
  const { subscriptions } = await client.push.listPushSubscriptions({});
  const found = subscriptions.filter((one) => one.id.startsWith(id));
  const [device] = found;
  if (device !== undefined && found.length === 1) return device;
  const what = found.length === 0 ? `no device begins with ${id}` : `${found.length} devices begin with ${id}`;
  throw new BridleError("not_found", `${what}; \`bridle push\` lists them`, { what: "device", id });
}

function switchedOn({ switches }: PushSubscription): string {
  const words = switchNames.filter((name) => switches?.[name as keyof PushSwitches] === true);
  return words.length === 0 ? "nothing" : words.join(", ");
}

function stateOf({ loggedIn, failure, sentMs }: PushSubscription): string {
  if (!loggedIn) return "told nothing: its login is over";
  if (failure !== "") return failure;
  return sentMs > 0n ? `last told ${ago(Number(sentMs))}` : "never told yet";
}

function plain({ id, name, switches, createdMs, sentMs, failure, loggedIn, pushService }: PushSubscription): object {
  const { asks, ends, failures, content } = switches ?? none;
  return {
    id,
    name,
    switches: { asks, ends, failures, content },
    createdMs: `${createdMs}`,
    sentMs: `${sentMs}`,
    failure,
    loggedIn,
    pushService,
  };
}
