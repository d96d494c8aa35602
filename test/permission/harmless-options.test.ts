import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { knownPrograms } from "../../src/permission/programs/known-programs.ts";
import { longOption, type Option, type OptionTable, options } from "../../src/permission/programs/option-table.ts";

/** What the installed programs say to some arguments each, in an empty folder and with nothing to read. */
function say(calls: readonly (readonly string[])[]): string[] {
  const root = mkdtempSync(join(tmpdir(), "bridle-options-"));
  const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
  // What follows a file does not end by itself.
  const lines = calls.map(
    (call) => `${call[0] === "tail" ? "timeout 1 " : ""}${call.map(quote).join(" ")} </dev/null 2>&1; printf '\\036'`,
  );
  const env = { PATH: process.env.PATH ?? "", LC_ALL: "C" };
  const { stdout } = spawnSync("/bin/bash", [], {
    cwd: root,
    env,
    input: lines.join("\n"),
    encoding: "latin1",
    maxBuffer: 1e8,
  });
  rmSync(root, { recursive: true, force: true });
  return stdout.split("\x1e");
}

/** Those that read their options by GNU getopt, whose complaints are known. */
const gnu = whereGnu(
  [...knownPrograms].flatMap(([name, { options }]) => (options?.long.has("version") ? [{ name, options }] : [])),
);

/** Each table once: md5sum and sha1sum have the same. */
function whereGnu(all: { name: string; options: OptionTable }[]): { name: string; options: OptionTable }[] {
  const programs = all.filter(({ options }, at) => all.findIndex((one) => one.options === options) === at);
  const versions = say(programs.map(({ name }) => [name, "--version"]));
  return programs.filter((_, at) => /GNU|util-linux|procps|^file-/.test(versions[at] ?? ""));
}

const unknown = /unrecognized option|invalid option|unknown option|illegal option/;
const refusesValue = /doesn't allow an argument/;
const wantsValue = /requires an argument/;

test("P9 every option that the table has, the installed program has, and takes a value as the table says", (t) => {
  const all = gnu.flatMap(({ name, options }) => [...options.long.values()].map((option) => ({ name, option })));
  const here = all.filter(({ name, option }) => !(/grep$/.test(name) && option.name === "--unix-byte-offsets"));
  const alone = say(here.map(({ name, option }) => [name, option.name]));
  const withValue = say(here.map(({ name, option }) => [name, `${option.name}=1`, "--help"]));
  t.diagnostic(`${here.length} options of ${gnu.length} programs`);
  if (process.platform === "linux") assert.ok(here.length >= 500, `${here.length} options`);
  const wrong = here.flatMap(({ name, option }, at) => {
    const [one = "", two = ""] = [alone[at], withValue[at]];
    if (unknown.test(one) || unknown.test(two)) return [`${name} has no ${option.name}`];
    const takes = refusesValue.test(two) ? "nothing" : wantsValue.test(one) ? "value" : "optional";
    return takes === option.takes ? [] : [`${name} ${option.name} takes ${takes}, not ${option.takes}`];
  });
  assert.deepEqual(wrong, []);
});

test("P9 every letter that the table has, the installed program has, and takes a value as the table says", () => {
  const all = gnu.flatMap(({ name, options }) => [...options.short.values()].map((option) => ({ name, option })));
  const answers = say(all.map(({ name, option }) => [name, option.name]));
  const wrong = all.flatMap(({ name, option }, at) => {
    const answer = answers[at] ?? "";
    if (unknown.test(answer)) return [`${name} has no ${option.name}`];
    const takesValue = wantsValue.test(answer);
    return takesValue === (option.takes === "value")
      ? []
      : [`${name} ${option.name} takes ${takesValue ? "a" : "no"} value`];
  });
  assert.deepEqual(wrong, []);
});

test("P9 no installed program has an option that the table does not know and an abbreviation could be taken for", () => {
  const calls = gnu.flatMap(({ name, options }) =>
    [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => ({ name, options, letter })),
  );
  const answers = say(calls.map(({ name, letter }) => [name, `--${letter}`]));
  const wrong = calls.flatMap(({ name, options }, at) => {
    const possible = /possibilities:(.*)/.exec(answers[at] ?? "")?.[1] ?? "";
    return [...possible.matchAll(/--(\w[\w-]*)/g)].flatMap(([, full = ""]) =>
      options.long.has(full) ? [] : [`${name} --${full}`],
    );
  });
  assert.deepEqual(wrong, []);
});

test("P9 an abbreviation is what getopt takes it for", () => {
  const calls = gnu.flatMap(({ name, options }) =>
    [...new Set([...options.long.keys()].map((full) => full.slice(0, 4)))].map((short) => ({ name, options, short })),
  );
  const answers = say(calls.map(({ name, short }) => [name, `--${short}`, "--help"]));
  const wrong = calls.flatMap(({ name, options, short }, at) => {
    const meant = longOption(options, short);
    const possible = [...options.long].filter(([full]) => full.startsWith(short)).map(([, option]) => option);
    // Where getopt refuses, ours may name any of those that are alike.
    const right = /is ambiguous/.test(answers[at] ?? "")
      ? meant === undefined || possible.every((one) => isAlike(one, meant))
      : meant !== undefined;
    return right ? [] : [`${name} --${short}`];
  });
  assert.ok(calls.length > 300 || process.platform !== "linux");
  assert.deepEqual(wrong, []);
});

function isAlike(one: Option, other: Option): boolean {
  return one.harmless === other.harmless && one.takes === other.takes;
}

test("P9 an abbreviation that may be another option is none of both, unless both are alike", () => {
  const table = options("--file< --files --fill= --output>");
  assert.equal(longOption(table, "file")?.value, "read");
  assert.equal(longOption(table, "fil"), undefined);
  assert.equal(longOption(table, "files")?.takes, "nothing");
  assert.equal(longOption(table, "o")?.harmless, false);
  assert.equal(longOption(table, "x"), undefined);
  assert.equal(longOption(options("--patch --patience"), "pat")?.harmless, true);
});
