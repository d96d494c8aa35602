import assert from "node:assert/strict";
import { test } from "node:test";
import { argumentHint, commandChoices, completableAt, complete, pathChoice } from "./completion.ts";

const commands = [
  { name: "review", description: "", argumentHint: "<number>", aliases: ["pr"] },
  { name: "preview", description: "", argumentHint: "", aliases: [] },
];

test("U3 a command is completed only at the beginning of a prompt, a path behind any blank", () => {
  assert.deepEqual(completableAt("/re", 3), { kind: "command", query: "re", from: 0, to: 3 });
  assert.equal(completableAt("see /re", 7), undefined);
  assert.equal(completableAt("/review 12", 10), undefined);
  assert.deepEqual(completableAt("see @src/a and more", 10), { kind: "path", query: "src/a", from: 4, to: 10 });
  assert.equal(completableAt("mail me@example.org", 19), undefined);
  assert.deepEqual(completableAt('in @"my fo', 10), { kind: "path", query: "my fo", from: 3, to: 10 });
});

test("U3 a choice replaces what was typed; behind a folder one goes on typing", () => {
  const what = completableAt("see @pa now", 7);
  assert.ok(what);
  assert.deepEqual(complete("see @pa now", what, pathChoice("src/parser.ts")), {
    text: "see @src/parser.ts now",
    caret: 18,
  });
  assert.deepEqual(complete("see @pa", what, pathChoice("pages/")), { text: "see @pages/", caret: 11 });
  assert.deepEqual(complete("see @pa", what, pathChoice("my pages.md")), { text: 'see @"my pages.md" ', caret: 19 });
});

test("U3 commands are found by their beginning, then by a part, then by another name", () => {
  const labels = (query: string) => commandChoices(commands, query).map(({ label }) => label);
  assert.deepEqual(labels("re"), ["/review <number>", "/preview"]);
  assert.deepEqual(labels("pr"), ["/preview", "/review <number>"]);
  assert.deepEqual(labels("x"), []);
  assert.equal(argumentHint(commands, "/review "), "<number>");
  assert.equal(argumentHint(commands, "/review 1"), "");
});
