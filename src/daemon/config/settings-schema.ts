import type { JsonSchema } from "./setting.ts";
import { settingKeys, settingRow } from "./settings.ts";

/** settings.json as a JSON Schema, for editors. */
export function settingsSchema(): JsonSchema {
  const properties: { [name: string]: JsonSchema } = { $schema: { type: "string" } };
  const groups = new Map<string, { [leaf: string]: JsonSchema }>();
  for (const key of settingKeys) {
    const { description, default: value, schema } = settingRow(key);
    const [group = key, leaf] = key.split(".");
    const described = { description, ...schema, default: value };
    if (leaf === undefined) properties[group] = described;
    else groups.set(group, { ...groups.get(group), [leaf]: described });
  }
  // Unknown keys only warn; an editor shall warn, too.
  for (const [group, leaves] of groups)
    properties[group] = { type: "object", properties: leaves, additionalProperties: false };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Settings of the Bridle daemon",
    type: "object",
    properties,
    additionalProperties: false,
  };
}
