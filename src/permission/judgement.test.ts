import assert from "node:assert/strict";
import { test } from "node:test";
import type { Because } from "./decision.ts";
import { allowedUpTo, combine, combineAll, type Judgement } from "./judgement.ts";
import { permissionModes } from "./mode.ts";
import { scopes } from "./rule.ts";
import { compareStrength, effectOf, isAtMost, strengths } from "./strength.ts";

/** Few values of each field, so that equal and nearly equal judgements meet often. */
function generated(count: number, seed: number): Judgement[] {
  let state = seed;
  const pick = <T>(from: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from[(state >>> 8) % from.length] as T;
  };
  const because = (): Because =>
    pick<() => Because>([
      () => ({ rule: pick(["Bash", "Read(a)", "Read(b)"]), scope: pick(scopes), file: pick([undefined, "/a", "/b"]) }),
      () => ({ mode: pick(permissionModes) }),
      () => ({ reason: pick(["x", "y", ""]) }),
    ])();
  return Array.from({ length: count }, () => {
    const path = pick([undefined, "/a", "/b"]);
    const order = pick([undefined, 0, 1, 2]);
    return {
      strength: pick(strengths),
      because: because(),
      ...(path !== undefined && { path }),
      ...(order !== undefined && { order }),
    };
  });
}

/** Absent fields are as good as their defaults. */
function plain({ strength, because, path, order }: Judgement): unknown {
  return { strength, because: JSON.parse(JSON.stringify(because)), path, order: order ?? 0 };
}

test("P9 combining judgements is associative, commutative and idempotent, reason and all", () => {
  const all = generated(6_000, 11);
  for (let at = 0; at < all.length; at += 3) {
    const [a, b, c] = all.slice(at, at + 3) as [Judgement, Judgement, Judgement];
    const label = JSON.stringify([a, b, c]);
    assert.deepEqual(plain(combine(a, b)), plain(combine(b, a)), label);
    assert.deepEqual(plain(combine(combine(a, b), c)), plain(combine(a, combine(b, c))), label);
    assert.deepEqual(plain(combine(a, a)), plain(a), label);
    assert.deepEqual(plain(combine(combine(a, b), b)), plain(combine(a, b)), label);
  }
});

test("P9 nothing stronger is ever lost: every combination is as strong as its strongest part", () => {
  const all = generated(6_000, 12);
  for (let at = 0; at + 8 <= all.length; at += 8) {
    const some = all.slice(at, at + 8) as [Judgement, ...Judgement[]];
    const strongest = some.reduce((a, b) => (compareStrength(a.strength, b.strength) >= 0 ? a : b)).strength;
    assert.equal(combineAll(...some).strength, strongest);
    assert.deepEqual(plain(combineAll(...some)), plain(combineAll(...(some.toReversed() as typeof some))));
  }
});

test("P9 whoever allows takes back nothing beyond its reach, and never makes anything stronger", () => {
  const all = generated(4_000, 13);
  for (let at = 0; at + 2 <= all.length; at += 2) {
    const [judged, allowing] = all.slice(at, at + 2) as [Judgement, Judgement];
    for (const reach of strengths) {
      const result = allowedUpTo(reach, judged, allowing);
      assert.ok(isAtMost(result.strength, judged.strength));
      if (!isAtMost(judged.strength, reach)) assert.equal(result, judged);
    }
  }
});

test("P9 of what is equal the first stays, and of two files with the same rule the first by name is told", () => {
  const [one] = generated(1, 14) as [Judgement];
  assert.equal(combine(one, { ...one }), one);
  const of = (file: string): Judgement => ({ strength: "denied", because: { rule: "Bash", scope: "user", file } });
  assert.deepEqual(combine(of("/b"), of("/a")), of("/a"));
  assert.deepEqual(combine(of("/a"), of("/b")), of("/a"));
});

test("P9 what is allowed already keeps its reason, and nobody takes back what is stronger than what allows", () => {
  const allowed: Judgement = { strength: "allowed", because: { reason: "it only looks" } };
  const rule: Judgement = { strength: "allowed", because: { rule: "Bash", scope: "user" } };
  assert.equal(allowedUpTo("undecided", allowed, rule), allowed);
  assert.equal(allowedUpTo("undecided", { ...allowed, strength: "undecided" }, rule), rule);
});

test("P9 the strengths are in order: what allows, what asks, what denies", () => {
  assert.deepEqual([...new Set(strengths.map(effectOf))], ["allow", "ask", "deny"]);
  for (const [at, strength] of strengths.entries())
    for (const [other, reach] of strengths.entries()) assert.equal(isAtMost(strength, reach), at <= other);
});
