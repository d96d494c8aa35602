import assert from "node:assert/strict";
import { test } from "node:test";
import { collectGarbage } from "../collect-garbage.ts";
import { fuzzReading } from "./fuzz-reading.ts";

test("D5 W3 any output in any chunks through any kills is told as by a reader of the whole: good lines once and in order, bad ones once per run", async () => {
  const read = await fuzzReading(20_261_116, (cases) => cases >= 12, collectGarbage);
  assert.ok(read.kills > 30 && read.longLines > 5, JSON.stringify(read));
  // Of 256 open tools, nearly all of it.
  assert.ok(read.stateBytes < 16_384, `${read.stateBytes} bytes of state`);
  assert.ok(read.heapGrowthBytes < 8e6, `${read.heapGrowthBytes} bytes`);
});
