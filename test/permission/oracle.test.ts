import assert from "node:assert/strict";
import { test } from "node:test";
import { allows } from "./allows.ts";
import { type GeneratedLine, generateLines, oracleRules, wrappers } from "./generated-lines.ts";
import { runLines } from "./run-lines.ts";

const count = Number(process.env.BRIDLE_ORACLE_LINES ?? 5_000);
const seed = Number(process.env.BRIDLE_ORACLE_SEED ?? 20_261_115);

test(`P3 of ${count} lines that a real bash ran, no allowed one ran a program without a rule`, {
  timeout: 300_000,
}, async (t) => {
  const generated = generateLines(count, seed);
  const ran = await runLines(generated.map(({ line }) => line));
  const judged = generated.map((one, at) => ({ ...one, ran: ran[at] ?? [], allowed: allows(one.line, one.rules) }));
  const allowed = judged.filter((one) => one.allowed);
  const running = judged.filter((one) => one.ran.length > 0);
  t.diagnostic(`${allowed.length} allowed, ${running.length} ran programs, ${ran.flat().length} programs in all`);
  const failures = allowed.flatMap((one) =>
    one.ran.filter((argv) => !hasRule(argv, one)).map((argv) => ({ ...one, argv })),
  );
  assert.deepEqual(
    failures.map(({ line, rules, argv }) => ({ line, rules: rules.join(", "), argv })),
    [],
  );
  assert.ok(allowed.length >= count / 5, `${allowed.length} lines are allowed: the oracle sees too little`);
  assert.ok(allowed.filter((one) => one.ran.length > 0).length >= count / 10, "allowed lines run programs");
  assert.ok(running.length >= count / 2, `${running.length} lines ran programs`);
});

/** A wrapper that was looked through needs no rule; what it runs is logged by itself. */
function hasRule(argv: readonly string[], { rules }: GeneratedLine): boolean {
  return wrappers.includes(argv[0] ?? "") || rules.some((rule) => oracleRules[rule]?.(argv));
}
