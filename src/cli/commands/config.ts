import type { Command } from "commander";
import { type DescribedSetting, describeSettings } from "../../daemon/config/describe-settings.ts";
import { type Edit, editSettings } from "../../daemon/config/edit-settings.ts";
import { givenByEnvironment } from "../../daemon/config/given-settings.ts";
import { loadSettings } from "../../daemon/config/load-settings.ts";
import { readSettingsFile } from "../../daemon/config/read-settings-file.ts";
import { settingKeys } from "../../daemon/config/settings.ts";
import { settingsSchema } from "../../daemon/config/settings-schema.ts";
import { BridleError } from "../../errors.ts";
import { didYouMean } from "../../util/did-you-mean.ts";
import type { CliCommand } from "../command.ts";
import { localDaemon, withHome } from "../daemon-options.ts";
import { oneLine, printJson, styled, table } from "../output.ts";
import { allOptions, usage } from "../read-argument.ts";
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
  bridle config set daemon.host 0.0.0.0 daemon.tls_cert /etc/bridle/cert.pem daemon.tls_key /etc/bridle/key.pem
  bridle config schema > settings.schema.json     for editors

The file is checked before it is written; what does not fit is refused with 78. What fits only together is set together. Files that
settings name are read by a start, and looked at by bridle doctor. A running daemon takes permissions at once, and all else with its next start.`;

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
    withHome(command.command("set").argument("<key>").argument("<value>").argument("[more...]"))
      .description("write settings into the file")
      .usage("[options] <key> <value> [<key> <value> ...]")
      .action((key: string, value: string, more: readonly string[], _: object, sub: Command) => {
        if (more.length % 2 === 1) return usage(sub, `${more.at(-1)} has no value`);
        return edit(pairs([key, value, ...more]), allOptions(sub));
      });
    withHome(command.command("unset").argument("<key...>"))
      .description("take settings out of the file")
      .action((keys: readonly string[], _: object, sub: Command) =>
        edit(
          keys.map((key) => ({ key, value: undefined })),
          allOptions(sub),
        ),
      );
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

function pairs(words: readonly string[]): Edit[] {
  return words.flatMap((key, at) => (at % 2 === 0 ? [{ key, value: words[at + 1] }] : []));
}

function edit(edits: readonly Edit[], { home, json }: ConfigOptions): void {
  const { settings } = localDaemon(home).files;
  const unknown = edits.find(({ key }) => !isKnown(key));
  if (unknown !== undefined) throw noSetting(unknown.key);
  const missing = edits.filter(({ key, value }) => value === undefined && !isInFile(settings, key));
  editSettings(settings, edits);
  for (const { key, value } of edits) {
    if (json) printJson({ file: settings, key });
    else if (missing.some((one) => one.key === key)) process.stdout.write(`${key} is not set in ${settings}\n`);
    else process.stdout.write(`${key} ${value === undefined ? "taken out of" : "written to"} ${settings}\n`);
  }
  warnOfEnvironment(edits);
  const pid = writtenPid(home);
  if (pid !== undefined && edits.some((one) => !missing.includes(one) && !/^permissions\b/.test(one.key)))
    process.stderr.write(`the daemon that runs (pid ${pid}) takes it with its next start: bridle daemon restart\n`);
}

/** The file is changed all the same: a daemon that a service starts has another environment. */
function warnOfEnvironment(edits: readonly Edit[]): void {
  const given = givenByEnvironment(process.env);
  for (const { key } of edits) {
    const winner = given.find((one) => one.key === key || key.startsWith(`${one.key}.`));
    if (winner === undefined) continue;
    const warning = `${winner.key} is set by the ${winner.where}, which beats the file: unset it for what the file says`;
    process.stderr.write(`${styled("yellow", `! ${warning}`)}\n`);
  }
}

function isKnown(key: string): boolean {
  return settingKeys.some((one) => one === key || (!one.includes(".") && key.startsWith(`${one}.`)));
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
