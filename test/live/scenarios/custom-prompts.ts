import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type OpenOptions, open } from "../../../src/exports/host.ts";
import type { Step } from "../../../src/script/script.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { type Fields, objects, texts } from "../../../src/wire/fields.ts";
import { eventsOf, ofType, toolResults } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";
import { type Stage, trustFolders } from "../stage.ts";

const since = { version: "2.1.325", because: "sampled on this version" };

/** `~` is the person's configuration, `^` the folder above the working one. */
function files(stage: Stage, contents: { readonly [path: string]: string }): void {
  const { place } = stage;
  const roots: { readonly [sign: string]: string } = { "~": place.configFolder, "^": dirname(place.cwd) };
  trustFolders(stage, place.cwd, join(place.cwd, "a"), join(place.cwd, "a", "b"), dirname(place.cwd));
  for (const [path, text] of Object.entries(contents)) {
    const root = roots[path[0] as string];
    const full = root === undefined ? join(place.cwd, path) : join(root, path.slice(2));
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
}

/** What one prompt comes to, and what the agent said of itself. */
async function play(stage: Stage, prompt: string, options: OpenOptions = {}) {
  await using session = await open(stage.options({ onAsk: () => "allow", ...options }));
  const listed = (await session.initialized)?.commands;
  const turn = await session.send(prompt);
  const events = await eventsOf(turn);
  const [init] = ofType(events, "init");
  const request = stage.api.requests.findLast(({ path }) => path === "/v1/messages")?.body as Fields | undefined;
  return {
    result: await turn.result,
    commands: objects(listed).map(({ name }) => String(name)),
    init: init?.frame?.type === "message" ? init.frame.message : ({} as Fields),
    results: toolResults(events),
    sent: JSON.stringify(request?.messages ?? []),
    tools: objects(request?.tools).map(({ name }) => String(name)),
  };
}

const using = (name: string, input: Fields): Step => ({ tools: [{ name, input }] });
const skill = (name: string, body = `Skill ${name}.`): string => `---\nname: ${name}\ndescription: d\n---\n${body}\n`;
const agent = (name: string, prompt = `You are ${name}.`): string =>
  `---\nname: ${name}\ndescription: ${prompt}\n---\n${prompt}\n`;

/** Each of these folders has an agent, a command and a skill of its own, and each of the three under a name that all have. */
function everywhere(places: { readonly [place: string]: string }): { [path: string]: string } {
  return Object.fromEntries(
    Object.entries(places).flatMap(([tag, folder]) => [
      [`${folder}/skills/s-${tag}/SKILL.md`, skill(`s-${tag}`)],
      [`${folder}/skills/s-all/SKILL.md`, skill("s-all", `The skill of ${tag}.`)],
      [`${folder}/agents/a-${tag}.md`, agent(`a-${tag}`)],
      [`${folder}/agents/a-all.md`, agent("a-all", `The agent of ${tag}.`)],
      [`${folder}/commands/c-${tag}.md`, `Command ${tag}.`],
      [`${folder}/commands/c-all.md`, `The command of ${tag}.`],
    ]),
  );
}

/** What the model read of its tools' results. */
function sentAfterwards({ api }: Stage): string {
  const messages = api.requests.flatMap(({ body }) => objects((body as Fields | undefined)?.messages));
  const results = messages.flatMap(({ content }) => objects(content)).filter(({ type }) => type === "tool_result");
  return JSON.stringify(results);
}

const nested = { user: "~", above: "^/.claude", root: ".claude", mid: "a/.claude", here: "a/b/.claude" };

function named(list: unknown): string[] {
  return texts(list)
    .filter((name) => /^[acs]-/.test(name))
    .sort();
}

/** Where the search ends, and so what is not found. */
const reaches: readonly {
  readonly where: string;
  readonly git?: string;
  readonly home?: string;
  readonly sources?: readonly ("user" | "project")[];
  readonly not: readonly string[];
}[] = [
  { where: "up to the root of the repository", git: ".git/HEAD", not: ["above"] },
  { where: "up to the nearest repository", git: "a/.git/HEAD", not: ["above", "root"] },
  { where: "up to the top where there is no repository", not: [] },
  { where: "but not in the person's home", home: "", not: ["above", "root"] },
  {
    where: "the person's own alone with --setting-sources user",
    sources: ["user"],
    not: ["above", "root", "mid", "here"],
  },
  {
    where: "the project's alone with --setting-sources project",
    sources: ["project"],
    git: ".git/HEAD",
    not: ["user", "above"],
  },
];

const bash = (command: string): Step => using("Bash", { command, description: "d" });
const touching = [bash("touch made.txt"), { text: "done" }];
const blocking = "echo guarded >&2; exit 2";
const hooksOf = (event: string, command: string): string =>
  `hooks:\n  ${event}:\n    - matcher: "*"\n      hooks:\n        - type: command\n          command: ${JSON.stringify(command)}\n`;
const guarded = (head: string): string =>
  `---\n${head}\ndescription: d\n${hooksOf("PreToolUse", blocking)}---\nDo it. $ARGUMENTS\n`;
const delegating = (...steps: readonly Step[]): string =>
  scripted(
    using("Agent", { description: "d", subagent_type: "rev", run_in_background: false, prompt: scripted(...steps) }),
    { text: "done" },
  );

/** A guard that is written down with an agent, a command or a skill. */
const frontmatterGuards: readonly {
  readonly title: string;
  readonly files: { readonly [path: string]: string };
  readonly extraArgs?: { readonly [flag: string]: string };
  readonly prompts: readonly string[];
  readonly blocks: boolean;
}[] = [
  {
    title: "an agent's blocks while it works",
    files: { "~/agents/rev.md": guarded("name: rev") },
    prompts: [delegating(...touching)],
    blocks: true,
  },
  {
    title: "an agent's does not concern the session",
    files: { "~/agents/rev.md": guarded("name: rev") },
    prompts: [delegating({ text: "done" }), scripted(...touching)],
    blocks: false,
  },
  {
    title: "one of --agents blocks",
    files: {},
    extraArgs: {
      agents: JSON.stringify({
        rev: {
          description: "d",
          prompt: "p",
          hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: blocking }] }] },
        },
      }),
    },
    prompts: [delegating(...touching)],
    blocks: true,
  },
  {
    title: "that of --agent blocks in the session",
    files: { "~/agents/rev.md": guarded("name: rev") },
    extraArgs: { agent: "rev" },
    prompts: [scripted(...touching)],
    blocks: true,
  },
  {
    title: "a skill's blocks from its use on",
    files: { ".claude/skills/cook/SKILL.md": guarded("name: cook") },
    prompts: ["/cook", scripted(...touching)],
    blocks: true,
  },
  {
    title: "a skill's blocks when the model uses it",
    files: { ".claude/skills/cook/SKILL.md": guarded("name: cook") },
    prompts: [scripted(using("Skill", { skill: "cook" }), ...touching)],
    blocks: true,
  },
  {
    title: "a command's blocks in its own turn",
    files: { ".claude/commands/mine.md": guarded("argument-hint: x") },
    prompts: [`/mine ${scripted(...touching)}`],
    blocks: true,
  },
  {
    title: "one that was not used blocks nothing",
    files: { ".claude/skills/cook/SKILL.md": guarded("name: cook") },
    prompts: [scripted(...touching)],
    blocks: false,
  },
  {
    title: "one that was used before /clear blocks nothing",
    files: { ".claude/skills/cook/SKILL.md": guarded("name: cook") },
    prompts: ["/cook", "/clear", scripted(...touching)],
    blocks: false,
  },
  {
    title: "disableAllHooks stops it",
    files: { ".claude/skills/cook/SKILL.md": guarded("name: cook"), "~/settings.json": '{"disableAllHooks":true}' },
    prompts: [`/cook ${scripted(...touching)}`],
    blocks: false,
  },
];

export const customPrompts: readonly Scenario[] = [
  {
    title: "G2 P2 --disable-slash-commands leaves no command and no skill, neither to the person nor to the model",
    since,
    async play(stage) {
      files(stage, { ".claude/commands/mine.md": "Command text.", ".claude/skills/cook/SKILL.md": skill("cook") });
      const off = { extraArgs: { "disable-slash-commands": true } } as const;
      const called = await play(stage, scripted(using("Skill", { skill: "cook" }), { text: "done" }), off);
      assert.deepEqual([called.commands, called.init.slash_commands, called.init.skills], [[], [], []]);
      assert.ok(!called.tools.includes("Skill") && !texts(called.init.tools).includes("Skill"));
      assert.match(String(called.results), /No such tool available: Skill/);
      for (const name of ["mine", "cook"]) {
        const { sent } = await play(stage, `/${name} x`, off);
        assert.match(sent, new RegExp(`/${name} x`));
        assert.doesNotMatch(sent, /Command text|Skill cook\./);
      }
      const asked = stage.api.requests.length;
      const { result } = await play(stage, "/compact", off);
      assert.deepEqual(
        [result.text, stage.api.requests.length],
        ["/compact isn't available in this environment.", asked],
      );
      const on = await play(stage, "/mine x");
      assert.match(on.sent, /Command text/);
      assert.ok(on.tools.includes("Skill") && on.commands.includes("mine") && on.commands.includes("cook"));
    },
  },
  ...reaches.map(
    ({ where, git, home, sources, not }): Scenario => ({
      title: `G2 agents, commands and skills are looked for from the working folder up: ${where}`,
      since,
      async play(stage) {
        files(stage, { ...everywhere(nested), ...(git !== undefined && { [git]: "ref: refs/heads/main\n" }) });
        const { cwd, env } = stage.place;
        const options: OpenOptions = {
          cwd: join(cwd, "a", "b"),
          ...(home !== undefined && { env: { ...env, HOME: join(cwd, home) } }),
          ...(sources !== undefined && { settingSources: sources }),
        };
        const { init, sent } = await play(stage, "/s-all", options);
        const tags = ["all", ...Object.keys(nested)].filter((tag) => !not.includes(tag)).sort();
        const all = (kind: string): string[] => tags.map((tag) => `${kind}-${tag}`);
        assert.deepEqual(named(init.slash_commands), [...all("c"), ...all("s")].sort());
        assert.deepEqual(named(init.agents), all("a"));
        // A project's skill does not take the place of the person's own; the nearest of the project's counts.
        const own = not.includes("user") ? "here" : "user";
        assert.match(sent, new RegExp(`The skill of ${own}\\.`));
        assert.match((await play(stage, "/c-all", options)).sent, new RegExp(`The command of ${own}\\.`));
        await using session = await open(stage.options(options));
        const kinds = objects((await session.initialized)?.agents);
        const nearest = not.includes("here") ? "user" : "here";
        assert.equal(kinds.find(({ name }) => name === "a-all")?.description, `The agent of ${nearest}.`);
      },
    }),
  ),
  ...frontmatterGuards.map(
    ({ title, files: contents, extraArgs, prompts, blocks }): Scenario => ({
      title: `G2 P2 a PreToolUse hook that is written down with an agent, command or skill: ${title}`,
      since,
      async play(stage) {
        files(stage, contents);
        const options: OpenOptions = { onAsk: () => "allow", ...(extraArgs && { extraArgs }) };
        await using session = await open(stage.options(options));
        for (const prompt of prompts) await (await session.send(prompt)).result;
        assert.equal(existsSync(join(stage.place.cwd, "made.txt")), !blocks);
        assert.equal(/guarded/.test(sentAfterwards(stage)), blocks);
      },
    }),
  ),
  {
    title: "G2 the Stop hook of an agent runs at its own end, and sends it back to work",
    since,
    async play(stage) {
      const once = "[ -e again ] && exit 0; touch again; echo there is more >&2; exit 2";
      files(stage, {
        "~/agents/rev.md": `---\nname: rev\ndescription: d\n${hooksOf("Stop", once)}---\nYou are rev.\n`,
      });
      const { results } = await play(stage, delegating({ text: "the first" }, { text: "the second" }));
      assert.match(String(results), /the second/);
      assert.ok(existsSync(join(stage.place.cwd, "again")));
    },
  },
  {
    title: "G2 agents, commands and skills of a folder that --add-dir names are found, too",
    since,
    async play(stage) {
      files(stage, everywhere({ added: "^/added/.claude" }));
      const { init } = await play(stage, "hi", { extraArgs: { "add-dir": join(dirname(stage.place.cwd), "added") } });
      assert.deepEqual(named(init.agents), ["a-added", "a-all"]);
      assert.deepEqual(named(init.slash_commands), ["c-added", "c-all", "s-added", "s-all"]);
    },
  },
];
