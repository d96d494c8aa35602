import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { defaultSettings, settingKeys, settingRow } from "../../../src/daemon/config/settings.ts";
import { settingsSchema } from "../../../src/daemon/config/settings-schema.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const file = JSON.parse(readFileSync(join(root, "schema", "settings.schema.json"), "utf8")) as object;

test("D8 the schema on file is the one of the table", () => {
  assert.deepEqual(file, JSON.parse(JSON.stringify(settingsSchema())), "run `npm run generate`");
});

test("D8 the schema takes what the daemon takes and refuses what it refuses", () => {
  const fits = new Ajv.default({ strict: true }).compile(file);
  const defaults: { [group: string]: unknown } = {};
  for (const key of settingKeys) {
    const [group = "", leaf] = key.split(".");
    const value = settingRow(key).default;
    defaults[group] = leaf === undefined ? value : { ...(defaults[group] as object | undefined), [leaf]: value };
  }
  assert.ok(fits({ $schema: "x", ...defaults }), JSON.stringify(fits.errors));
  assert.deepEqual(Object.keys(defaults), Object.keys(defaultSettings));
  const wrong: unknown[] = [
    [],
    { daemon: { port: -1 } },
    { daemon: { prot: 1 } },
    { daemon: { durability: "x" } },
    { agents: { a: {} } },
    { agents: { a: { command: "x", version: "new" } } },
    { permissions: { deny: "Bash" } },
  ];
  for (const settings of wrong) assert.equal(fits(settings), false, JSON.stringify(settings));
});
