import assert from "node:assert/strict";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { hermetic } from "../lab/hermetic.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { AgentProcess } from "./agent-process.ts";
import { asking, claudeDialect, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("thinking");

/** What a request says of thinking, effort and length. */
type Wish = readonly [thinking: unknown, effort: unknown, maxTokens: number];

const adaptive = "adaptive";
const budget = (tokens: number) => `enabled ${tokens}`;

const situations: readonly (readonly [argv: readonly string[], env: NodeJS.ProcessEnv, wish: Wish])[] = [
  [[], {}, [adaptive, "medium", 128_000]],
  [["--model", "claude-opus-4-7"], {}, [adaptive, "xhigh", 64_000]],
  [["--model", "claude-opus-4-6"], {}, [adaptive, "high", 64_000]],
  [["--model", "claude-sonnet-4-6"], {}, [adaptive, "high", 32_000]],
  [["--model", "claude-opus-4-5"], {}, [budget(31_999), "high", 32_000]],
  [["--model", "claude-sonnet-4-5-20250929"], {}, [budget(31_999), undefined, 32_000]],
  [["--model", "claude-3-5-haiku-20241022"], {}, [undefined, undefined, 8_192]],
  [["--effort", "high"], {}, [adaptive, "high", 128_000]],
  [["--effort", "low", "--model", "claude-opus-4-5"], {}, [budget(31_999), "low", 32_000]],
  [["--effort", "low", "--model", "claude-haiku-4-5"], {}, [budget(31_999), undefined, 32_000]],
  [["--effort", "bogus"], {}, [adaptive, "medium", 128_000]],
  [["--effort", "low"], { CLAUDE_CODE_EFFORT_LEVEL: "high" }, [adaptive, "high", 128_000]],
  [["--max-thinking-tokens", "0"], {}, [adaptive, "medium", 128_000]],
  [["--max-thinking-tokens", "0", "--model", "claude-opus-4-6"], {}, ["disabled", "high", 64_000]],
  [["--max-thinking-tokens", "2000", "--model", "claude-sonnet-4-5-20250929"], {}, [budget(2_000), undefined, 32_000]],
  [["--thinking", "disabled", "--model", "claude-opus-4-6"], {}, ["disabled", "high", 64_000]],
  [["--model", "claude-sonnet-4-5-20250929"], { MAX_THINKING_TOKENS: "3000" }, [budget(3_000), undefined, 32_000]],
];

function wishOf(body: unknown): Wish {
  const { thinking, output_config, max_tokens } = body as {
    thinking?: { type: string; budget_tokens?: number };
    output_config?: Fields;
    max_tokens: number;
  };
  const said = thinking && [thinking.type, thinking.budget_tokens ?? []].flat().join(" ");
  return [said, output_config?.effort, max_tokens];
}

test("G4 thinking is on by default and effort is told where a model has them; flags and variables change both", async () => {
  await using api = await ScriptedModelApi.start();
  for (const [argv, env, wish] of situations) {
    const all = [...asking, "--no-session-persistence", ...argv];
    const own = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url, ...env });
    const agent = new Driven(codingAgent, { argv: all, env: own, cwd: folder() });
    agent.send(user(scripted({ text: "done" })));
    await agent.saw("result success done");
    await agent.finish();
    assert.deepEqual(wishOf(api.requests.at(-1)?.body), wish, argv.join(" "));
    assert.equal(agent.stderr.includes("Unknown --effort value 'bogus'"), argv.includes("bogus"));
  }
});

test("G4 Claude Code 2.1.325 asks for the same thinking, effort and length", async (t) => {
  const cli = await cliOrSkip(t, "2.1.325");
  if (cli === undefined) return;
  await using api = await ScriptedModelApi.start();
  for (const [argv, env, wish] of situations) {
    await using place = await hermetic(api.url, env as Record<string, string>);
    await using agent = new AgentProcess({
      command: [cli.command, ...cli.args],
      argv: [...claudeDialect, ...argv],
      env: place.env,
      cwd: place.cwd,
    });
    agent.send(user(scripted({ text: "done" })));
    await agent.saw("result success done");
    assert.deepEqual(wishOf(api.requests.at(-1)?.body), wish, argv.join(" "));
  }
});

test("G4 --fallback-model answers when the session's own is overloaded, says so, and the next turn tries that one again", async () => {
  const answer = ({ model }: { model: string }) =>
    model.includes("opus")
      ? { error: { status: 529, type: "overloaded_error", message: "Overloaded" } }
      : { text: `from ${model}` };
  await using api = await ScriptedModelApi.start({ answer });
  const env = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url, CLAUDE_CODE_MAX_RETRIES: "0" });
  const argv = [...asking, "--no-session-persistence", "--fallback-model", "opus,sonnet"];
  await using agent = new Driven(codingAgent, { argv, env, cwd: folder() });
  for (const prompt of ["one", "two"]) {
    agent.send(user(prompt));
    const told = await agent.saw("model_fallback");
    assert.equal(told.trigger, "overloaded");
    assert.equal(told.original_model, "claude-opus-5-5");
    assert.equal(told.fallback_model, "claude-sonnet-5-5");
    assert.equal(told.content, "Switched to Sonnet 5.5 due to high demand for Opus 5.5");
    const result = await agent.saw("result success from claude-sonnet-5-5");
    assert.deepEqual(Object.keys(result.modelUsage as Fields), ["claude-sonnet-5-5"]);
  }
});
