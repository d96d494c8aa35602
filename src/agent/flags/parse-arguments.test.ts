import assert from "node:assert/strict";
import { test } from "node:test";
import { parseArguments } from "./parse-arguments.ts";

const flags = { go: "switch", name: "value", note: "maybe", many: "list" } as const;

/** A command line, what is read of it, and the words that are left. */
const lines: readonly [line: string[], values: Record<string, string[]>, positionals: string[], unknown?: string[]][] =
  [
    [[], {}, []],
    [["--name", "a"], { name: ["a"] }, []],
    [["--name=a"], { name: ["a"] }, []],
    [["--name="], { name: [""] }, []],
    [["--name=a=b"], { name: ["a=b"] }, []],
    [["--name", "--go"], { name: ["--go"] }, []],
    [["--name", "a", "--name", "b"], { name: ["a", "b"] }, []],
    [["--name"], { name: [] }, []],
    [["-n", "a", "-g"], { name: ["a"], go: [] }, []],
    [["--go", "word"], { go: [] }, ["word"]],
    [["--note", "a"], { note: ["a"] }, []],
    [["--note", "--go"], { note: [], go: [] }, []],
    [["--many", "a", "b", "--go", "word"], { many: ["a", "b"], go: [] }, ["word"]],
    [["--many=a", "word"], { many: ["a"] }, ["word"]],
    [["--many", "a", "--many", "b"], { many: ["a", "b"] }, []],
    [["--many", ""], { many: [""] }, []],
    [["-", "--go"], { go: [] }, ["-"]],
    [["--go", "--", "--name", "a"], { go: [] }, ["--name", "a"]],
    [["--foo", "--go"], { go: [] }, [], ["foo"]],
    [["--foo=bar", "word"], {}, ["word"], ["foo"]],
    [["--foo", "bar", "word"], {}, ["word"], ["foo"]],
    [["--foo", "word"], {}, ["word"], ["foo"]],
    [["--constructor", "x", "--toString"], {}, ["x"], ["constructor", "toString"]],
    [["word", ""], {}, ["word", ""]],
  ];

for (const [line, values, positionals, unknown = []] of lines) {
  test(`G2 the command line ${JSON.stringify(line)} is read as hosts mean it`, () => {
    const parsed = parseArguments(line, flags, { n: "name", g: "go" });
    assert.deepEqual(Object.fromEntries(parsed.values), values);
    assert.deepEqual([parsed.positionals, parsed.unknown], [positionals, unknown]);
  });
}
