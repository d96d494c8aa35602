import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Fields } from "../../wire/fields.ts";
import { readAgentFlags } from "../flags/agent-flags.ts";
import { SessionPermissions } from "./session-permissions.ts";

test("G2 --restricted judges the path that a tool uses, whatever other fields name", (t) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-confined-")));
  t.after(() => rmSync(root, { recursive: true }));
  const cwd = join(root, "project");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "a.ipynb"), "{}");
  writeFileSync(join(root, "secret"), "secret");
  symlinkSync(join(root, "secret"), join(cwd, "link"));
  const tools = "Read,Glob,Grep,Edit,Write,NotebookEdit";
  const argv = ["--restricted", "--allowedTools", tools, "--permission-mode", "acceptEdits"];
  const session = new SessionPermissions(readAgentFlags(argv), cwd, { HOME: root });
  const effect = (name: string, input: Fields): string => session.decide({ name, input }).effect;
  for (const [name, input] of [
    ["Read", { file_path: "../secret", path: "." }],
    ["Read", { file_path: "link" }],
    ["Read", { path: "." }],

    ["Grep", { pattern: "x", path: "..", file_path: "a.ipynb" }],
    ["Grep", { pattern: "x", path: root, notebook_path: "a.ipynb" }],
    ["Glob", { pattern: "*", path: "/", file_path: "a.ipynb" }],
    ["Glob", { pattern: `${root}/*` }],
    ["Glob", { pattern: "../*" }],
    ["Glob", { pattern: "*/../../*" }],
    ["NotebookEdit", { notebook_path: "../other.ipynb", file_path: "a.ipynb", new_source: "" }],
    ["NotebookEdit", { notebook_path: "~/other.ipynb", path: "a.ipynb", new_source: "" }],
    ["Write", { file_path: "../x", notebook_path: "a.ipynb", content: "" }],
    ["Edit", { file_path: ["a"], notebook_path: "a.ipynb", old_string: "a", new_string: "b" }],
  ] as const)
    assert.notEqual(effect(name, input), "allow", `${name} ${JSON.stringify(input)}`);
  assert.equal(effect("Write", { file_path: ".git/config", notebook_path: "a.ipynb", content: "" }), "ask");
  for (const [name, input] of [
    ["Read", { file_path: "a.ipynb", path: "/" }],
    ["Grep", { pattern: "x" }],
    ["Glob", { pattern: "**/*.ts" }],
    ["NotebookEdit", { notebook_path: "a.ipynb", file_path: "/etc/x", new_source: "" }],
  ] as const)
    assert.equal(effect(name, input), "allow", `${name} ${JSON.stringify(input)}`);
});
