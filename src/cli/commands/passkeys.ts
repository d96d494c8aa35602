import { toJson } from "@bufbuild/protobuf";
import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import { type Passkey, PasskeySchema } from "../../api/gen/bridle/v1/passkey_service_pb.js";
import { BridleError } from "../../errors.ts";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { withClient } from "../find-daemon.ts";
import { orPasskeyLink } from "../or-passkey-link.ts";
import { ago, printJson, table } from "../output.ts";
import { allOptions } from "../read-argument.ts";

const examples = `
Examples:
  bridle passkeys                 those that can confirm approvals
  bridle passkeys add             a link to register the first one; it works once, within ten minutes
  bridle passkeys remove 1a2b     when approvals.confirm is none; else the page removes them

They count where approvals.confirm is passkey: docs/security.md says what that stops, and what it does not. Once one is
registered, the page adds and removes others, with a passkey.`;

/** `bridle passkeys`: the devices that can confirm approvals. */
export const passkeys: CliCommand = {
  register: (program) => {
    const command = withDaemonOptions(program.command("passkeys").alias("passkey"))
      .description("list the passkeys that confirm approvals; register the first one")
      .addHelpText("after", examples)
      .action((options: ClientOptions) => withClient(options, (client) => list(client, options)));
    withDaemonOptions(command.command("add"))
      .description("a link that registers one, in a browser that is logged in")
      .action((_: object, sub: Command) => {
        const options = allOptions<ClientOptions>(sub);
        return withClient(options, (client) => orPasskeyLink(options, () => add(client, options)));
      });
    withDaemonOptions(command.command("remove"))
      .description("one that is not asked for any more")
      .argument("<passkey>", "its id, or the beginning of it")
      .action((id: string, _: object, sub: Command) => {
        const options = allOptions<ClientOptions>(sub);
        return withClient(options, (client) => orPasskeyLink(options, () => remove(client, id, options)));
      });
  },
};

async function list(client: BridleClient, { json }: ClientOptions): Promise<void> {
  const { passkeys: all, required, pageUrl } = await client.passkeys.listPasskeys({});
  if (json) for (const one of all) printJson(toJson(PasskeySchema, one, { alwaysEmitImplicit: true }));
  else if (all.length > 0) process.stdout.write(`${table(all.map(row))}\n`);
  if (!required) process.stderr.write("nobody is asked for a passkey: approvals.confirm is none\n");
  else if (all.length === 0)
    process.stderr.write(`none is registered, so nothing can be allowed: bridle passkeys add, or ${pageUrl}\n`);
}

function row({ id, name, registeredBy, createdMs, usedMs }: Passkey): string[] {
  const used = usedMs === 0n ? "never used" : `used ${ago(Number(usedMs))}`;
  return [id.slice(0, 8), name, `registered ${ago(Number(createdMs))} by ${registeredBy}`, used];
}

async function add(client: BridleClient, { json }: ClientOptions): Promise<void> {
  const { url } = await client.passkeys.invitePasskey({});
  if (json) return printJson({ url });
  process.stdout.write(`${url}\n`);
  process.stderr.write("open it in a browser that is logged in (bridle login), within ten minutes\n");
}

async function remove(client: BridleClient, id: string, { json }: ClientOptions): Promise<void> {
  const { passkeys: all } = await client.passkeys.listPasskeys({});
  const found = all.filter((one) => one.id.startsWith(id));
  const [passkey] = found;
  if (passkey === undefined || found.length > 1) {
    const what = found.length === 0 ? `no passkey begins with ${id}` : `${found.length} passkeys begin with ${id}`;
    throw new BridleError("not_found", `${what}; \`bridle passkeys\` lists them`, { what: "passkey", id });
  }
  await client.passkeys.removePasskey({ id: passkey.id });
  if (json) printJson({ id: passkey.id });
  else process.stdout.write(`removed ${passkey.name}\n`);
}
