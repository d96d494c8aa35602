import { BridleError } from "../../errors.ts";
import { didYouMean } from "../../util/did-you-mean.ts";
import type { Fields } from "../../wire/fields.ts";
import { contradictions } from "./contradictions.ts";
import { type Given, givenByEnvironment, givenByFile, givenByFlags, groups } from "./given-settings.ts";
import { parseSettings, readSettingsFile } from "./read-settings-file.ts";
import { brokenExamples } from "./rule-examples.ts";
import { isSettingKey, type SettingKey, type Settings, settingKeys, settingRow, settingsOf } from "./settings.ts";
import { uselessRules } from "./useless-rules.ts";

export interface SettingsSources {
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  /** `key=value`, as `--set` gives them. */
  readonly flags?: readonly string[];
}

export interface LoadedSettings {
  readonly settings: Settings;
  /** Where each value that is not the default came from. */
  readonly given: ReadonlyMap<SettingKey, Given>;
  /** For a person: keys that mean nothing, rules that match nothing, examples that do not hold. */
  readonly warnings: readonly string[];
}

/** Default, file, environment, flags: the later wins. Throws `invalid_option` that names every wrong value. */
export function loadSettings(sources: SettingsSources): LoadedSettings {
  return judgeFile(readSettingsFile(sources.file), sources);
}

/** The same of the text that stands in the file. */
export function settingsIn(text: string, sources: SettingsSources): LoadedSettings {
  return judgeFile(parseSettings(text, sources.file), sources);
}

function judgeFile(fields: Fields, { file, env, flags = [] }: SettingsSources): LoadedSettings {
  return judge([...givenByFile(fields, file), ...givenByEnvironment(env), ...givenByFlags(flags)]);
}

/** The later of two with one key wins; a wrong value is reported even where another one wins over it. */
export function judge(all: readonly Given[]): LoadedSettings {
  const given = new Map<SettingKey, Given>();
  const wrong: Wrong[] = [];
  const warnings: string[] = [];
  for (const one of all) {
    if (!isSettingKey(one.key)) {
      warnings.push(unknownKey(one.key, one.where, [...settingKeys, ...groups]));
      continue;
    }
    wrong.push(...wrongParts(one.key, one));
    const unknown = settingRow(one.key).unknown?.(one.value) ?? [];
    for (const { below, known } of unknown)
      warnings.push(
        unknownKey(
          `${one.key}.${below}`,
          one.where,
          known.map((path) => `${one.key}.${path}`),
        ),
      );
    given.set(one.key, one);
  }
  if (wrong.length > 0) throw refusal(wrong);
  const settings = settingsOf((key) => (given.has(key) ? given.get(key)?.value : settingRow(key).default));
  const against = contradictions(settings).map((one) => ({ where: given.get(one.key)?.where ?? "default", ...one }));
  if (against.length > 0) throw refusal(against);
  const { permissions } = settings;
  let told: readonly string[] | undefined;
  return {
    settings,
    given,
    // Thousands of rules take a while to be looked at.
    get warnings() {
      told ??= [...warnings, ...uselessRules(permissions), ...brokenExamples(permissions)];
      return told;
    },
  };
}

interface Wrong {
  readonly key: string;
  readonly allowed: string;
  readonly found: string;
  readonly where: string;
}

function wrongParts(key: SettingKey, { value, where }: Given): Wrong[] {
  return settingRow(key)
    .problems(value)
    .map(({ below, allowed, found }) => ({ key: below === "" ? key : `${key}.${below}`, allowed, found, where }));
}

function refusal(wrong: readonly Wrong[]): Error {
  const lines = wrong.map(({ key, allowed, found, where }) => `${key} must be ${allowed}; found ${found} (${where})`);
  const [{ key: option, allowed, found }] = wrong as [Wrong];
  return new BridleError("invalid_option", lines.join("\n"), { option, allowed, found });
}

function unknownKey(key: string, where: string, known: readonly string[]): string {
  const meant = didYouMean(key, known);
  return `${key.slice(0, 100)} is no setting${meant === undefined ? "" : `; did you mean ${meant}?`} (${where})`;
}
