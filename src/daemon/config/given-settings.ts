import { BridleError } from "../../errors.ts";
import { didYouMean } from "../../util/did-you-mean.ts";
import { type Fields, isFields } from "../../wire/fields.ts";
import { environmentName, isSettingKey, settingKeys, settingRow } from "./settings.ts";

export type Origin = "default" | "file" | "environment" | "flag";

/** A value somebody set. The key need not be one, and the value need not fit. */
export interface Given {
  readonly key: string;
  readonly value: unknown;
  readonly origin: Exclude<Origin, "default">;
  /** For a person: the file, the variable, the flag. */
  readonly where: string;
}

/** The objects of settings.json that hold settings. */
export const groups: ReadonlySet<string> = new Set(
  settingKeys.filter((key) => key.includes(".")).map((key) => key.split(".")[0] ?? ""),
);

export function givenByFile(fields: Fields, file: string): Given[] {
  const given = (key: string, value: unknown): Given => ({ key, value, origin: "file", where: file });
  return Object.entries(fields).flatMap(([name, value]) => {
    // Editors find the schema by it.
    if (name === "$schema") return [];
    if (!groups.has(name)) return [given(name, value)];
    if (!isFields(value)) throw noGroup(name, value, file);
    return Object.entries(value).map(([leaf, one]) => given(`${name}.${leaf}`, one));
  });
}

/** A variable that is empty counts as not set. One that is nearly the name of a setting is given as an unknown key. */
export function givenByEnvironment(env: NodeJS.ProcessEnv): Given[] {
  const names = new Map(settingKeys.map((key) => [environmentName(key), key]));
  return Object.entries(env).flatMap(([name, text]): Given[] => {
    if (!name.startsWith("BRIDLE_") || text === undefined || text === "") return [];
    const key = names.get(name);
    const from = { origin: "environment", where: `environment ${name}` } as const;
    if (key !== undefined) return [{ key, value: settingRow(key).parse(text), ...from }];
    const misspelt = keyLike(name);
    return didYouMean(misspelt, settingKeys) === undefined ? [] : [{ key: misspelt, value: undefined, ...from }];
  });
}

export function givenByFlags(flags: readonly string[]): Given[] {
  return flags.map((flag) => {
    const equals = flag.indexOf("=");
    if (equals < 1) throw noPair();
    const key = flag.slice(0, equals).trim();
    const text = flag.slice(equals + 1);
    const value = isSettingKey(key) ? settingRow(key).parse(text) : text;
    return { key, value, origin: "flag", where: `flag --set ${key}` };
  });
}

/** `BRIDLE_DAEMON_PROT` as a key that the warning can compare with others. */
function keyLike(name: string): string {
  const [group = "", ...rest] = name.slice("BRIDLE_".length).toLowerCase().split("_");
  return rest.length === 0 ? group : `${group}.${rest.join("_")}`;
}

function noGroup(name: string, value: unknown, file: string): Error {
  const found = Array.isArray(value) ? "a list" : `a ${typeof value}`;
  const allowed = "an object of settings";
  return new BridleError("invalid_option", `${name} must be ${allowed}; found ${found} (${file})`, {
    option: name,
    allowed,
    found,
  });
}

function noPair(): Error {
  const allowed = "key=value, as in --set daemon.port=0";
  const found = 'a text without "="';
  return new BridleError("invalid_option", `--set must be ${allowed}; found ${found}`, {
    option: "--set",
    allowed,
    found,
  });
}
