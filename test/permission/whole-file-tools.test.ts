import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, decide, type PermissionMode, why } from "../../src/exports/permission.ts";
import { compareStrength } from "../../src/permission/strength.ts";
import { laidFiles } from "./laid-files.ts";
import { askOf, bash, policyOf, read, write } from "./policy-of.ts";

const reading = [
  "cat a",
  "head -1 a",
  "grep x a",
  "ls src",
  "foo ./a",
  "cat < a",
  "cp a b",
  "sort a",
  "cat $X",
  "foo a",
];
const editing = [
  "tee a",
  "cp a b",
  "touch a",
  "rm a",
  "sed -i s/x/y/ a",
  "echo x > a",
  "mkdir d",
  "mv a b",
  "> $X",
  "foo a.txt",
];
const other = ["npm test", "make all", "echo x", "git push"];
const modes: readonly PermissionMode[] = ["default", "acceptEdits", "bypassPermissions", "plan", "dontAsk"];

test("P2 P9 a rule for the whole of a tool for files is at least as strong as the same tool with (**)", () => {
  for (const effect of ["deny", "ask"])
    for (const [tool, lines] of [
      ["Read", reading],
      ["Edit", editing],
      ["Write", editing],
    ] as const)
      for (const mode of modes)
        for (const line of lines) {
          const [whole, every] = ["", "(**)"].map((specifier) =>
            decide(bash(line), policyOf([`${effect} user ${tool}${specifier}`, "allow user Bash"], { mode })),
          );
          assert.ok(whole !== undefined && every !== undefined);
          const title = `${effect} ${tool} ${mode} ${line}: ${why(whole)}`;
          assert.ok(compareStrength(whole.strength, every.strength) >= 0, title);
          assert.notEqual(whole.effect, "allow", title);
        }
});

test("P2 P9 what is forbidden as a whole is denied for every file that a command is known to read or edit", () => {
  const effectOf = (rule: string, ask: Ask, mode: PermissionMode = "default"): string =>
    decide(ask, policyOf([rule, "allow user Bash"], { mode, files: laidFiles })).effect;
  for (const line of ["cat a", "head -1 a", "grep x a", "ls src", "cat < a", "sort a"])
    assert.equal(effectOf("deny user Read", bash(line)), "deny", line);
  for (const tool of ["Edit", "Write"])
    for (const line of ["tee a", "cp a b", "touch a", "rm a", "sed -i s/x/y/ a", "echo x > a", "mv a b", "echo x > $X"])
      for (const mode of ["default", "acceptEdits", "bypassPermissions"] as const)
        assert.equal(effectOf(`deny user ${tool}`, bash(line), mode), "deny", `${tool} ${mode} ${line}`);
  for (const line of ["tee a", "cp a b", "touch a", "echo x > a"])
    assert.equal(effectOf("ask user Edit", bash(line), "acceptEdits"), "ask", line);
  assert.equal(effectOf("deny user *", bash("ls src")), "deny");
  assert.equal(effectOf("deny user NotebookEdit", bash("touch docs/n.ipynb")), "deny");
});

test("P2 P9 a rule for the whole of a tool leaves alone what touches no file, and the tools beside it", () => {
  const effectOf = (rule: string, ask: Ask): string =>
    decide(ask, policyOf([rule, "allow user Bash", "allow user Edit"], { files: laidFiles })).effect;
  for (const tool of ["Read", "Edit", "Write", "NotebookEdit"])
    for (const line of other) assert.equal(effectOf(`deny user ${tool}`, bash(line)), "allow", `${tool} ${line}`);
  for (const tool of ["Write", "NotebookEdit"])
    assert.equal(effectOf(`deny user ${tool}`, askOf("Edit", { file_path: "a" })), "allow", tool);
  assert.equal(effectOf("deny user NotebookEdit", bash("touch a")), "allow");
  assert.equal(effectOf("deny user Edit", bash("cat a")), "allow");
  assert.equal(effectOf("deny user Edit", read("a")), "allow");
});

test("P2 P9 a path rule of any tool that edits restricts every edit of that path", () => {
  const tools = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
  const uses = [
    askOf("Edit", { file_path: ".env" }),
    askOf("MultiEdit", { file_path: ".env" }),
    askOf("NotebookEdit", { notebook_path: ".env" }),
    write(".env"),
    bash("echo x > .env"),
    bash("touch .env"),
    bash("tee .env"),
  ];
  for (const [effect, expected] of [
    ["deny", "deny"],
    ["ask", "ask"],
  ] as const)
    for (const tool of tools)
      for (const use of uses)
        for (const mode of ["acceptEdits", "bypassPermissions"] as const) {
          const decision = decide(use, policyOf([`${effect} user ${tool}(.env)`, "allow user Bash"], { mode }));
          assert.equal(decision.effect, expected, `${effect} ${tool}: ${use.toolName} ${mode}: ${why(decision)}`);
        }
  for (const tool of tools)
    assert.equal(decide(write("a"), policyOf([`deny user ${tool}(.env)`], { mode: "acceptEdits" })).effect, "allow");
});

test("P2 a grant for the whole of a tool answers the rule that asks about the whole of it", () => {
  for (const tool of ["Edit", "Write", "Read"]) {
    const ask = askOf(tool, { file_path: "/x/a", content: "" });
    assert.equal(decide(ask, policyOf([`ask user ${tool}`])).effect, "ask", tool);
    assert.equal(decide(ask, policyOf([`ask user ${tool}`, `allow session granted ${tool}`])).effect, "allow", tool);
  }
});
