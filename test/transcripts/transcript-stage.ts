import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transcriptPath } from "../../src/agent/memory/transcript-path.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { agentFile } from "../agent/agent-file.ts";
import { AgentProcess } from "../agent/agent-process.ts";
import { user } from "../agent/drive.ts";
import { type Hermetic, hermetic } from "../lab/hermetic.ts";
import type { InstalledCli } from "../lab/install-cli.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";

const streamJson = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];

export type Command = readonly [string, ...string[]];

export const bridle: Command = [process.execPath, agentFile];

export function claude({ command, args }: InstalledCli): Command {
  return [command, ...args];
}

/** Folders, a repository with the branch trunk and a model for agents that write transcripts there, one after the other. */
export class TranscriptStage implements AsyncDisposable {
  readonly api: ScriptedModelApi;
  readonly place: Hermetic;

  private constructor(api: ScriptedModelApi, place: Hermetic) {
    this.api = api;
    this.place = place;
  }

  static async set(): Promise<TranscriptStage> {
    const api = await ScriptedModelApi.start();
    const place = await hermetic(api.url, { CLAUDE_CODE_MAX_RETRIES: "1" });
    execFileSync("git", ["init", "-q", "-b", "trunk"], { cwd: place.cwd });
    return new TranscriptStage(api, place);
  }

  start(command: Command, ...argv: readonly string[]): AgentProcess {
    const { env, cwd } = this.place;
    return new AgentProcess({ env, cwd, command, argv: [...streamJson, ...argv] });
  }

  /** A process with one prompt; its frames, when it has ended. */
  async say(command: Command, prompt: string, ...argv: readonly string[]): Promise<readonly Fields[]> {
    await using agent = this.start(command, ...argv);
    agent.send(user(prompt));
    await agent.saw("result");
    agent.child.stdin.end();
    await agent.ended();
    return agent.frames;
  }

  path(sessionId: string): string {
    return transcriptPath(this.place.configFolder, this.place.cwd, sessionId);
  }

  lines(sessionId: string): Fields[] {
    return linesOf(this.path(sessionId));
  }

  /** What agents said that worked for the session's own one, and what is told of each. */
  subAgents(sessionId: string): { readonly id: string; readonly lines: Fields[]; readonly meta: Fields }[] {
    const folder = join(this.path(sessionId).replace(/\.jsonl$/, ""), "subagents");
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => ({
        id: name.slice("agent-".length, -".jsonl".length),
        lines: linesOf(join(folder, name)),
        meta: JSON.parse(readFileSync(join(folder, name.replace(/\.jsonl$/, ".meta.json")), "utf8")) as Fields,
      }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.api.close();
    await this.place.dispose();
  }
}

function linesOf(path: string): Fields[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Fields);
}
