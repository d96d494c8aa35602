import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { spillArguments } from "./spilled-arguments.ts";

test("H1 values too long for a command line go into files that only we can read, and the files go at the end", () => {
  const long = "é".repeat(80_000);
  const short = ["--model=opus", "--system-prompt=short", `--model=${"x".repeat(200_000)}`];
  const { args, dispose } = spillArguments([...short, `--system-prompt=${long}`, `--mcp-config=${long}`]);
  assert.deepEqual(args.slice(0, 3), short, "what is short, and flags that take no file, stay as they are");
  const files = args.slice(3).map((arg) => arg.split("=")[1] ?? "");
  assert.deepEqual(
    args.slice(3).map((arg) => arg.split("=")[0]),
    ["--system-prompt-file", "--mcp-config"],
  );
  for (const file of files) {
    assert.equal(readFileSync(file, "utf8"), long);
    assert.equal(statSync(file).mode & 0o777, 0o600);
  }
  dispose();
  assert.ok(files.every((file) => !existsSync(file)));
});
