import assert from "node:assert/strict";
import { test } from "node:test";
import { formatVersion } from "../util/version.ts";
import { changes } from "./adapters.ts";
import { spokenVersion } from "./spoken-version.ts";

test("G2 the agent speaks as the newest version there is an adapter for", () => {
  const newest = changes.at(-1)?.since;
  assert.equal(typeof newest === "string" ? newest : newest && formatVersion(newest), spokenVersion);
});
