import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import type { Step } from "../../src/script/script.ts";
import { type Fields, objects } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { answer, asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("custom-prompts");

interface Stage {
  readonly files?: { readonly [path: string]: string };
  readonly argv?: readonly string[];
  readonly steps?: readonly Step[];
}

/** The agent in a folder with these files; `~` is the person's configuration. */
async function start(t: TestContext, { files = {}, argv = [], steps = [] }: Stage) {
  const [cwd, config] = [folder(), folder()];
  for (const [path, text] of Object.entries(files)) {
    const full = path.startsWith("~/") ? join(config, path.slice(2)) : join(cwd, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  let asked = 0;
  const api = await ScriptedModelApi.start({ answer: () => steps[asked++] ?? { text: "done" } });
  t.after(() => api.close());
  const more = { ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url, CLAUDE_CONFIG_DIR: config };
  const all = [...asking, "--no-session-persistence", ...argv];
  const agent = new Driven(codingAgent, { argv: all, env: environment(more), cwd });
  const request = (): Fields => api.requests.at(-1)?.body as Fields;
  const said = (): string =>
    objects((request().messages as Fields[]).at(-1)?.content)
      .map(({ text }) => text)
      .join("|");
  return { agent, cwd, config, request, said };
}

const files = {
  ".claude/agents/reviewer.md":
    "---\nname: reviewer\ndescription: Reviews code\ntools: Read, Grep\nmodel: haiku\n---\nYou review code.\n",
  "~/agents/helper.md": '---\nname: helper\ndescription: "Helps: always"\n---\nYou help.\n',
  ".claude/commands/greet.md":
    "---\ndescription: Greets\nargument-hint: [name]\n---\nSay hello to $ARGUMENTS, $0 and $1, not $2. !`echo hi there`\n",
  ".claude/commands/sub/deep.md": "Deep thing",
  "~/commands/mine.md": "# My own command\nDo it.",
  ".claude/skills/cook/SKILL.md": "---\nname: cook\ndescription: Cooks meals\n---\nCook it well: $ARGUMENTS\n",
  "~/skills/bake/SKILL.md": "---\ndescription: Bakes bread\ndisable-model-invocation: true\n---\nBake.\n",
  "note.txt": "note content\n",
};

test("G2 agents, commands and skills of project and person are listed in init and in the answer to initialize", async (t) => {
  const { agent } = await start(t, { files });
  const { response } = await agent.control("initialize");
  const listed = (response as { commands: Fields[] }).commands.slice(0, 5);
  assert.deepEqual(listed, [
    { name: "bake", description: "Bakes bread (user)", argumentHint: "" },
    { name: "cook", description: "Cooks meals (project)", argumentHint: "" },
    { name: "mine", description: "My own command (user)", argumentHint: "" },
    { name: "greet", description: "Greets (project)", argumentHint: "name" },
    { name: "sub:deep", description: "Deep thing (project)", argumentHint: "" },
  ]);
  const kinds = (response as { agents: Fields[] }).agents.filter(({ name }) => name !== "general-purpose");
  assert.deepEqual(kinds, [
    { name: "helper", description: "Helps: always" },
    { name: "reviewer", description: "Reviews code", model: "haiku" },
  ]);
  agent.send(user("hi"));
  const init = await agent.saw("init");
  assert.deepEqual(init.skills, ["bake", "cook"]);
  assert.deepEqual((init.slash_commands as string[]).slice(0, 5), ["bake", "cook", "mine", "greet", "sub:deep"]);
  assert.ok((init.tools as string[]).includes("Skill"));
  await agent.finish();
});

test("G2 --setting-sources and --bare leave out whose they do not name", async (t) => {
  for (const [argv, skills, agents] of [
    [["--setting-sources", "user"], ["bake"], ["general-purpose", "helper"]],
    [["--setting-sources", "project"], ["cook"], ["general-purpose", "reviewer"]],
    [["--setting-sources", ""], [], ["general-purpose"]],
    [["--bare"], [], ["general-purpose"]],
  ] as const) {
    const { agent } = await start(t, { files, argv });
    agent.send(user("hi"));
    const init = await agent.saw("init");
    assert.deepEqual(init.skills, skills, argv.join(" "));
    assert.deepEqual(init.agents, agents, argv.join(" "));
    await agent.finish();
  }
});

test("G2 a command is what was written down, with its arguments and what its command lines say; the rules judge these", async (t) => {
  const { agent, said } = await start(t, { files });
  agent.send(user("/greet Bob 'van Dyke'"));
  await agent.saw("result success done");
  assert.equal(
    said(),
    "<command-message>greet</command-message>\n<command-name>/greet</command-name>\n<command-args>Bob 'van Dyke'</command-args>\n" +
      "|Say hello to Bob 'van Dyke', Bob and van Dyke, not $2. hi there\n",
  );
  agent.send(user("/sub:deep x !`touch evil`"));
  await agent.saw("result success done");
  assert.match(said(), /\|Deep thing\n\nARGUMENTS: x !`touch evil`$/, "what came with the arguments is not run");
  assert.ok(!agent.labels.some((label) => label.startsWith("asks")));
  await agent.finish();
  const strict = await start(t, { files: { ".claude/commands/make.md": "Out: !`touch made`" } });
  strict.agent.send(user("/make"));
  const ask = await strict.agent.saw("asks can_use_tool Bash");
  strict.agent.send(answer(ask, { behavior: "deny", message: "no" }));
  const result = await strict.agent.saw("result");
  assert.equal(result.is_error, true);
  assert.match(String(result.errors), /\/make was not begun: its command `touch made` did not run: no/);
  await strict.agent.finish();
});

test("G2 a skill is used by a person with /name and by the model with the tool Skill", async (t) => {
  const steps: Step[] = [{ text: "done" }, { tools: [{ name: "Skill", input: { skill: "cook", args: "rice" } }] }];
  const { agent, cwd, said } = await start(t, { files, steps });
  agent.send(user("/cook pasta"));
  await agent.saw("result success done");
  const base = `Base directory for this skill: ${join(cwd, ".claude", "skills", "cook")}`;
  assert.ok(said().endsWith(`|${base}\n\nCook it well: pasta\n`), said());
  agent.send(user("I am hungry"));
  const told = await agent.saw("tool_result");
  assert.deepEqual(told.tool_use_result, { success: true, commandName: "cook" });
  assert.match(JSON.stringify(told.message), /Launching skill: cook.*Cook it well: rice/);
  await agent.saw("result success done");
  await agent.finish();
});

test("G2 @file attaches what the rules let be read, and nothing else", async (t) => {
  const secret = { ".claude/settings.json": JSON.stringify({ permissions: { deny: ["Read(./secret.txt)"] } }) };
  const { agent, said } = await start(t, {
    files: { ...files, ...secret, "secret.txt": "hidden\n", "my file.txt": "one\ntwo\nthree\n" },
  });
  agent.send(user('See @note.txt, @secret.txt and @/etc/hostname; also @"my file.txt#L2" and me@home'));
  await agent.saw("result success done");
  assert.match(
    said(),
    /^<system-reminder>\nCalled the Read tool with .*note\.txt"\}\n\nResult of calling the Read tool:\n1\tnote content/,
  );
  assert.match(said(), /"offset":2,"limit":1\}\n\nResult of calling the Read tool:\n2\ttwo\n/);
  assert.doesNotMatch(said(), /hidden/);
  assert.equal(said().split("<system-reminder>").length, 3);
  assert.ok(said().endsWith("and me@home"));
  await agent.finish();
});

test("G2 --agent is the session's own agent: its prompt, its tools, its model; settings may name it, and a host define it", async (t) => {
  const ways: Stage[] = [
    { files, argv: ["--agent", "reviewer"] },
    { files: { ...files, ".claude/settings.json": '{"agent":"reviewer"}' } },
  ];
  for (const way of ways) {
    const { agent, request } = await start(t, way);
    agent.send(user("hi"));
    const init = await agent.saw("init");
    assert.equal(init.model, "claude-haiku-5-5");
    assert.deepEqual(init.tools, ["Read", "Grep"]);
    await agent.saw("result success done");
    assert.match(JSON.stringify(request().system), /You review code\./);
    assert.deepEqual(
      (request().tools as Fields[]).map(({ name }) => name),
      ["Read", "Grep"],
    );
    await agent.finish();
  }
  const late = await start(t, { argv: ["--agent", "late", "--model", "sonnet"] });
  await late.agent.control("initialize", {
    agents: { late: { description: "d", prompt: "You are LATE.", model: "haiku" } },
  });
  late.agent.send(user("hi"));
  assert.equal((await late.agent.saw("init")).model, "claude-sonnet-5-5", "the flag wins");
  await late.agent.saw("result success done");
  assert.match(JSON.stringify(late.request().system), /You are LATE\./);
  await late.agent.finish();
  const nobody = await start(t, { argv: ["--agent", "nobody"] });
  nobody.agent.send(user("hi"));
  assert.match(String((await nobody.agent.saw("informational")).content), /There is no agent nobody/);
  await nobody.agent.finish();
});

test("G2 the model of settings files: local, then project, then the person's own; flags and ANTHROPIC_MODEL first", async (t) => {
  const model = (name: string): string => JSON.stringify({ model: name });
  const user_ = { "~/settings.json": model("sonnet") };
  const project = { ...user_, ".claude/settings.json": model("haiku") };
  const local = { ...project, ".claude/settings.local.json": model("fable") };
  for (const [files, argv, expected] of [
    [user_, [], "claude-sonnet-5-5"],
    [project, [], "claude-haiku-5-5"],
    [local, [], "claude-fable-5-2"],
    [local, ["--settings", model("claude-opus-4-6")], "claude-opus-4-6"],
    [local, ["--settings", model("claude-opus-4-6"), "--model", "haiku"], "claude-haiku-5-5"],
    [local, ["--setting-sources", ""], "claude-opus-5-5"],
    [{ "~/settings.json": '{"env":{"ANTHROPIC_MODEL":"haiku"},"model":"sonnet"}' }, [], "claude-haiku-5-5"],
  ] as const) {
    const { agent } = await start(t, { files, argv });
    agent.send(user("hi"));
    assert.equal((await agent.saw("init")).model, expected, argv.join(" "));
    await agent.finish();
  }
});

test("G2 P2 the env of settings files reaches tools; a project nobody trusts sets nothing that leads keys or programs astray", async (t) => {
  const env = (values: Fields): string => JSON.stringify({ env: values });
  const command = "echo A=$A B=$B C=$C D=$D X=$X";
  const settings = {
    "~/settings.json": env({ A: "user", B: "user", C: 5, D: "user" }),
    ".claude/settings.local.json": env({ B: "local", D: "local" }),
    ".claude/settings.json": env({ B: "project", X: "project", ANTHROPIC_BASE_URL: "http://127.0.0.1:1" }),
  };
  const { agent } = await start(t, {
    files: settings,
    argv: ["--settings", env({ D: "flag" }), "--allowedTools", "Bash"],
    steps: [{ tools: [{ name: "Bash", input: { command } }] }],
  });
  agent.send(user("hi"));
  assert.match(String((await agent.saw("informational")).content), /settings\.local\.json: B, D in env: not used/);
  const told = await agent.saw("informational");
  assert.match(String(told.content), /settings\.json: B, X, ANTHROPIC_BASE_URL in env: not used.*bridle trust/);
  assert.match(JSON.stringify((await agent.saw("tool_result")).message), /A=user B=user C=5 D=flag X="/);
  await agent.saw("result success done");
  await agent.finish();
});

test("G4 effortLevel and alwaysThinkingEnabled of settings files hold where no flag says otherwise", async (t) => {
  const settings = { ".claude/settings.json": '{"effortLevel":"low","alwaysThinkingEnabled":false}' };
  const { agent, request } = await start(t, { files: settings, argv: ["--model", "claude-opus-4-6"] });
  agent.send(user("hi"));
  await agent.saw("result success done");
  assert.deepEqual([request().output_config, request().thinking], [{ effort: "low" }, { type: "disabled" }]);
  await agent.finish();
});
