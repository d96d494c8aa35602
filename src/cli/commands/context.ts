import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import {
  type Context,
  type Contexts,
  changeContexts,
  isContextName,
  localName,
  readContexts,
} from "../../api/contexts-file.ts";
import { BridleError } from "../../errors.ts";
import type { CliCommand } from "../command.ts";
import { localDaemon, withHome } from "../daemon-options.ts";
import { urlOf } from "../daemon-target.ts";
import { withClientAt } from "../find-daemon.ts";
import { printJson, table } from "../output.ts";
import { allOptions, usage } from "../read-argument.ts";

interface ContextOptions {
  readonly home?: string;
  readonly json?: true;
  readonly address?: string;
  readonly token?: string;
  readonly ca?: string;
  readonly check: boolean;
}

const examples = `
Examples:
  bridle context add build --address https://build.example.org:4747    the token comes from BRIDLE_TOKEN
  bridle context                               those that are known; * is in use
  bridle sessions --context build              one command there
  bridle context use build                     all commands there; local is this machine again
  bridle sessions --all                        of this machine and all contexts
  bridle approve --all                         what waits for permission anywhere
  bridle context remove build

A token for this machine is made on the other one: bridle tokens add laptop. It is kept in a file that only you can read.`;

/** `bridle context`: daemons elsewhere, by name. */
export const context: CliCommand = {
  register: (program) => {
    const command = withHome(program.command("context").alias("contexts"))
      .description("name daemons elsewhere; --context and --all of other commands mean them")
      .addHelpText("after", examples)
      .action((options: ContextOptions) => list(options));
    withHome(command.command("list"))
      .description("those that are known")
      .action((_: object, sub: Command) => list(allOptions(sub)));
    withHome(command.command("add").argument("<name>", "what you call it", contextName))
      .description("make a daemon known, or change what is known of it")
      .option("--address <url>", "where it listens: https://host:port (or BRIDLE_ADDRESS)")
      .option("--token <token>", "the token for it; BRIDLE_TOKEN is better, others can see arguments")
      .option("--ca <file>", "the certificate that its own is checked by, where the system does not know it", absolute)
      .option("--no-check", "do not ask it whether it is there")
      .action((name: string, _: object, sub: Command) => add(name, allOptions(sub), sub));
    withHome(command.command("use").argument("<name>"))
      .description("the one that commands mean when they name none")
      .action((name: string, _: object, sub: Command) => use(name, allOptions(sub)));
    withHome(command.command("remove").argument("<name>"))
      .description("forget it, and its token")
      .action((name: string, _: object, sub: Command) => remove(name, allOptions(sub)));
  },
};

function contextName(name: string): string {
  if (isContextName(name)) return name;
  throw new InvalidArgumentError(`Expected letters, digits, dots and dashes, and not ${localName}.`);
}

function absolute(file: string): string {
  return resolve(file);
}

function fileOf({ home }: ContextOptions): string {
  return localDaemon(home).files.contexts;
}

function list(options: ContextOptions): void {
  const { all, inUse = localName } = readContexts(fileOf(options));
  const rows = [{ name: localName, address: "this machine" }, ...all];
  if (options.json) {
    for (const { name, address } of rows) printJson({ name, address, inUse: name === inUse });
    return;
  }
  const cells = rows.map(({ name, address }) => [name === inUse ? "*" : "", name, address]);
  process.stdout.write(`${table([["", "name", "address"], ...cells])}\n`);
}

async function add(name: string, options: ContextOptions, command: Command): Promise<void> {
  const given = options.address ?? (process.env.BRIDLE_ADDRESS || undefined);
  if (given === undefined) return usage(command, "--address is missing: where does the daemon listen?");
  const token = options.token ?? (process.env.BRIDLE_TOKEN || undefined);
  const { ca } = options;
  const added: Context = {
    name,
    address: urlOf(given),
    ...(token !== undefined && { token }),
    ...(ca !== undefined && { ca }),
  };
  const version = options.check ? await versionAt(added) : undefined;
  changeContexts(fileOf(options), (before) => ({
    ...before,
    all: [...before.all.filter((one) => one.name !== name), added],
  }));
  if (options.json) return printJson({ name, address: added.address, ...(version !== undefined && { version }) });
  process.stdout.write(`${name} is ${added.address}${version === undefined ? "" : `, bridle ${version}`}\n`);
}

/** Asked before it is written down: a wrong address or token is noticed here. */
function versionAt(context: Context): Promise<string> {
  const target = { kind: "remote", token: undefined, ...context } as const;
  return withClientAt(target, async (client) => (await client.daemon.getVersion({}, { timeoutMs: 8000 })).version);
}

function use(name: string, options: ContextOptions): void {
  changeContexts(fileOf(options), (before) => {
    if (name === localName) return { all: before.all };
    return { ...known(before, name), inUse: name };
  });
  if (options.json) printJson({ name, inUse: true });
  else process.stdout.write(`commands mean ${name === localName ? "this machine's daemon" : name} now\n`);
}

function remove(name: string, options: ContextOptions): void {
  changeContexts(fileOf(options), (before) => {
    const { all, inUse } = known(before, name);
    return { all: all.filter((one) => one.name !== name), ...(inUse !== undefined && inUse !== name && { inUse }) };
  });
  if (options.json) printJson({ name, removed: true });
  else process.stdout.write(`${name} is forgotten; its token is good until bridle tokens revoke there\n`);
}

function known(contexts: Contexts, name: string): Contexts {
  if (contexts.all.some((one) => one.name === name)) return contexts;
  const message = `there is no context ${name}; \`bridle context\` lists them`;
  throw new BridleError("not_found", message, { what: "context", id: name });
}
