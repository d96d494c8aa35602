import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { BridleError } from "../../errors.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { didYouMean } from "../../util/did-you-mean.ts";
import { type Fields, isFields } from "../../wire/fields.ts";
import { givenByFile } from "./given-settings.ts";
import { judge } from "./load-settings.ts";
import { readSettingsFile } from "./read-settings-file.ts";
import { isSettingKey, type SettingKey, settingKeys, settingRow } from "./settings.ts";

/** A setting, or undefined to take it out. `value` is a text as on the command line. */
export interface Edit {
  readonly key: string;
  readonly value: string | undefined;
}

/**
 * Writes settings into the file, or takes them out, all at once: some fit only together. A key may go on below `agents` and
 * `permissions`: `agents.mine.command`. Throws `invalid_option` and changes nothing when a daemon would refuse the file.
 */
export function editSettings(file: string, edits: readonly Edit[]): void {
  const fields = readSettingsFile(file);
  for (const { key, value } of edits) {
    const row = settingKeys.find((one) => one === key || (!one.includes(".") && key.startsWith(`${one}.`)));
    if (row === undefined || key.split(".").some(isUnsafe)) throw unknownKey(key);
    if (value === undefined) remove(fields, key.split("."));
    else put(fields, key.split("."), key, parse(row, key, value));
  }
  judge(givenByFile(fields, file));
  replace(file, `${JSON.stringify(fields, undefined, 2)}\n`);
}

function parse(row: SettingKey, key: string, value: string): unknown {
  if (isSettingKey(key)) return settingRow(row).parse(value);
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function put(fields: Fields, path: readonly string[], key: string, value: unknown): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) {
    fields[name] = value;
    return;
  }
  const inner = Object.hasOwn(fields, name) ? fields[name] : {};
  if (!isFields(inner)) throw unknownKey(key);
  fields[name] = inner;
  put(inner, rest, key, value);
}

/** What becomes empty by it goes, too. */
function remove(fields: Fields, [name = "", ...rest]: readonly string[]): void {
  if (!Object.hasOwn(fields, name)) return;
  const inner = fields[name];
  if (rest.length > 0 && isFields(inner)) remove(inner, rest);
  const isEmpty = isFields(inner) && Object.keys(inner).length === 0;
  if (rest.length === 0 || isEmpty) delete fields[name];
}

/** The old file or the new one, whatever happens; a link stays one. */
function replace(link: string, text: string): void {
  makeFolder(dirname(link), 0o700);
  const { file, mode } = present(link);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { mode });
    const handle = openSync(temporary, "r+");
    fsyncSync(handle);
    closeSync(handle);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Agents' environments may hold keys: a new file is its owner's alone. */
function present(link: string): { readonly file: string; readonly mode: number } {
  try {
    const file = realpathSync(link);
    return { file, mode: statSync(file).mode & 0o777 };
  } catch {
    return { file: link, mode: 0o600 };
  }
}

function isUnsafe(name: string): boolean {
  return name === "" || name === "__proto__";
}

function unknownKey(key: string): Error {
  const meant = didYouMean(key, settingKeys);
  const message = `${key} is no setting; ${meant === undefined ? "bridle config lists them" : `did you mean ${meant}?`}`;
  return new BridleError("invalid_option", message, {
    option: key,
    allowed: "a key that bridle config lists",
    found: key,
  });
}
