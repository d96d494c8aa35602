import assert from "node:assert/strict";
import { test } from "node:test";
import { readFrontmatter } from "./frontmatter.ts";

const guard = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "exit 2", timeout: 5 }] }] };
const hooksIn = (fields: string): unknown =>
  readFrontmatter(`---\nname: x\n${fields}\ndescription: d\n---\nBody\n`).hooks;

const written: { readonly [title: string]: string } = {
  "a block": `hooks:
  PreToolUse:
    - matcher: "Bash"
      hooks:
        - type: command
          command: "exit 2"
          timeout: 5`,
  "lists as far out as their keys, comments, single quotes": `hooks: # guards
  # the shell
  PreToolUse:
  - matcher: 'Bash' # this one
    hooks:
    -
      type: command
      command: exit 2   # no

      timeout: 5`,
  "JSON on one line": `hooks: ${JSON.stringify(guard)}`,
  "JSON inside of a block": `hooks:
  PreToolUse: ${JSON.stringify(guard.PreToolUse)}`,
  "a quoted key and a text of its own lines": `"hooks":
    PreToolUse:
        - matcher: Bash
          hooks:
              - type: command
                command: |-
                  exit 2
                timeout: 5`,
};

for (const [title, fields] of Object.entries(written))
  test(`G2 the hooks of a Markdown file are read: ${title}`, () => assert.deepEqual(hooksIn(fields), guard));

test("G2 what a command says in its hook is read as it is written", () => {
  const commandIn = (text: string): unknown => hooksIn(`hooks:\n  Stop:\n    - hooks:\n        - command: ${text}`);
  const command = (text: string): unknown => ({ Stop: [{ hooks: [{ command: text }] }] });
  assert.deepEqual(commandIn('"a \\"b\\" # c"'), command('a "b" # c'));
  assert.deepEqual(commandIn("'it''s' # c"), command("it's"));
  assert.deepEqual(commandIn("./guard.sh --all #1"), command("./guard.sh --all"));
  assert.deepEqual(
    commandIn("|\n            one\n              two\n            three"),
    command("one\n  two\nthree\n"),
  );
});

test("G2 P2 hooks that cannot be read are not taken for none", () => {
  assert.equal(hooksIn("effort: low"), undefined);
  for (const fields of [
    "hooks: nonsense",
    "hooks: *guard",
    "hooks:\n  PreToolUse:\n   - matcher: Bash\n      hooks: [",
    "hooks: {PreToolUse: [{matcher: Bash}]}",
    "hooks:\n\tPreToolUse: x",
    "hooks:\n  PreToolUse: one\n    two",
    "hooks:\n  PreToolUse: !x y",
    "hooks:\n  PreToolUse: []\n  PreToolUse: []",
  ])
    assert.equal(typeof hooksIn(fields), "string", fields);
  assert.equal(typeof readFrontmatter(`---\n{"name":"x","hooks":{}}\n---\n`).hooks, "string");
});
