import type { Setting } from "./setting.ts";
import { settingsTable } from "./settings-table.ts";

export type SettingKey = keyof typeof settingsTable;

type ValueOf<K extends SettingKey> = (typeof settingsTable)[K] extends Setting<infer T> ? T : never;
type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;
type GroupOf<K> = K extends `${infer Group}.${string}` ? Group : never;
type KeyIn<Group extends string> = Extract<SettingKey, `${Group}.${string}`>;
type LeafOf<K> = K extends `${string}.${infer Leaf}` ? Camel<Leaf> : never;

/** Every setting with a value that fits: `daemon.max_payload_bytes` is `settings.daemon.maxPayloadBytes`. */
export type Settings = {
  readonly [Group in GroupOf<SettingKey>]: { readonly [K in KeyIn<Group> as LeafOf<K>]: ValueOf<K> };
} & { readonly [K in Exclude<SettingKey, `${string}.${string}`>]: ValueOf<K> };

export const settingKeys = Object.keys(settingsTable) as readonly SettingKey[];

export function settingRow(key: SettingKey): Setting<unknown> {
  return settingsTable[key] as Setting<unknown>;
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingsTable, key);
}

/** `daemon.max_payload_bytes` is `BRIDLE_DAEMON_MAX_PAYLOAD_BYTES`. */
export function environmentName(key: SettingKey): string {
  return `BRIDLE_${key.toUpperCase().replaceAll(".", "_")}`;
}

/** The values have been checked. */
export function settingsOf(lookUp: (key: SettingKey) => unknown): Settings {
  const settings: { [group: string]: unknown } = {};
  for (const key of settingKeys) {
    const [group = key, leaf] = key.split(".");
    if (leaf === undefined) settings[group] = lookUp(key);
    else settings[group] = { ...(settings[group] as object | undefined), [camel(leaf)]: lookUp(key) };
  }
  return settings as Settings;
}

export const defaultSettings: Settings = settingsOf((key) => settingRow(key).default);

function camel(leaf: string): string {
  return leaf.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
