import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { AnswerLinks } from "./answer-links.ts";

const folder = mkdtempSync(join(tmpdir(), "bridle-al-"));
const keyFile = join(folder, "link-key");
after(() => rmSync(folder, { recursive: true, force: true }));

const linksOf = (lifeMs: number, known: readonly string[] = ["phone"]) =>
  new AnswerLinks({ keyFile, lifeMs, mayAnswer: (target) => known.includes(target) });

test("D7 D14 a link says which ask and which target, also to a later daemon, and nothing of it can be changed", () => {
  const link = linksOf(60_000).make("ask-1", "phone");
  assert.deepEqual(linksOf(1).read(link), { askId: "ask-1", target: "phone" });
  assert.equal(statSync(keyFile).mode & 0o777, 0o600);
  const [ask, target, until, signature] = link.split(".");
  for (const forged of [
    `ask-2.${target}.${until}.${signature}`,
    `${ask}.other.${until}.${signature}`,
    `${ask}.${target}.zzzzzzzz.${signature}`,
    `${ask}.${target}.${until}.${signature?.replace(/.$/, (last) => (last === "A" ? "B" : "A"))}`,
    `${ask}.${target}.${until}`,
    `${link}x`,
    "",
  ])
    assert.equal(linksOf(60_000, ["phone", "other"]).read(forged), undefined, forged);
});

test("D7 D14 a link ends with its time, and with its target's leave", () => {
  const links = linksOf(60_000);
  assert.equal(links.read(linksOf(-2000).make("a", "phone")), undefined);
  assert.ok(links.read(links.make("a", "phone")));
  assert.equal(linksOf(60_000, []).read(links.make("a", "phone")), undefined);
});
