import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { requireNode } from "../src/util/require-node.ts";

const root = join(import.meta.dirname, "..");

test("H1 the Node that a library entry asks for is the one of package.json", () => {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { engines: { node: string } };
  assert.equal(engines.node, ">=24");
  assert.throws(
    () => requireNode("bridle", "23.9.0"),
    /^Error: bridle needs Node 24 or newer, and this is Node 23\.9\.0/,
  );
  requireNode("bridle", "24.0.0");
});

for (const entry of ["index", "agent", "client", "testing"]) {
  test(`H1 dist/${entry}.js says at import which Node it needs`, () => {
    const old = `Object.defineProperty(process.versions, "node", { value: "20.19.0" });`;
    const code = `${old} import(${JSON.stringify(join(root, "dist", `${entry}.js`))}).catch((error) => console.log(error.message));`;
    const told = execFileSync(process.execPath, ["-e", code], { encoding: "utf8" });
    assert.match(told, /^bridle(\/\w+)? needs Node 24 or newer, and this is Node 20\.19\.0/);
  });
}
