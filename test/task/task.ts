import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Step } from "../../src/script/script.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";

/** A small project with a bug, its tests, and something that must not be lost. */
export function makeProject(folder: string): void {
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("src/sum.js", "export function sum(numbers) {\n  return numbers.reduce((a, b) => a - b, 0);\n}\n");
  write(
    "test/sum.test.js",
    'import assert from "node:assert";\nimport { sum } from "../src/sum.js";\nassert.equal(sum([1, 2, 3]), 6);\nconsole.log("1 passed");\n',
  );
  write("package.json", '{ "type": "module" }\n');
  write("data/precious.txt", "keep me\n");
  write(".claude/settings.json", '{ "permissions": { "deny": ["Bash(rm:*)"] } }\n');
  write("CLAUDE.md", "Run the tests with `node test/sum.test.js`.\n");
}

const question = "Shall I also add a changelog?";

/** Finds the bug by search, reads, edits, runs the tests, is refused a dangerous command, asks, and finishes. */
const steps: readonly Step[] = [
  { text: "I will look for it.", tools: [{ name: "Grep", input: { pattern: "reduce", output_mode: "content" } }] },
  { tools: [{ name: "Read", input: { file_path: "src/sum.js" } }] },
  { tools: [{ name: "Edit", input: { file_path: "src/sum.js", old_string: "a - b", new_string: "a + b" } }] },
  { tools: [{ name: "Bash", input: { command: "node test/sum.test.js", description: "Run the tests" } }] },
  { tools: [{ name: "Bash", input: { command: "cd data && rm -rf precious.txt", description: "Clean up" } }] },
  { tools: [{ name: "AskUserQuestion", input: { questions: [asked()] } }] },
  { text: "The sum was a difference; the tests pass now." },
];

function asked(): object {
  const options = ["Yes", "No"].map((label) => ({ label, description: label }));
  return { question, header: "Changelog", multiSelect: false, options };
}

export const finalText = "The sum was a difference; the tests pass now.";
export const task = scripted(...steps);
export const answers = { [question]: "No" };

/** The same in the words of seed 001. */
export const taskOfSeed001 = scripted(
  ...steps.map(({ tools, ...step }) =>
    tools === undefined
      ? step
      : { ...step, tools: tools.map(({ name, input = {} }) => ({ name: smallName(name), input: camelCased(input) })) },
  ),
);

function smallName(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

function camelCased(input: { readonly [key: string]: unknown }): { [key: string]: unknown } {
  const rename = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [rename(key), value]));
}

/** What is left of the project; the same whoever drove the agent. */
export function endState(folder: string): object {
  return {
    source: readFileSync(join(folder, "src/sum.js"), "utf8"),
    tests: execFileSync(process.execPath, ["test/sum.test.js"], { cwd: folder, encoding: "utf8" }),
    precious: existsSync(join(folder, "data/precious.txt")),
  };
}

export const wantedState = {
  source: "export function sum(numbers) {\n  return numbers.reduce((a, b) => a + b, 0);\n}\n",
  tests: "1 passed\n",
  precious: true,
};
