import assert from "node:assert/strict";
import { test } from "node:test";
import { isPlainSedScript } from "./sed-script.ts";

test("P3 a sed script that only edits text is plain", () => {
  for (const script of [
    "p",
    "1,5p",
    "$d",
    "/a/,/b/d",
    "s/a/b/",
    "s|a/b|c|g",
    "s/[a-z]*/x/2p",
    "y/abc/def/",
    "1!G;h;$!d",
    "/x/{s/a/b/;p}",
    "2q",
    "s/a\\/b/c/",
    "/a/I p",
    "0~3d",
    "s/e/w/",
  ]) {
    assert.equal(isPlainSedScript(script), true, script);
  }
});

test("P3 a sed script that runs, reads or writes, or is not understood, is not plain", () => {
  for (const script of [
    "e",
    "1e rm",
    "s/a/b/e",
    "s/a/b/ge",
    "s/a/b/w f",
    "w f",
    "r f",
    "R f",
    "W f",
    "p;e",
    "p\ne rm",
    "/x/{e rm\n}",
    "a\\\ntext",
    "s/a",
    "s/[/]/e",
    "y/a/b/e",
    "/a/,e",
    "1,2",
    "b x",
    "s/a/b/;;e",
    "}e",
  ]) {
    assert.equal(isPlainSedScript(script), false, script);
  }
});
