import type { Command } from "commander";
import { type DescribedSetting, describeSettings } from "../../daemon/config/describe-settings.ts";
import { editSetting } from "../../daemon/config/edit-setting.ts";
import { loadSettings } from "../../daemon/config/load-settings.ts";
import { readSettingsFile } from "../../daemon/config/read-settings-file.ts";
import { settingKeys } from "../../daemon/config/settings.ts";
import { settingsSchema } from "../../daemon/config/settings-schema.ts";
import { BridleError } from "../../errors.ts";
import { didYouMean } from "../../util/did-you-mean.ts";
import type { CliCommand } from "../command.ts";
import { oneLine, printJson, styled, table } from "../output.ts";
import { localDaemon, withHome } from "../place.ts";
import { allOptions } from "../read-argument.ts";
import { writtenPid } from "../running-daemon.ts";

interface ConfigOptions {
  readonly home?: string;
  readonly json?: true;
}

const examples = `
Examples:
  bridle config                                   every setting, its value and where that comes from
  bridle config get daemon.port
  bridle config set daemon.port 4800
  bridle config set agents.mine.command /opt/mine/agent
  bridle config unset daemon.port
  bridle config schema > settings.schema.json     for editors

The file is checked before it is written; what does not fit is refused with 78. A running daemon takes it with its next start.`;

/** `bridle config`: the settings of the daemon of this machine. */
export const config: CliCommand = {
  register: (program) => {
    const command = withHome(program.command("config"))
      .description("show and change settings")
      .addHelpText("after", examples)
      .action((options: ConfigOptions) => list(options));
    withHome(command.command("get").argument("<key>"))
      .description("one setting's value")
      .action((key: string, _: object, sub: Command) => get(key, allOptions(sub)));
    withHome(command.command("set").argument("<key>").argument("<value>"))
      .description("write one setting into the file")
      .action((key: string, value: string, _: object, sub: Command) => edit(key, value, allOptions(sub)));
    withHome(command.command("unset").argument("<key>"))
      .description("take one setting out of the file")
      .action((key: string, _: object, sub: Command) => edit(key, undefined, allOptions(sub)));
    command
      .command("schema")
      .description("print the JSON Schema of settings.json")
      .action(() => {
        process.stdout.write(`${JSON.stringify(settingsSchema(), undefined, 2)}\n`);
      });
  },
};

function load({ home }: ConfigOptions): readonly DescribedSetting[] {
  const { settings } = localDaemon(home).files;
  const loaded = loadSettings({ file: settings, env: process.env });
  for (const warning of loaded.warnings) process.stderr.write(`${styled("yellow", `! ${warning}`)}\n`);
  return describeSettings(loaded);
}

function list(options: ConfigOptions): void {
  const all = load(options);
  if (options.json) return all.forEach(printJson);
  const rows = all.map(({ key, value, origin, where }) => [key, oneLine(JSON.stringify(value), 60), where || origin]);
  process.stdout.write(`${table([["setting", "value", "from"], ...rows])}\n`);
  process.stderr.write(styled("dim", `file: ${localDaemon(options.home).files.settings}\n`));
}

function get(key: string, options: ConfigOptions): void {
  const found = load(options).find((one) => one.key === key);
  if (found === undefined) throw noSetting(key);
  if (options.json) printJson(found);
  else process.stdout.write(`${typeof found.value === "string" ? found.value : JSON.stringify(found.value)}\n`);
}

function edit(key: string, value: string | undefined, { home, json }: ConfigOptions): void {
  const { settings } = localDaemon(home).files;
  const isKnown = settingKeys.some((one) => one === key || (!one.includes(".") && key.startsWith(`${one}.`)));
  if (!isKnown) throw noSetting(key);
  const isThere = value !== undefined || isInFile(settings, key);
  editSetting(settings, key, value);
  if (!isThere && !json) return void process.stdout.write(`${key} is not set in ${settings}\n`);
  if (json) printJson({ file: settings, key });
  else process.stdout.write(`${value === undefined ? "taken out of" : "written to"} ${settings}\n`);
  const pid = writtenPid(home);
  if (pid !== undefined)
    process.stderr.write(`the daemon that runs (pid ${pid}) takes it with its next start: bridle daemon restart\n`);
}

function isInFile(file: string, key: string): boolean {
  let inner: unknown = readSettingsFile(file);
  for (const name of key.split(".")) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, name)) return false;
    inner = (inner as { readonly [name: string]: unknown })[name];
  }
  return true;
}

function noSetting(key: string): BridleError {
  const meant = didYouMean(key, settingKeys);
  const todo = meant === undefined ? "bridle config lists them" : `did you mean ${meant}?`;
  return new BridleError("not_found", `${key} is no setting; ${todo}`, { what: "setting", id: key });
}
