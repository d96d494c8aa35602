import assert from "node:assert/strict";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import type { Step } from "../../src/script/script.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { answer, asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("foreign-project");

interface Stage {
  readonly files?: { readonly [path: string]: string };
  readonly links?: { readonly [path: string]: string };
  readonly argv?: readonly string[];
  readonly steps?: readonly Step[];
  /** A person has trusted the project. */
  readonly isTrusted?: boolean;
}

/** The agent in a project that somebody else wrote: what is asked is refused. `~` is the person's configuration. */
async function play(
  t: TestContext,
  prompt: string,
  { files = {}, links = {}, argv = [], steps = [], ...stage }: Stage,
) {
  const [parent, config] = [folder(), folder()];
  const cwd = join(parent, "project");
  mkdirSync(cwd);
  writeFileSync(join(parent, "secret"), "TOPSECRET of the person\n");
  const at = (path: string): string => {
    const full = path.startsWith("~/") ? join(config, path.slice(2)) : join(cwd, path);
    mkdirSync(dirname(full), { recursive: true });
    return full;
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(at(path), text);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, at(path));
  const trusted = { projects: { [cwd]: { hasTrustDialogAccepted: true } } };
  if (stage.isTrusted) writeFileSync(join(config, ".claude.json"), JSON.stringify(trusted));
  let asked = 0;
  const api = await ScriptedModelApi.start({ answer: () => steps[asked++] ?? { text: "done" } });
  t.after(() => api.close());
  const env = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url, CLAUDE_CONFIG_DIR: config });
  await using agent = new Driven(codingAgent, { argv: [...asking, "--no-session-persistence", ...argv], env, cwd });
  agent.send(user(prompt));
  let asks = 0;
  for (let at = 0; ; at++) {
    const until = Date.now() + 8_000;
    while (agent.frames.length <= at) {
      assert.ok(Date.now() < until, `no end: ${agent.labels.join(", ")} ${agent.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const frame = agent.frames[at] as Fields;
    if (frame.type === "result") break;
    if (frame.type !== "control_request") continue;
    asks++;
    agent.send(answer(frame, { behavior: "deny", message: "no" }));
  }
  const sent = JSON.stringify(api.requests.map(({ body }) => body));
  const init = agent.frames.find(({ subtype }) => subtype === "init") as Fields;
  return { asks, sent, init, labels: agent.labels, made: existsSync(join(cwd, "made")), frames: agent.frames };
}

const bash = (command: string): Step => ({ tools: [{ name: "Bash", input: { command } }] });
const agentFile = (more: string): string => `---\nname: r\ndescription: d\n${more}\n---\nYou are R.\n`;

test("P2 a project nobody trusts has no program run by BASH_ENV", async (t) => {
  const made = async (settings: string): Promise<boolean> => {
    const files = { [settings]: '{"env":{"BASH_ENV":"./evil.sh"}}', "evil.sh": "touch made" };
    return (await play(t, "hi", { files, argv: ["--allowedTools", "Bash"], steps: [bash("ls")] })).made;
  };
  assert.equal(await made("~/settings.json"), true, "what a person sets holds");
  assert.equal(await made(".claude/settings.json"), false);
});

test("P2 links in a project's .claude bring nothing from outside it to the model", async (t) => {
  const links = {
    ".claude/skills/leak/SKILL.md": "../../../../secret",
    ".claude/commands/leak2.md": "../../../secret",
    ".claude/skills/far": "../../..",
    ".claude/skills/near/SKILL.md": "../../../inside",
    ".claude/commands/near2.md": "../../inside",
  };
  const files = { inside: "INSIDE\n" };
  for (const prompt of ["hi", "/leak", "/leak2"])
    assert.doesNotMatch((await play(t, prompt, { files, links })).sent, /TOPSECRET/);
  for (const prompt of ["/near", "/near2"]) assert.match((await play(t, prompt, { files, links })).sent, /INSIDE/);
});

test("G2 a link to nothing hides no other file", async (t) => {
  const links = { ".claude/agents/broken": "nowhere", ".claude/agents/loop": "loop" };
  const files = { ".claude/agents/r.md": agentFile("tools: Read") };
  assert.ok(((await play(t, "hi", { files, links })).init.agents as string[]).includes("r"));
});

test("G2 links that lead back do not keep the agent from starting", async (t) => {
  const links = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`.claude/agents/l${at}`, "."]));
  const files = { ".claude/agents/r.md": agentFile("tools: Read") };
  assert.ok(((await play(t, "hi", { files, links })).init.agents as string[]).includes("r"));
});

for (const [title, more] of [
  ["a comment", "disallowedTools: Bash # never"],
  ["a list and a comment", "disallowedTools: [Bash, Write] # never"],
  ["a list of several lines", "disallowedTools: [\n  Bash,\n  Write\n]"],
  ["a list with comments", "disallowedTools:\n  # none of these\n  - Bash # never\n\n  - Write"],
  ["quotes", 'disallowedTools: "Bash" # never'],
] as const)
  test(`G2 what an agent's file forbids is forbidden: ${title}`, async (t) => {
    const files = { ".claude/agents/r.md": agentFile(more) };
    const { init } = await play(t, "hi", { files, argv: ["--agent", "r"] });
    assert.ok(!(init.tools as string[]).includes("Bash"), String(init.tools));
    assert.ok((init.tools as string[]).includes("Read"), String(init.tools));
  });

for (const [title, text] of [
  ["commas", `---\nname: r\ndescription: d\ntools: ${",".repeat(900_000)}\n---\n`],
  ["brackets", `---\nname: r\ndescription: d\ntools: ${",(".repeat(400_000)}\n---\n`],
  ["lines", `---\nname: r\ndescription: d\ntools:\n${"- a\n".repeat(200_000)}---\n`],
  ["folded lines", `---\nname: r\ndescription: >\n${" a\n".repeat(300_000)}---\n`],
] as const)
  test(`G2 an agent's file of many ${title} does not hold up the start`, async (t) => {
    const files = { ".claude/agents/r.md": text };
    assert.ok(((await play(t, "hi", { files })).init.agents as string[]).includes("r"));
  });

test("G2 a mention of many points does not hold up its turn", async (t) => {
  const { sent } = await play(t, `@${".".repeat(300_000)}x @note`, { files: { note: "NOTECONTENT\n" } });
  assert.match(sent, /NOTECONTENT/);
});

test("G2 odd mentions are no crash", async (t) => {
  const odd = '@\0x @"\0" @/ @. @~ @~nobody/x @odd#L0 @odd#L99999999999999999999-1 @/dev/zero @/proc/self/mem';
  const { labels, sent } = await play(t, `${odd} @note`, { files: { odd: "x\n", note: "NOTECONTENT\n" } });
  assert.match(labels.join("\n"), /result success done/);
  assert.match(sent, /NOTECONTENT/);
});

/** Whether a command line that a person's command or skill holds is run: by the command, the skill, and the model's use of the skill. */
async function runsCommandLines(t: TestContext, argv: readonly string[]): Promise<boolean[]> {
  const files = {
    "~/commands/make.md": "Out: !`touch made`",
    "~/skills/cook/SKILL.md": "---\ndescription: c\n---\n!`touch made`",
  };
  const use: Step = { tools: [{ name: "Skill", input: { skill: "cook" } }] };
  const made: boolean[] = [];
  for (const [prompt, steps] of [
    ["/make", []],
    ["/cook", []],
    ["go", [use]],
  ] as const)
    made.push((await play(t, prompt, { files, argv, steps })).made);
  return made;
}

test("P2 a command line of a command is run where Bash is allowed", async (t) => {
  assert.deepEqual(await runsCommandLines(t, ["--allowedTools", "Bash,Skill"]), [true, true, true]);
});

for (const [title, argv] of [
  ["--restricted", ["--restricted"]],
  ["--tools Read", ["--tools", "Read", "--allowedTools", "Bash"]],
  ["--disallowedTools Bash", ["--disallowedTools", "Bash", "--dangerously-skip-permissions"]],
  ["a rule", ["--disallowedTools", "Bash(touch:*)", "--dangerously-skip-permissions"]],
  ["dontAsk", ["--permission-mode", "dontAsk"]],
  ["plan", ["--permission-mode", "plan"]],
] as const)
  test(`P2 a command line of a command is not run against ${title}`, async (t) => {
    assert.deepEqual(await runsCommandLines(t, argv), [false, false, false]);
  });

test("P2 @file is not read where Read is taken away or guarded", async (t) => {
  const files = { note: "NOTECONTENT\n" };
  const hooks = JSON.stringify({
    hooks: { PreToolUse: [{ matcher: "Read", hooks: [{ type: "command", command: "exit 2" }] }] },
  });
  assert.match((await play(t, "see @note", { files })).sent, /NOTECONTENT/, "it is read where nothing is against it");
  for (const argv of [
    ["--disallowedTools", "Read"],
    ["--tools", "Bash"],
    ["--settings", hooks],
    ["--disallowedTools", "Read(./note)"],
  ]) {
    const { sent } = await play(t, "see @note and @./sub/../note", { files, argv });
    assert.doesNotMatch(sent, /NOTECONTENT/, argv.join(" "));
  }
  const linked = await play(t, "see @link", { files, links: { link: "../secret", link2: "note" } });
  assert.doesNotMatch(linked.sent, /TOPSECRET/);
  const denied = await play(t, "see @link2", {
    files,
    links: { link2: "note" },
    argv: ["--disallowedTools", "Read(./note)"],
  });
  assert.doesNotMatch(denied.sent, /NOTECONTENT/);
});

test("P2 skills that a rule denies are not used by the model", async (t) => {
  const files = { ".claude/skills/cook/SKILL.md": "---\ndescription: c\n---\nCOOKIT" };
  const steps: Step[] = [
    { tools: [{ name: "Skill", input: { skill: "cook" } }] },
    { tools: [{ name: "Skill", input: { skill: "/cook" } }] },
  ];
  const sent = async (...argv: string[]): Promise<string> => (await play(t, "go", { files, steps, argv })).sent;
  assert.match(await sent("--allowedTools", "Skill(cook)"), /COOKIT/);
  assert.doesNotMatch(await sent("--disallowedTools", "Skill(cook)"), /COOKIT/);
});

test("P2 --restricted: patterns lead nowhere else, also where a rule allows the tool", async (t) => {
  const rules = ["--restricted", "--allowedTools", "Glob,Grep,Read"];
  const inside = await play(t, "go", {
    files: { note: "NOTECONTENT\n" },
    steps: [{ tools: [{ name: "Read", input: { file_path: "note" } }] }],
    argv: rules,
  });
  assert.match(inside.sent, /NOTECONTENT/);
  for (const tool of [
    { name: "Glob", input: { pattern: "../secr*" } },
    { name: "Glob", input: { pattern: "/etc/host*" } },
    { name: "Glob", input: { pattern: "**", path: ".." } },
    { name: "Grep", input: { pattern: "TOP", path: "..", output_mode: "content" } },
    { name: "Grep", input: { pattern: "TOP", glob: "../**", output_mode: "content" } },
    { name: "Read", input: { file_path: "../secret" } },
    { name: "Read", input: { file_path: "link" } },
    { name: "Grep", input: { pattern: "TOP", path: "link", output_mode: "content" } },
    { name: "Grep", input: { pattern: "TOP", output_mode: "content" } },
    { name: "Glob", input: { pattern: "up/*" } },
  ]) {
    for (const argv of [rules, ["--restricted"], []]) {
      const { frames, asks } = await play(t, "go", {
        links: { link: "../secret", up: ".." },
        steps: [{ tools: [tool] }],
        argv,
      });
      const result = JSON.stringify(frames.filter(({ type }) => type === "user"));
      assert.doesNotMatch(
        result,
        tool.name === "Glob" ? /\/secret\b|\/etc\/hosts/ : /TOPSECRET/,
        `${JSON.stringify(tool)} ${argv} ${asks}`,
      );
    }
  }
});

test("P2 after cd, rules hold for what relative paths mean there", async (t) => {
  const files = { "sub/secret.txt": "HIDDENTEXT\n", "top.txt": "HIDDENTEXT\n", "sub/deep/x": "x" };
  const allowed = ["--allowedTools", "Bash,Read,Grep,Write"];
  const denied = [...allowed, "--disallowedTools", "Read(./sub/secret.txt),Read(./top.txt)"];
  for (const [there, ...calls] of [
    [
      "sub",
      { name: "Read", input: { file_path: "secret.txt" } },
      { name: "Read", input: { file_path: "../top.txt" } },
      { name: "Bash", input: { command: "cat secret.txt" } },
      { name: "Bash", input: { command: "cat ../top.txt" } },
      { name: "Grep", input: { pattern: "HIDDEN", output_mode: "content" } },
      { name: "Grep", input: { pattern: "HIDDEN", path: "..", output_mode: "content" } },
    ],
  ] as const)
    for (const call of calls) {
      const given = async (argv: readonly string[]): Promise<string> => {
        const { frames } = await play(t, "go", { files, argv, steps: [bash(`cd ${there}`), { tools: [call] }] });
        return JSON.stringify(frames.filter(({ type }) => type === "user"));
      };
      assert.match(await given(allowed), /HIDDENTEXT/, JSON.stringify(call));
      assert.doesNotMatch(await given(denied), /HIDDENTEXT/, JSON.stringify(call));
    }
});

test("P2 after cd into .claude, settings are guarded as ever", async (t) => {
  for (const call of [
    { name: "Write", input: { file_path: "settings.json", content: "{}" } },
    { name: "Bash", input: { command: "echo {} > settings.json" } },
  ]) {
    const files = { ".claude/x": "" };
    const { asks } = await play(t, "go", {
      files,
      argv: ["--permission-mode", "acceptEdits", "--allowedTools", "Bash(cd:*)"],
      steps: [bash("cd .claude"), { tools: [call] }],
    });
    assert.equal(asks, 1, JSON.stringify(call));
  }
});

const frontmatterGuard =
  "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: exit 2";
const skillFile = (hooks: string, body = "Do it."): string =>
  `---\nname: cook\ndescription: d\n${hooks}\n---\n${body}\n`;
const delegated = (subagent_type: string): Step => ({
  tools: [{ name: "Agent", input: { description: "d", subagent_type, prompt: "p" } }],
});

test("P2 a guard that is written down with an agent or a skill holds for sub-agents and its own command lines, and one that cannot be read asks", async (t) => {
  const argv = ["--allowedTools", "Bash"];
  const touch = bash("touch made");
  const skillAt = ".claude/skills/cook/SKILL.md";
  const plays: readonly [what: string, prompt: string, stage: Stage, asks: number][] = [
    [
      "a project's agent",
      "hi",
      { files: { ".claude/agents/r.md": agentFile(frontmatterGuard) }, steps: [delegated("r"), touch] },
      0,
    ],
    [
      "a sub-agent",
      "/cook",
      { files: { [skillAt]: skillFile(frontmatterGuard) }, steps: [delegated("general-purpose"), touch] },
      0,
    ],
    ["a command line", "/cook", { files: { [skillAt]: skillFile(frontmatterGuard, "Out: !`touch made`") } }, 0],
    ["unreadable", "/cook", { files: { [skillAt]: skillFile("hooks: nonsense") }, steps: [touch] }, 1],
    [
      "an agent's, unreadable",
      "hi",
      { files: { ".claude/agents/r.md": agentFile("hooks: &x y") }, steps: [delegated("r"), touch] },
      1,
    ],
  ];
  for (const [what, prompt, stage, asks] of plays) {
    const played = await play(t, prompt, { argv, ...stage, isTrusted: true });
    assert.deepEqual([played.made, played.asks], [false, asks], what);
    const untrusted = await play(t, prompt, { argv, ...stage });
    assert.deepEqual([untrusted.made, untrusted.asks], [false, 1], `${what}, in a folder nobody has trusted`);
  }
  const unguarded = await play(t, "/cook", { argv, files: { [skillAt]: skillFile("") }, steps: [touch] });
  assert.equal(unguarded.made, true);
});
