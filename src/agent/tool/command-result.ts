import type { CollectedOutput } from "./command-output.ts";
import { sizeText } from "./size-text.ts";
import type { ToolOutput } from "./tool.ts";

export type Ending =
  | { readonly by: "itself"; readonly exitCode: number }
  | { readonly by: "timeout"; readonly exitCode: number; readonly timeoutMs: number }
  | { readonly by: "abort" };

/** What a command did, in Claude Code's words. */
export function commandResult(command: string, ending: Ending, output: CollectedOutput): ToolOutput {
  const stdout = trimLines(output.stdout);
  const stderr = trimLines(output.stderr);
  const text = shown([stdout, stderr].filter((part) => part !== "").join("\n"), output);
  if (ending.by === "timeout" || (ending.by === "itself" && ending.exitCode !== 0)) {
    const late = ending.by === "timeout" ? `Command timed out after ${durationText(ending.timeoutMs)}` : "";
    const content = [`Exit code ${ending.exitCode}`, late, text].filter((part) => part !== "").join("\n");
    return { content, isError: true, details: `Error: ${content}` };
  }
  const interrupted = ending.by === "abort";
  const details = {
    stdout,
    stderr,
    interrupted,
    isImage: false,
    noOutputExpected: expectsNoOutput(command),
    ...file(output),
  };
  if (interrupted) {
    const content = [text, "<error>Command was aborted before completion</error>"]
      .filter((part) => part !== "")
      .join("\n");
    return { content, isError: true, details };
  }
  return { content: text === "" ? "(Bash completed with no output)" : text, isError: false, details };
}

function shown(text: string, { file, lost }: CollectedOutput): string {
  if (lost !== undefined) return `${text}\n[output cut: it is too long and could not be saved: ${lost}]`;
  if (file === undefined) return text;
  const kept = file.whole ? "Full output" : "The beginning of it is";
  return `<persisted-output>
Output too large (${sizeText(file.bytes)}). ${kept} saved to: ${file.path}

Preview (first ${sizeText(previewChars)}):
${text.slice(0, previewChars).toWellFormed()}
...
</persisted-output>`;
}

const previewChars = 2_048;

function file({ file }: CollectedOutput) {
  return file === undefined ? {} : { persistedOutputPath: file.path, persistedOutputSize: file.bytes };
}

/** Without blank lines before it and blanks after it. */
function trimLines(text: string): string {
  return text.replace(/^\s*\n/, "").trimEnd();
}

function durationText(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 60) return `${Number(seconds.toFixed(1))}s`;
  return `${Math.floor(seconds / 60)}m ${Math.round(seconds % 60)}s`;
}

/** A hint for who shows it: these say nothing when all went well. */
function expectsNoOutput(command: string): boolean {
  const words = command.split(/[;&|\n]+/).map((part) => part.trim().split(/\s/, 1)[0] ?? "");
  return words.filter((word) => word !== "").every((word) => silent.has(word));
}

const silent = new Set("mv cp rm mkdir rmdir chmod chown chgrp touch ln cd export unset wait".split(" "));
