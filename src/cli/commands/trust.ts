import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { awaitingTrust } from "../../agent/permission/awaiting-trust.ts";
import { TrustStore } from "../../agent/permission/trust-store.ts";
import { BridleError } from "../../errors.ts";
import { tellAwaiting } from "../ask-trust.ts";
import type { CliCommand } from "../command.ts";
import { printJson, styled } from "../output.ts";
import { allOptions } from "../read-argument.ts";

interface TrustOptions {
  readonly json?: true;
}

const examples = `
Examples:
  bridle trust                    what the settings in this folder allow counts from now on
  bridle trust ~/src/project      of that folder; of itself alone, not of those below it
  bridle trust list               the folders that are trusted
  bridle trust remove             only what its settings forbid counts again

The settings of a project (.claude/settings.json and .claude/settings.local.json) come with it, and say what its author
wants. Until a person trusts the folder they only restrict Bridle's own agent. A folder that is trusted in Claude Code
is trusted here, too.`;

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
  tellAwaiting(awaiting);
  process.stdout.write(`trusted: ${folder}\n`);
}

function list({ json }: TrustOptions): void {
  const { folders } = new TrustStore(process.env);
  if (json) for (const folder of folders) printJson({ folder });
  else if (folders.length === 0) process.stderr.write(styled("dim", "no folder is trusted here\n"));
  else process.stdout.write(`${folders.join("\n")}\n`);
}

/** Also one that is gone by now. */
function remove(given: string | undefined, { json }: TrustOptions): void {
  const written = resolve(given ?? ".");
  const folder = statSync(written, { throwIfNoEntry: false }) === undefined ? written : realpathSync(written);
  if (!new TrustStore(process.env).forget(folder))
    throw new BridleError("not_found", `${folder} is not trusted; bridle trust list names those that are`, {
      what: "trusted folder",
      id: folder,
    });
  if (json) return printJson({ folder });
  process.stdout.write(`no longer trusted: ${folder}\n`);
}

function existing(given: string | undefined): string {
  const folder = resolve(given ?? ".");
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(folder);
  throw new BridleError("not_found", `there is no folder ${folder}`, { what: "folder", id: folder });
}
