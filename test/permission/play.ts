import type { Effect } from "../../src/exports/permission.ts";
import type { Situation, ToolUse } from "./real-verdicts.ts";

/** A session and the tool uses that are made in it. */
export interface Play {
  readonly title: string;
  readonly situation: Situation;
  readonly uses: readonly (ToolUse | Difference)[];
}

/** Where ours decides otherwise, on purpose. */
export interface Difference {
  readonly use: ToolUse;
  readonly ours: Effect;
  readonly because: string;
}

export const bash = (command: string): ToolUse => ({ name: "Bash", input: { command, description: "d" } });
export const read = (path: string): ToolUse => ({ name: "Read", input: { file_path: path } });
export const write = (path: string): ToolUse => ({ name: "Write", input: { file_path: path, content: "x" } });
export const fetch = (url: string): ToolUse => ({ name: "WebFetch", input: { url, prompt: "p" } });
export const explore = (name: string): ToolUse => ({
  name,
  input: { description: "d", prompt: "p", subagent_type: "Explore" },
});
export const differs = (use: ToolUse, ours: Effect, because: string): Difference => ({ use, ours, because });
export const all = (ours: Effect, because: string, ...commands: readonly string[]): Difference[] =>
  commands.map((command) => differs(bash(command), ours, because));

export const parsed = "the line is parsed, and every part of it only reads or has its rule";
export const sameRepository = "the folder is looked at: no other repository is laid out in it";
export const shortList = "our list of commands that only read is shorter, on purpose";
export const removal = "what is deleted cannot be taken back: ours asks";
export const readingOnly = "plan is only reading with ours, whatever rules allow";
export const planEnvironment = "here the real one hands it to a classifier that is not there; ours asks";
export const anyEditor = "Edit as a whole is every tool that edits with ours, and a redirection is a Write";
export const anyReader =
  "Read as a whole is no less than Read(**) with ours, which a command that reads is held against";
export const stricter = "a rule that asks about a file holds for commands that read it, too";
export const looked = "ours looks into the string, and a rule against the command holds";
