import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Hunk, structuredPatch } from "./structured-patch.ts";

test("G5 a patch shows what changed with three lines around it, and far changes apart", () => {
  const old = Array.from({ length: 30 }, (_, index) => `${index + 1}\n`);
  const fresh = old.with(4, "five\n").with(24, "").toSpliced(28, 0, "28b\n");
  assert.deepEqual(structuredPatch(old.join(""), fresh.join("")), [
    { oldStart: 2, oldLines: 7, newStart: 2, newLines: 7, lines: [" 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8"] },
    {
      oldStart: 22,
      oldLines: 9,
      newStart: 22,
      newLines: 9,
      lines: [" 22", " 23", " 24", "-25", " 26", " 27", " 28", "+28b", " 29", " 30"],
    },
  ]);
});

test("G5 a patch tells of a last line without its end, and of nothing where nothing changed", () => {
  assert.deepEqual(structuredPatch("a\nb", "a\nb\n")[0]?.lines, [" a", "-b", "\\ No newline at end of file", "+b"]);
  assert.deepEqual(structuredPatch("a\r\nb\r\n", "a\nb\n"), []);
  assert.deepEqual(structuredPatch("", "a\n"), [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: ["+a"] }]);
});

test("G5 whoever applies a patch to the old text has the new one", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 40 });
  const text = fc.tuple(lines, fc.boolean()).map(([all, ends]) => all.join("\n") + (ends ? "\n" : ""));
  fc.assert(
    fc.property(text, text, (old, fresh) => assert.equal(applied(old, structuredPatch(old, fresh)), fresh)),
    { numRuns: 2_000 },
  );
});

test("G5 a patch of texts that share nothing, or are long, is made at once", () => {
  const numbered = (mark: string) => Array.from({ length: 50_000 }, (_, index) => `${mark}${index}\n`).join("");
  const before = process.cpuUsage().user;
  assert.equal(structuredPatch(numbered("a"), numbered("b")).length, 1);
  const long = numbered("a");
  assert.equal(structuredPatch(long, long.replace("a25000\n", "x\n").replace("a10\n", "")).length, 2);
  assert.ok(process.cpuUsage().user - before < 2_000_000);
});

function applied(old: string, hunks: readonly Hunk[]): string {
  const lines = old.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const out: string[] = [];
  let at = 0;
  for (const { oldStart, oldLines, lines: changed } of hunks) {
    out.push(...lines.slice(at, oldStart - 1));
    at = oldStart - 1 + oldLines;
    for (const [index, line] of changed.entries()) {
      const end = changed[index + 1]?.startsWith("\\") ? "" : "\n";
      if (/^[ +]/.test(line)) out.push(line.slice(1) + end);
    }
  }
  return [...out, ...lines.slice(at)].join("");
}
