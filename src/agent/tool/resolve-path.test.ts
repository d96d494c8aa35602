import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import { isInside, resolvePath } from "./resolve-path.ts";

test("G5 a path is resolved as the system does it, whatever of it exists", (t) => {
  const { root, cwd, home } = temporaryContext(t);
  const outside = join(root, "outside");
  mkdirSync(join(outside, "deep"), { recursive: true });
  mkdirSync(join(cwd, "src"));
  writeFileSync(join(outside, "secret"), "s");
  symlinkSync(join(outside, "deep"), join(cwd, "folder"));
  symlinkSync("../outside/secret", join(cwd, "file"));
  symlinkSync("file", join(cwd, "chain"));
  symlinkSync(join(outside, "not-yet"), join(cwd, "dangling"));
  const rows: readonly [string, string][] = [
    ["a.txt", join(cwd, "a.txt")],
    ["./src//../b", join(cwd, "b")],
    ["../outside/x/y", join(outside, "x/y")],
    ["/etc/../etc/hostname", "/etc/hostname"],
    ["/../../x", "/x"],
    ["file", join(outside, "secret")],
    ["chain", join(outside, "secret")],
    ["folder/new/file", join(outside, "deep/new/file")],
    // After the link, `..` is the target's parent.
    ["folder/../secret", join(outside, "secret")],
    ["dangling", join(outside, "not-yet")],
    ["dangling/below", join(outside, "not-yet/below")],
    ["nowhere/../../x", join(root, "x")],
    ["~/x", join(home, "x")],
  ];
  for (const [path, real] of rows) assert.equal(resolvePath(path, { cwd, home }), real, path);
  for (const [path] of rows.slice(0, -1)) {
    assert.equal(
      resolvePath(path, { cwd, home }),
      execFileSync("realpath", ["-m", path], { cwd, encoding: "utf8" }).trim(),
      path,
    );
  }
});

test("G5 links in a circle, or more of them than the system follows, are an error and no place", (t) => {
  const place = temporaryContext(t);
  const { cwd } = place;
  symlinkSync("b", join(cwd, "a"));
  symlinkSync("a", join(cwd, "b"));
  assert.throws(() => resolvePath("a/x", place), /Too many symbolic links/);
  symlinkSync("/etc/passwd", join(cwd, "l0"));
  for (let link = 1; link <= 60; link++) symlinkSync(`l${link - 1}`, join(cwd, `l${link}`));
  assert.equal(resolvePath("l30", place), "/etc/passwd");
  assert.throws(() => resolvePath("l60", place), /Too many symbolic links/);
});

test("G5 a folder holds itself and what is below, not its neighbours", () => {
  assert.ok(isInside("/a/b", "/a/b") && isInside("/a/b/c", "/a/b") && isInside("/a/..b", "/a") && isInside("/x", "/"));
  assert.ok(!isInside("/a/bc", "/a/b") && !isInside("/a", "/a/b") && !isInside("/", "/a"));
});
