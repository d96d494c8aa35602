import assert from "node:assert/strict";
import { test } from "node:test";
import { SessionRules } from "./session-rules.ts";

function rules(start: { allowed?: string[]; denied?: string[] }): SessionRules {
  return new SessionRules({ mode: "default", cwd: "/project", directories: [], allowed: [], denied: [], ...start });
}

test("G5 a rule for reading a folder holds for searching it, and one for editing for writing", () => {
  const { denied, allowed } = {
    denied: rules({ denied: ["Read(//secret/**)", "Edit(//fixed/**)"] }),
    allowed: rules({ allowed: ["Read(//open/**)", "Read"] }),
  };
  assert.equal(denied.decide({ toolName: "Grep", input: { pattern: "x", path: "/secret/sub" } }), "deny");
  assert.equal(denied.decide({ toolName: "Glob", input: { pattern: "*", path: "/secret" } }), "deny");
  assert.equal(denied.decide({ toolName: "Grep", input: { pattern: "x" } }), undefined);
  assert.equal(denied.decide({ toolName: "Write", input: { file_path: "/fixed/a" } }), "deny");
  assert.equal(denied.decide({ toolName: "Bash", input: { command: "x" } }), undefined);
  assert.equal(allowed.decide({ toolName: "Grep", input: { pattern: "x", path: "/open/sub" } }), "allow");
  // A rule without a path is about the tool alone.
  assert.equal(allowed.decide({ toolName: "Grep", input: { pattern: "x", path: "/other" } }), undefined);
});

test("G5 a file that is forbidden or only asked for is not found by a search", () => {
  const session = rules({ denied: ["Read(//project/secret/**)"] });
  session.apply({
    type: "addRules",
    behavior: "ask",
    rules: [{ toolName: "Read", ruleContent: "//project/asked/**" }],
  });
  assert.deepEqual(
    ["/project/a", "/project/secret/a", "/project/asked/a"].map((path) => session.mayRead(path)),
    [true, false, false],
  );
});
