import { realpathSync } from "node:fs";
import { type Command, InvalidArgumentError } from "commander";
import { type Role, roles } from "../../daemon/access/caller.ts";
import { type Token, TokenStore } from "../../daemon/server/token-store.ts";
import { BridleError } from "../../errors.ts";
import type { CliCommand } from "../command.ts";
import { localDaemon, withHome } from "../daemon-options.ts";
import { ago, printJson, table } from "../output.ts";
import { allOptions, folder, whole } from "../read-argument.ts";

interface TokenOptions {
  readonly home?: string;
  readonly json?: true;
  readonly days?: number;
  readonly role?: readonly Role[];
  readonly folder?: readonly string[];
}

const examples = `
Examples:
  bridle tokens                        the names; secrets are not kept
  bridle tokens add laptop             prints the secret, once
  bridle tokens add ci --days 30       one that ends by itself
  bridle tokens add wall --role watch  may only look
  bridle tokens add tim --role prompt --role approve --folder .
                                       in one folder: sends prompts and decides asks, and knows of nothing else
  bridle tokens revoke laptop          at once, for streams that are open, too

On this machine the unix socket needs no token. Elsewhere: BRIDLE_ADDRESS=https://… BRIDLE_TOKEN=… bridle sessions.
Without a role a token may do everything (admin). Roles: watch; prompt (new sessions, prompts, interrupts); approve (asks and modes);
admin. Each may watch. docs/security.md says which call needs which. A page has what the token has that made its login link.
The name is what answers and prompts are told to come from.`;

/** `bridle tokens`: who else may come in. */
export const tokens: CliCommand = {
  register: (program) => {
    const command = withHome(program.command("tokens").alias("token"))
      .description("list, add and revoke the tokens of other programs and machines")
      .addHelpText("after", examples)
      .action((options: TokenOptions) => list(options));
    withHome(command.command("list"))
      .description("the names")
      .action((_: object, sub: Command) => list(allOptions(sub)));
    withHome(command.command("add").argument("<name>"))
      .description("make one and print its secret")
      .option("--days <count>", "for so many days", whole)
      .option("--role <role>", "what it may do: watch, prompt, approve, admin (the default); repeatable", severalRoles)
      .option("--folder <path>", "only in this folder, and as if nothing else were there; repeatable", severalFolders)
      .action((name: string, _: object, sub: Command) => add(name, allOptions(sub)));
    withHome(command.command("revoke").argument("<name>"))
      .description("let it in no more")
      .action((name: string, _: object, sub: Command) => revoke(name, allOptions(sub)));
  },
};

function storeOf({ home }: TokenOptions): TokenStore {
  return new TokenStore(localDaemon(home).files.tokens);
}

function list(options: TokenOptions): void {
  const found = storeOf(options).list();
  if (options.json) for (const { sha256: _, ...token } of found) printJson(token);
  else if (found.length === 0) process.stderr.write("there are no tokens; the first start of the daemon makes one\n");
  else process.stdout.write(`${table([["name", "roles", "folders", "made", "state"], ...found.map(rowOf)])}\n`);
}

function rowOf(token: Token): string[] {
  const { name, roles: had = ["admin"], folders = ["everywhere"], createdMs } = token;
  return [name, had.join(", "), folders.join(", "), ago(createdMs), stateOf(token)];
}

function stateOf({ revokedMs, expiresMs }: Token): string {
  if (revokedMs !== undefined) return `revoked ${ago(revokedMs)}`;
  if (expiresMs === undefined) return "good";
  return expiresMs <= Date.now() ? `ended ${ago(expiresMs)}` : `good until ${new Date(expiresMs).toISOString()}`;
}

function add(name: string, options: TokenOptions): void {
  const lifeMs = options.days === undefined ? undefined : options.days * 86_400_000;
  const { role: given, folder: folders } = options;
  const secret = storeOf(options).add(name, { lifeMs, roles: given, folders });
  if (options.json) printJson({ name, token: secret });
  else process.stdout.write(`${secret}\n`);
}

function severalRoles(one: string, before: readonly Role[] = []): readonly Role[] {
  const role = roles.find((known) => known === one);
  if (role === undefined) throw new InvalidArgumentError(`Expected one of ${roles.join(", ")}.`);
  return [...before, role];
}

function severalFolders(one: string, before: readonly string[] = []): readonly string[] {
  return [...before, realpathSync(folder(one))];
}

function revoke(name: string, options: TokenOptions): void {
  if (!storeOf(options).revoke(name))
    throw new BridleError("not_found", `there is no token ${name} that is good; bridle tokens lists them`, {
      what: "token",
      id: name,
    });
  if (options.json) printJson({ name, revoked: true });
  else process.stdout.write(`${name} is revoked\n`);
}
