import assert from "node:assert/strict";
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from "node:child_process";
import { test } from "node:test";
import { type Rewrite, Rewriting, rewriteProblem } from "./rewrite.ts";

const parts = { cwd: "/w", home: "/home/u", files: { realpath: (path: string) => path, readlink: () => undefined } };

function found(rewrites: readonly Rewrite[], toolName: string, input: object, isCwdKnown = true) {
  const ask = { toolName, input: { ...input }, cwd: "/w/sub", isCwdKnown, directories: ["/w"] };
  return new Rewriting(rewrites, parts).of(ask);
}

/** A bash whose input is a socket takes itself for one of rshd, and reads a file first. */
const shell: ExecFileSyncOptionsWithStringEncoding = { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };

const limit: Rewrite = { rule: "Bash(npm test:*)", wrap: "timeout 600 bash -c {command}" };

test("P3 a command is wrapped as one word, wherever a rule that forbids would see it, and its other fields stay", () => {
  const input = { command: "npm test -- 'a b'", description: "try" };
  assert.deepEqual(found([limit], "Bash", input), {
    is: "sure",
    rewrite: limit,
    input: { command: "timeout 600 bash -c 'npm test -- '\\''a b'\\'''", description: "try" },
  });
  for (const command of ["cd x && npm test", "CI=1 npm test", "nice npm test"])
    assert.equal(found([limit], "Bash", { command })?.is, "sure", command);
  for (const command of ["npm run build", "echo npm test"])
    assert.equal(found([limit], "Bash", { command }), undefined, command);
  assert.equal(found([limit], "Bash", { command: 'eval "$x"' })?.is, "perhaps");
  assert.equal(found([limit], "Read", { file_path: "npm test" }), undefined);
});

test("P3 what is wrapped says to a real shell what it said before, whatever is in it", () => {
  const all: Rewrite = { rule: "Bash", wrap: "env -i bash -c {command}" };
  for (const said of ["it's", '"q" $HOME `x` $& $1 {command}', "a\\b", "line\nline", "'", "é 💬"]) {
    const command = `printf %s ${`'${said.replaceAll("'", "'\\''")}'`}`;
    const one = found([all], "Bash", { command });
    assert.ok(one?.is === "sure");
    assert.equal(execFileSync("bash", ["-c", String(one.input.command)], shell), said);
  }
});

test("P4 a relative path becomes absolute from the folder of the call, with its dots and links as they were written", () => {
  const absolute: Rewrite = { rule: "Edit", absolute_paths: true };
  const of = (toolName: string, input: object, isKnown = true) => found([absolute], toolName, input, isKnown);
  assert.deepEqual(of("Edit", { file_path: "../x.ts", old_string: "a" }), {
    is: "sure",
    rewrite: absolute,
    input: { file_path: "/w/sub/../x.ts", old_string: "a" },
  });
  assert.equal(of("Edit", { file_path: "/w/x.ts" }), undefined, "it is so already");
  assert.equal(of("Bash", { command: "sed -i s/a/b/ x.ts" }), undefined);
  assert.equal(of("Edit", { file_path: "x.ts" }, false)?.is, "perhaps", "nobody knows from where");
});

test("P2 the first that is about a call changes it, once", () => {
  const second: Rewrite = { rule: "Bash", wrap: "nice bash -c {command}" };
  const one = found([limit, second], "Bash", { command: "npm test" });
  assert.ok(one?.is === "sure");
  assert.equal(one.input.command, "timeout 600 bash -c 'npm test'");
  const other = found([limit, second], "Bash", { command: "make" });
  assert.equal(other?.is === "sure" && other.input.command, "nice bash -c 'make'");
});

test("P2 what would make something else of a quoted command is refused", () => {
  const wrap = (text: string, rule = "Bash") => rewriteProblem({ rule, wrap: text });
  assert.equal(wrap("firejail --net=none -- bash -c {command}"), undefined);
  for (const text of ['bash -c "{command}"', "bash -c '{command}'", "x{command}", "bash -c {command} {command}"])
    assert.match(wrap(text) ?? "", /plain words/, text);
  for (const text of ["bash -c", "a; bash -c {command}", "bash -c {command} > x", "$X {command}", "a\n{command}"])
    assert.match(wrap(text) ?? "", /plain words/, text);
  assert.match(wrap("nice {command}", "Read") ?? "", /about Bash/);
  assert.match(rewriteProblem({ rule: "Bash", absolute_paths: true }) ?? "", /for files/);
  assert.match(rewriteProblem({ rule: "Bash(", absolute_paths: true }) ?? "", /a rule such as/);
});
