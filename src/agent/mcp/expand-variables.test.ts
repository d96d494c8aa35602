// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are put in by us
import assert from "node:assert/strict";
import { test } from "node:test";
import { expandVariables } from "./expand-variables.ts";

const env = { HOME: "/home/me", EMPTY: "", TRICKY: "${HOME} $1 $&" };

const texts: readonly (readonly [string, string])[] = [
  ["${HOME}/bin", "/home/me/bin"],
  ["${HOME}${HOME}", "/home/me/home/me"],
  ["${NOPE:-else}", "else"],
  ["${HOME:-else}", "/home/me"],
  ["${NOPE:-}", ""],
  ["[${EMPTY:-else}]", "[]"],
  ["${NOPE}", "${NOPE}"],
  ["$HOME ${} ${1} ${HOME", "$HOME ${} ${1} ${HOME"],
  ["${TRICKY}", "${HOME} $1 $&"],
];

for (const [written, expanded] of texts) {
  test(`G5 in the declaration of a server ${written} is ${expanded || "nothing"}`, () => {
    assert.equal(expandVariables(written, env), expanded);
  });
}
