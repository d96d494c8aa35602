import type { Command } from "commander";
import { type Token, TokenStore } from "../../daemon/server/token-store.ts";
import { BridleError } from "../../errors.ts";
import type { CliCommand } from "../command.ts";
import { localDaemon, withHome } from "../daemon-options.ts";
import { ago, printJson, table } from "../output.ts";
import { allOptions, whole } from "../read-argument.ts";

interface TokenOptions {
  readonly home?: string;
  readonly json?: true;
  readonly days?: number;
}

const examples = `
Examples:
  bridle tokens                        the names; secrets are not kept
  bridle tokens add laptop             prints the secret, once
  bridle tokens add ci --days 30       one that ends by itself
  bridle tokens revoke laptop          at once, for streams that are open, too

On this machine the unix socket needs no token. Elsewhere: BRIDLE_ADDRESS=https://… BRIDLE_TOKEN=… bridle sessions.
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
  else
    process.stdout.write(
      `${table([["name", "made", "state"], ...found.map((one) => [one.name, ago(one.createdMs), stateOf(one)])])}\n`,
    );
}

function stateOf({ revokedMs, expiresMs }: Token): string {
  if (revokedMs !== undefined) return `revoked ${ago(revokedMs)}`;
  if (expiresMs === undefined) return "good";
  return expiresMs <= Date.now() ? `ended ${ago(expiresMs)}` : `good until ${new Date(expiresMs).toISOString()}`;
}

function add(name: string, options: TokenOptions): void {
  const lifeMs = options.days === undefined ? undefined : options.days * 86_400_000;
  const secret = storeOf(options).add(name, { lifeMs });
  if (options.json) printJson({ name, token: secret });
  else process.stdout.write(`${secret}\n`);
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
