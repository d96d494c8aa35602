import { isFields } from "../../wire/fields.ts";
import type { Origin } from "./given-settings.ts";
import type { LoadedSettings } from "./load-settings.ts";
import { environmentName, type SettingKey, settingKeys, settingRow } from "./settings.ts";

export interface DescribedSetting {
  readonly key: SettingKey;
  readonly value: unknown;
  readonly default: unknown;
  readonly origin: Origin;
  /** The file, the variable or the flag; "" for a default. */
  readonly where: string;
  readonly environment: string;
  readonly allowed: string;
  readonly description: string;
}

/** Every setting with its value and where it comes from. What agents get in their environment is hidden, and where targets are. */
export function describeSettings({ given }: LoadedSettings): DescribedSetting[] {
  return settingKeys.map((key) => {
    const row = settingRow(key);
    const one = given.get(key);
    const value = one === undefined ? row.default : one.value;
    return {
      key,
      value: hiding[key]?.(value) ?? value,
      default: row.default,
      origin: one?.origin ?? "default",
      where: one?.where ?? "",
      environment: environmentName(key),
      allowed: row.allowed,
      description: row.description,
    };
  });
}

const hidden = "(hidden)";

const hiding: { readonly [key in SettingKey]?: (value: unknown) => unknown } = {
  agents: withoutEnvironments,
  "notifications.targets": withoutAddresses,
};

/** Whoever knows the address of a channel's webhook can write there. */
function withoutAddresses(targets: unknown): unknown {
  const shown = (target: unknown) => (isFields(target) && "url" in target ? { ...target, url: hidden } : target);
  return Array.isArray(targets) ? targets.map(shown) : [];
}

function withoutEnvironments(agents: unknown): unknown {
  if (!isFields(agents)) return {};
  return Object.fromEntries(
    Object.entries(agents).map(([name, agent]) => {
      if (!isFields(agent) || !isFields(agent.env)) return [name, agent];
      return [
        name,
        { ...agent, env: Object.fromEntries(Object.keys(agent.env).map((variable) => [variable, hidden])) },
      ];
    }),
  );
}
