import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { TrustStore } from "../../agent/permission/trust-store.ts";
import { awaitingTrust } from "../../agent/trust/awaiting-trust.ts";
import { BridleError } from "../../errors.ts";
import { awaitingText } from "../ask-trust.ts";
import type { CliCommand } from "../command.ts";
import { printJson, spelledOut, styled } from "../output.ts";
import { allOptions } from "../read-argument.ts";

interface TrustOptions {
  readonly json?: true;
}

const examples = `
Examples:
  bridle trust show               what came with this folder and waits for your trust: rules, hooks, servers
  bridle trust                    it counts from now on
  bridle trust ~/src/project      of that folder; of itself alone, not of those below it
  bridle trust list               the folders that are trusted
  bridle trust remove             only what its settings forbid counts again

The settings of a project (.claude/settings.json and .claude/settings.local.json), and the hooks of its agents, commands
and skills, come with it, and say what its author wants. Until a person trusts the folder they only restrict Bridle's own
agent, and its hooks are not run. A folder that is trusted in Claude Code is trusted here, too.`;

/** `bridle trust`: whose settings may allow something. */
export const trust: CliCommand = {
  register: (program) => {
    const command = program
      .command("trust")
      .description("let the settings in a folder allow something, not only restrict")
      .argument("[folder]", "default: here")
      .option("--json", "print JSON, one object per line")
      .addHelpText("after", examples)
      .action((folder: string | undefined, options: TrustOptions) => add(folder, options));
    command
      .command("show")
      .argument("[folder]", "default: here")
      .option("--json", "print JSON, one object per line")
      .description("what came with a folder and waits for your trust")
      .action((folder: string | undefined, _: object, sub: Command) => show(folder, allOptions(sub)));
    command
      .command("list")
      .description("the folders that are trusted")
      .option("--json", "print JSON, one object per line")
      .action((_: object, sub: Command) => list(allOptions(sub)));
    command
      .command("remove")
      .argument("[folder]", "default: here")
      .option("--json", "print JSON, one object per line")
      .description("trust a folder no more")
      .action((folder: string | undefined, _: object, sub: Command) => remove(folder, allOptions(sub)));
  },
};

function add(given: string | undefined, { json }: TrustOptions): void {
  const folder = existing(given);
  const awaiting = awaitingTrust(folder, process.env);
  new TrustStore(process.env).trust(folder);
  if (json) return printJson({ folder, files: awaiting });
  process.stderr.write(awaitingText(awaiting));
  process.stdout.write(`trusted: ${spelledOut(folder)}\n`);
}

function show(given: string | undefined, { json }: TrustOptions): void {
  const folder = existing(given);
  const awaiting = awaitingTrust(folder, process.env);
  if (json) return printJson({ folder, files: awaiting });
  if (awaiting.length > 0) process.stdout.write(awaitingText(awaiting));
  else process.stderr.write(styled("dim", "nothing here waits for your trust\n"));
}

function list({ json }: TrustOptions): void {
  const { folders } = new TrustStore(process.env);
  if (json) for (const folder of folders) printJson({ folder });
  else if (folders.length === 0) process.stderr.write(styled("dim", "no folder is trusted here\n"));
  else process.stdout.write(`${folders.map(spelledOut).join("\n")}\n`);
}

/** Also one that is gone by now. */
function remove(given: string | undefined, { json }: TrustOptions): void {
  const folder = resolve(given ?? ".");
  const store = new TrustStore(process.env);
  const wasTrusted = store.forget(folder);
  if (store.trusts(folder)) throw trustedElsewhere(folder, store);
  if (!wasTrusted)
    throw new BridleError("not_found", `${folder} is not trusted; bridle trust list names those that are`, {
      what: "trusted folder",
      id: folder,
    });
  if (json) return printJson({ folder });
  process.stdout.write(`no longer trusted: ${spelledOut(folder)}\n`);
}

function trustedElsewhere(folder: string, store: TrustStore): Error {
  const message = store.isOwn(folder)
    ? `${folder} has your own settings in it: they came with nobody`
    : `${folder} is trusted in Claude Code: take hasTrustDialogAccepted of this folder out of ${store.claudeJson}`;
  return new BridleError("not_found", message, { what: "folder that Bridle alone trusts", id: folder });
}

function existing(given: string | undefined): string {
  const folder = resolve(given ?? ".");
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(folder);
  throw new BridleError("not_found", `there is no folder ${folder}`, { what: "folder", id: folder });
}
