import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { type Fields, objects, texts } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { asking, Driven, user } from "./drive.ts";

const hello = scripted({ text: "Hello." });

/** The coding agent in a project, and the system prompts its model was given. */
async function coding(t: TestContext, argv: readonly string[] = []) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "bridle-project-")));
  const api = await ScriptedModelApi.start();
  const cwd = join(home, "project");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "CLAUDE.md"), "Mind the lamp.");
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home, ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url };
  const agent = new Driven(codingAgent, { argv: [...asking, "--no-session-persistence", ...argv], env, cwd });
  t.after(async () => {
    await agent[Symbol.asyncDispose]();
    await api.close();
    rmSync(home, { recursive: true, force: true });
  });
  const systems = (): string[] =>
    api.requests.map(({ body }) =>
      objects((body as Fields).system)
        .map(({ text }) => text)
        .join("\n"),
    );
  return { agent, api, cwd, systems };
}

test("G5 instructions and the environment stand behind the system prompt, and a change counts from the next turn on", async (t) => {
  const { agent, cwd, systems } = await coding(t, ["--append-system-prompt", "Always whisper."]);
  mkdirSync(join(cwd, ".git"));
  writeFileSync(join(cwd, ".git", "HEAD"), "ref: refs/heads/lantern\n");
  agent.send(user(hello));
  await agent.saw("result");
  const [first = ""] = systems();
  const file = join(cwd, "CLAUDE.md");
  for (const line of [`Working folder: ${cwd}`, "Git branch: lantern", `Platform: ${process.platform}`])
    assert.ok(first.includes(`\n${line}\n`), line);
  assert.match(first, /\nDate: \d{4}-\d\d-\d\d\n<\/environment>\n\nAlways whisper\.\n\n<instructions>\n/);
  assert.ok(
    first.endsWith(`Contents of ${file} (instructions of the project):\n\nMind the lamp.\n</instructions>`),
    first,
  );
  writeFileSync(file, "Mind the fog!!");
  utimesSync(file, new Date(), new Date(Date.now() + 5_000));
  agent.send(user(hello));
  await agent.saw("result");
  const [, second = ""] = systems();
  assert.equal(second, first.replace("Mind the lamp.", "Mind the fog!!"));
});

test("G5 a system prompt of one's own keeps the instructions, and some flags take them away", async (t) => {
  for (const [argv, isTold] of [
    [["--system-prompt", "You keep a light."], true],
    [["--setting-sources=project"], true],
    [["--setting-sources", "user,local"], false],
    [["--setting-sources="], false],
    [["--bare"], false],
    [["--safe-mode"], false],
  ] as const) {
    const { agent, systems } = await coding(t, argv);
    agent.send(user(hello));
    await agent.saw("result");
    assert.equal(systems()[0]?.includes("Mind the lamp."), isTold, argv.join(" "));
  }
});

test("G2 a command this agent has not is answered with those it has, and is listed nowhere", async (t) => {
  const { agent, api } = await coding(t);
  const { response } = await agent.control("initialize");
  const listed = objects((response as Fields).commands).map(({ name }) => name);
  assert.ok(listed.includes("context") && !listed.includes("skills"));
  for (const [command, answer] of [
    ["/skills", /^Bridle's agent has no list of skills: .*\. Its commands: .*\/clear .*\/context .*\/cost/],
    ["/output-style Concise", /^Bridle's agent has no output styles: use --append-system-prompt\. /],
    ["/login", /ANTHROPIC_API_KEY/],
    ["/help", /Its commands: /],
  ] as const) {
    agent.send(user(command));
    const result = await agent.saw("result success");
    assert.match(String(result.result), answer);
    assert.deepEqual([result.num_turns, result.is_error], [0, false]);
  }
  const init = agent.frames.find(({ subtype }) => subtype === "init");
  assert.deepEqual(texts(init?.slash_commands), listed);
  assert.equal(api.requests.length, 0);
  agent.send(user("/lighthouse is lit"));
  await agent.saw("result");
  assert.ok(JSON.stringify(api.requests[0]?.body).includes("/lighthouse is lit"));
});
