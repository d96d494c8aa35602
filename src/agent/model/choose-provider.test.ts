import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { allOf } from "../../../test/lab/all-of.ts";
import { isBridleError } from "../../errors.ts";
import { chooseProvider, type ProviderChoice } from "./choose-provider.ts";
import type { Provider } from "./provider.ts";

const anthropic = { ANTHROPIC_API_KEY: "a" };
const openai = { OPENAI_API_KEY: "o" };
const script = '{"steps":[{"text":"from the script"}]}';

test("G4 the provider is the one asked for, else the one there is a script or a key for", async () => {
  const cases: readonly [ProviderChoice, Provider["name"]][] = [
    [{ env: {}, scriptedWithoutKey: true }, "scripted"],
    [{ env: { ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "" }, scriptedWithoutKey: true }, "scripted"],
    [{ env: anthropic, scriptedWithoutKey: true }, "anthropic"],
    [{ env: anthropic }, "anthropic"],
    [{ env: { ANTHROPIC_AUTH_TOKEN: "t" } }, "anthropic"],
    [{ env: openai }, "openai"],
    [{ env: { ...anthropic, ...openai } }, "anthropic"],
    [{ env: { ...anthropic, ...openai, BRIDLE_PROVIDER: "openai" } }, "openai"],
    [{ env: { ...anthropic, BRIDLE_PROVIDER: "scripted" } }, "scripted"],
    [{ env: { ...anthropic, BRIDLE_PROVIDER: "anthropic" }, script }, "anthropic"],
    [{ env: anthropic, script }, "scripted"],
    [{ env: { ...anthropic, BRIDLE_SCRIPT: script } }, "scripted"],
    [{ env: anthropic, model: "scripted" }, "scripted"],
    [{ env: anthropic, model: "opus" }, "anthropic"],
  ];
  for (const [choice, name] of cases) {
    assert.equal((await chooseProvider(choice)).name, name, JSON.stringify(choice));
  }
});

test("G4 a word that is no provider, or one without its key, is refused and says why", async () => {
  const refused = (env: NodeJS.ProcessEnv, message: RegExp): Promise<void> =>
    assert.rejects(
      chooseProvider({ env }),
      (error) => isBridleError(error, "invalid_option") && message.test(error.message),
    );
  await refused({ ...anthropic, BRIDLE_PROVIDER: "gemini" }, /one of anthropic, openai, scripted, not gemini/);
  await refused({ ...openai, BRIDLE_PROVIDER: "anthropic" }, /ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN/);
  await refused({ ...anthropic, BRIDLE_PROVIDER: "openai" }, /OPENAI_API_KEY/);
});

async function answer(provider: Provider): Promise<string> {
  const messages = [{ role: "user", content: "hi" }] as const;
  const request = { model: "m", system: "", messages, tools: [], maxTokens: 1, sessionId: "s" };
  const events = await allOf(provider.stream(request, new AbortController().signal));
  return events.map((event) => ("delta" in event && "text" in event.delta ? event.delta.text : "")).join("");
}

test("G4 a script is given as JSON or as a file, by a flag or the environment; the flag wins", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "bridle-script-"));
  try {
    await writeFile(join(cwd, "script.json"), '[{"text":"from the file"}]');
    const file = await chooseProvider({ env: { BRIDLE_SCRIPT: script }, script: "script.json", cwd });
    assert.equal(await answer(file), "from the file");
    const variable = await chooseProvider({ env: { BRIDLE_SCRIPT: script }, cwd });
    assert.equal(await answer(variable), "from the script");
    await assert.rejects(chooseProvider({ env: {}, script: "none.json", cwd }), /--script: .*ENOENT/);
    await writeFile(join(cwd, "script.json"), '[{"txt":"oops"}]');
    await assert.rejects(
      chooseProvider({ env: {}, script: "script.json", cwd }),
      /--script script\.json: the key step 1: txt/,
    );
    await assert.rejects(chooseProvider({ env: {}, script: "", cwd }), /--script/);
  } finally {
    await rm(cwd, { recursive: true });
  }
});

test("G4 the usual variables name the model, and short names stand for models", async () => {
  const chosen = await chooseProvider({ env: { ...anthropic, ANTHROPIC_MODEL: "sonnet" } });
  assert.equal(chosen.defaultModel, "claude-sonnet-5-5");
  assert.equal(chosen.resolve("default"), "claude-sonnet-5-5");
  assert.equal(chosen.resolve("opus"), "claude-opus-5-5");
  assert.equal(chosen.resolve("claude-3-7-sonnet-latest"), "claude-3-7-sonnet-latest");
  assert.equal(chosen.apiKeySource, "ANTHROPIC_API_KEY");
  const plain = await chooseProvider({ env: anthropic });
  assert.deepEqual(plain.models[0], {
    value: "default",
    resolvedModel: "claude-opus-5-5",
    displayName: "Default (recommended)",
    description: "Use the default model (currently Opus 5.5) · $4/$20 per Mtok",
    supportsEffort: true,
    supportedEffortLevels: ["low", "medium", "high", "xhigh", "max"],
    supportsAdaptiveThinking: true,
  });
  const other = await chooseProvider({ env: { ...openai, OPENAI_MODEL: "llama" } });
  assert.equal(other.defaultModel, "llama");
  assert.equal(other.resolve("default"), "llama");
  assert.equal((await chooseProvider({ env: {}, scriptedWithoutKey: true })).defaultModel, "scripted");
});

test("G4 an address that is none is refused before anything is sent, and is not shown", async () => {
  for (const [key, name] of [
    ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"],
    ["OPENAI_API_KEY", "OPENAI_BASE_URL"],
  ] as const) {
    const env = { [key]: "k", [name]: "user:secret@nowhere" };
    const refused = {
      code: "invalid_option",
      message: `${name} has to be an address that begins with http:// or https://`,
    };
    await assert.rejects(chooseProvider({ env }), refused);
  }
});
