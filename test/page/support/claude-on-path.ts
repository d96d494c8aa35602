import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { releases } from "../../../src/adapters/matrix.ts";
import { transcriptPath } from "../../../src/agent/memory/transcript-path.ts";

const agent = join(import.meta.dirname, "..", "..", "..", "dist", "bridle-agent.js");

/** A `claude` on a PATH of its own, that says it is the newest version tested and speaks as our own agent does. */
export interface ClaudeOnPath extends Disposable {
  readonly version: string;
  /** For a daemon: with its PATH, and a config folder that is nobody's. */
  readonly env: { readonly [name: string]: string };
  readonly configFolder: string;
}

export function claudeOnPath(): ClaudeOnPath {
  const folder = mkdtempSync(join(tmpdir(), "bridle-claude-"));
  const version = releases[0].verified.at(-1)?.version ?? "";
  const lines = [
    "#!/bin/sh",
    `if [ "$1" = --version ]; then echo "${version} (Claude Code)"; exit; fi`,
    `exec "${process.execPath}" "${agent}" --scripted-without-key "$@"`,
  ];
  writeFileSync(join(folder, "claude"), `${lines.join("\n")}\n`, { mode: 0o755 });
  const configFolder = join(folder, "config");
  return {
    version,
    configFolder,
    env: { PATH: `${folder}:${process.env.PATH}`, CLAUDE_CONFIG_DIR: configFolder, BRIDLE_PROVIDER: "scripted" },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A conversation that somebody had with Claude Code in a terminal: one prompt and one answer. */
export function writeTranscript(configFolder: string, cwd: string, id: string, prompt: string, answer: string): void {
  const path = transcriptPath(configFolder, cwd, id);
  mkdirSync(join(path, ".."), { recursive: true });
  const common = { isSidechain: false, userType: "external", cwd, sessionId: id, version: "2.1.300", gitBranch: "" };
  const [asked, said] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
  const timestamp = "2026-01-02T03:04:05.000Z";
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-opus-4-1",
    content: [{ type: "text", text: answer }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const lines = [
    { parentUuid: null, ...common, type: "user", message: { role: "user", content: prompt }, uuid: asked, timestamp },
    { parentUuid: asked, ...common, type: "assistant", message, uuid: said, timestamp },
  ];
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
