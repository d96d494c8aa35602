import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import type { ModelRequest } from "../../src/script/model-request.ts";
import type { Step } from "../../src/script/script.ts";
import { type Fields, list, objects } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { asking, Driven } from "./drive.ts";

/** One memory, one model API whose requests are checked, and agents on both. */
export class MemoryStage {
  readonly api: ScriptedModelApi;
  readonly root: string;

  private constructor(api: ScriptedModelApi, root: string) {
    this.api = api;
    this.root = root;
  }

  static async open(t: TestContext, answer: (request: ModelRequest) => Step | undefined): Promise<MemoryStage> {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-agent-memory-")));
    const api = await ScriptedModelApi.start({ answer });
    t.after(async () => {
      await api.close();
      rmSync(root, { recursive: true, force: true });
    });
    return new MemoryStage(api, root);
  }

  get database(): string {
    return join(this.root, "agent.db");
  }

  folder(name = "project"): string {
    const path = join(this.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  get env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      HOME: this.root,
      TMPDIR: this.root,
      CLAUDE_CONFIG_DIR: join(this.root, "config"),
      ANTHROPIC_API_KEY: "k",
      ANTHROPIC_BASE_URL: this.api.url,
      CLAUDE_CODE_MAX_RETRIES: "0",
    };
  }

  agent(argv: readonly string[] = [], env: NodeJS.ProcessEnv = {}, cwd = this.folder()): Driven {
    const dialect = argv.includes("--stdio") ? [] : asking;
    return new Driven(codingAgent, {
      argv: [...dialect, "--db", this.database, ...argv],
      env: { ...this.env, ...env },
      cwd,
    });
  }

  /** What the model was asked last in the conversation itself. */
  get lastRequest(): Fields {
    const asked = this.api.requests.findLast(({ body }) => list((body as Fields)?.tools).length > 0);
    return (asked ?? assert.fail("nothing was asked")).body as Fields;
  }
}

export function bodyText(body: unknown): string {
  return JSON.stringify(body);
}

/** As strict as the real API where a conversation was cut: it begins with the user, and calls and results are pairs. */
export function assertSound(body: Fields): void {
  const messages = objects(body.messages);
  assert.equal(messages[0]?.role, "user");
  for (const [at, { content }] of messages.entries()) {
    const calls = objects(messages[at - 1]?.content).filter(({ type }) => type === "tool_use");
    const results = objects(content).filter(({ type }) => type === "tool_result");
    assert.deepEqual(
      results.map(({ tool_use_id }) => tool_use_id).sort(),
      calls.map(({ id }) => id).sort(),
      `message ${at} has the results of the calls before it`,
    );
  }
}
