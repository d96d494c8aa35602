import assert from "node:assert/strict";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";

test("P5 bridle/permission runs with nothing but the language and the text codecs: no Node, no timers, no I/O", async () => {
  const { outputFiles } = await build({
    entryPoints: ["src/exports/permission.ts"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "permission",
    platform: "browser",
  });
  const browser = createContext({ TextDecoder, TextEncoder });
  runInContext(outputFiles[0]?.text ?? "", browser);
  const said = runInContext(
    `const rule = permission.parseRule("Bash(rm *)", { effect: "deny", scope: "user" });
     const files = { realpath: (path) => path, readlink: () => undefined };
     const policy = new permission.Policy({ rules: [rule], mode: "default", cwd: "/w", home: "/h", files });
     const ask = (command) => ({ toolName: "Bash", input: { command }, cwd: "/w", directories: ["/w"] });
     ["ls", "make", "ls && rm x"].map((command) => permission.decide(ask(command), policy).effect).join()`,
    browser,
  ) as string;
  assert.equal(said, "allow,ask,deny");
});
