import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import type { Step } from "../../src/script/script.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { answer, asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("hooks-of-settings");

interface Stage {
  /** By scope. */
  readonly user?: string | Fields;
  readonly project?: string | Fields;
  readonly step: Step | readonly Step[];
  readonly argv?: readonly string[];
}

/** One turn that uses one tool, with these settings; what is asked is refused. */
async function play(t: TestContext, { user: own = {}, project = {}, step, argv = [] }: Stage) {
  const [cwd, config] = [folder(), folder()];
  const write = (file: string, settings: string | Fields): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof settings === "string" ? settings : JSON.stringify(settings));
  };
  write(join(config, "settings.json"), own);
  write(join(cwd, ".claude", "settings.json"), project);
  const steps = [step].flat();
  const api = await ScriptedModelApi.start({ answer: () => steps.shift() ?? { text: "done" } });
  t.after(() => api.close());
  const env = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url, CLAUDE_CONFIG_DIR: config });
  await using agent = new Driven(codingAgent, { argv: [...asking, "--no-session-persistence", ...argv], env, cwd });
  agent.send(user("go"));
  let asks = 0;
  for (let at = 0; ; at++) {
    while (agent.frames.length <= at) await new Promise((resolve) => setTimeout(resolve, 10));
    const frame = agent.frames[at] as Fields;
    if (frame.type === "result") break;
    if (frame.type !== "control_request") continue;
    asks++;
    agent.send(answer(frame, { behavior: "deny", message: "no" }));
  }
  const made = existsSync(join(cwd, "made"));
  const noted = existsSync(join(cwd, "noted")) ? readFileSync(join(cwd, "noted"), "utf8") : "";
  return { asks, made, noted, labels: agent.labels, stderr: agent.stderr };
}

const madeAndAsked = ({ made, asks }: { made: boolean; asks: number }) => [made, asks];
const write: Step = { tools: [{ name: "Write", input: { file_path: "made", content: "x" } }] };
const bash: Step = { tools: [{ name: "Bash", input: { command: "touch made" } }] };
const guard = { type: "command", command: "echo no >&2; exit 2" };
const allowed = ["--allowedTools", "Write,Bash,Agent"];

test("G2 a guard that several matchers name guards all they name", async (t) => {
  const own = {
    hooks: {
      PreToolUse: [
        { matcher: "Bash", hooks: [guard] },
        { matcher: "Write", hooks: [guard] },
      ],
    },
  };
  for (const step of [write, bash]) assert.deepEqual((await play(t, { user: own, step, argv: allowed })).made, false);
});

test("G2 a project that names a person's guard for something else does not take it away", async (t) => {
  const own = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [guard] }] } };
  for (const hook of [
    { matcher: "Nothing", hooks: [guard] },
    { hooks: [{ ...guard, async: true }] },
    { hooks: [{ ...guard, timeout: 0.001 }] },
  ]) {
    const project = { hooks: { PreToolUse: [hook] } };
    const { made, asks } = await play(t, { user: own, project, step: bash, argv: allowed });
    assert.deepEqual([made, asks], [false, 0], JSON.stringify(hook));
  }
});

test("G2 a project nobody has trusted does not turn off a person's guards", async (t) => {
  const own = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [guard] }] } };
  const { made } = await play(t, { user: own, project: { disableAllHooks: true }, step: bash, argv: allowed });
  assert.equal(made, false);
});

test("G2 the hooks of settings with a comment or a comma too many run", async (t) => {
  const own = `{ // mine\n "hooks": { "PreToolUse": [{ "hooks": [${JSON.stringify(guard)}] }], } }`;
  const { made, asks } = await play(t, { user: own, step: bash, argv: allowed });
  assert.deepEqual([made, asks], [false, 0]);
});

test("G2 damaged settings with hooks: in bypassPermissions, too, nothing runs unasked", async (t) => {
  const own = `{ "hooks": { "PreToolUse": [{ "hooks": [${JSON.stringify(guard)}] }] `;
  const { made } = await play(t, { user: own, step: bash, argv: ["--dangerously-skip-permissions"] });
  assert.equal(made, false);
});

test("G2 a guard of Task guards Agent", async (t) => {
  const step: Step = {
    tools: [{ name: "Agent", input: { description: "d", prompt: "p", subagent_type: "general-purpose" } }],
  };
  for (const matcher of ["Task", "Agent", "Ta.k", "^Task$"]) {
    const own = {
      hooks: { PreToolUse: [{ matcher, hooks: [{ type: "command", command: "echo yes >> noted; exit 2" }] }] },
    };
    const { noted } = await play(t, { user: own, step, argv: allowed });
    assert.equal(noted, "yes\n", matcher);
  }
});

test("G2 a matcher where there is nothing to match takes no hook away", async (t) => {
  const own = {
    hooks: { UserPromptSubmit: [{ matcher: "Bash", hooks: [{ type: "command", command: "echo yes >> noted" }] }] },
  };
  const { noted } = await play(t, { user: own, step: { text: "x" } });
  assert.equal(noted, "yes\n");
});

for (const [title, command] of [
  [
    "JSON that ends too early",
    `printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"'`,
  ],
  ["a decision in the wrong place", `printf '{"permissionDecision":"deny"}'`],
  [
    "too long an answer",
    `printf '{"decision":"block","reason":"'; head -c 2000000 /dev/zero | tr '\\0' x; printf '"}'`,
  ],
  ["killed by a signal", "kill -9 $$"],
  ["a crash", "kill -SEGV $$"],
] as const)
  test(`G2 a guard whose answer cannot be read is no yes: ${title}`, async (t) => {
    const own = { hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } };
    const { made, asks } = await play(t, { user: own, step: bash, argv: allowed });
    assert.deepEqual([made, asks], [false, 1]);
  });

test("G2 P6 a killed hook whose tool runs: not here, a person is asked in the mode that asks nothing, too", async (t) => {
  const own = { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "kill -9 $$" }] }] } };
  for (const argv of [allowed, ["--permission-mode", "acceptEdits", "--allowedTools", "Bash"]]) {
    const { made, asks } = await play(t, { user: own, step: bash, argv });
    assert.deepEqual([made, asks], [false, 1]);
  }
});

test("G2 a time longer than a timer can have is no time-out", async (t) => {
  for (const timeout of [3_000_000, 1e300]) {
    const hook = { type: "command", command: "sleep 0.3; echo yes >> noted", timeout };
    const { made, noted } = await play(t, {
      user: { hooks: { PreToolUse: [{ hooks: [hook] }] } },
      step: bash,
      argv: allowed,
    });
    assert.deepEqual([made, noted], [true, "yes\n"]);
  }
});

test("G2 input that a hook made unusable is an error of that call", async (t) => {
  const said = {
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput: { command: 5 } },
  };
  const own = {
    hooks: { PreToolUse: [{ hooks: [{ type: "command", command: `printf '%s' '${JSON.stringify(said)}'` }] }] },
  };
  const { labels, made, asks } = await play(t, { user: own, step: bash });
  assert.deepEqual([made, asks], [false, 0]);
  assert.match(labels.join("\n"), /tool_result .*InputValidationError.*\n[\s\S]*result success done/);
});

test("G2 guards hold for agents that work for this one", async (t) => {
  const step: Step = {
    tools: [{ name: "Agent", input: { description: "d", prompt: "p", subagent_type: "general-purpose" } }],
  };
  const own = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [guard] }] } };
  const { made, labels } = await play(t, { user: own, step: [step, bash], argv: allowed });
  assert.equal(made, false);
  assert.match(labels.join("\n"), /tool_use Bash/);
});

/** Guards that a shell other than bash, or a reader that passes over fields, would skip. */
for (const [title, hooks, asks] of [
  ["written for bash", [{ hooks: [{ type: "command", command: 'if [[ "$(cat)" == *touch* ]]; then exit 2; fi' }] }], 0],
  [
    "with a list of arguments",
    [{ hooks: [{ type: "command", command: "/bin/sh", args: ["-c", 'test "$0" = "a b" && exit 2', "a b"] }] }],
    0,
  ],
  [
    "that blocks on failure: another exit code",
    [{ hooks: [{ type: "command", command: "exit 1", onFailure: "block" }] }],
    0,
  ],
  [
    "that blocks on failure: too late",
    [{ hooks: [{ type: "command", command: "sleep 9", timeout: 0.1, onFailure: "block" }] }],
    0,
  ],
  [
    "that blocks on failure: not there",
    [{ hooks: [{ type: "command", command: "/nonexistent/x", onFailure: "block" }] }],
    0,
  ],
  ["for another shell", [{ hooks: [{ type: "command", command: "exit 0", shell: "powershell" }] }], 1],
  ["in no list", { hooks: [guard] }, 1],
  ["in a list of its own", [[guard]], 1],
  ["that is no object", [{ hooks: ["guard.sh"] }], 1],
] as const)
  test(`G2 a guard is not passed over: one ${title}`, async (t) => {
    const own = { hooks: { PreToolUse: hooks } } as unknown as Fields;
    const played = await play(t, { user: own, step: bash, argv: allowed });
    assert.deepEqual([played.made, played.asks], [false, asks]);
  });

test("G2 hooks that are no object at all may have been a guard: nothing runs unasked, and a person is told", async (t) => {
  const played = await play(t, { user: { hooks: "guard.sh" }, step: bash, argv: allowed });
  assert.deepEqual(madeAndAsked(played), [false, 1]);
  assert.match(played.labels.join("\n"), /informational/);
});

test("G2 hooks of an event that is none are told of", async (t) => {
  const own = { hooks: { PreToolUSe: [{ hooks: [guard] }] } };
  const { labels } = await play(t, { user: own, step: bash, argv: allowed });
  assert.match(labels.join("\n"), /informational/);
});

const allowing = {
  type: "command",
  command: `printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`,
};

/** `if` is a rule: what a hook forbids holds for all it touches, what it allows only for what it covers. */
for (const [title, hook, command, made, asks] of [
  ["a guard of it", { ...guard, if: "Bash(touch *)" }, "touch made", false, 0],
  ["a guard of a part of it", { ...guard, if: "Bash(touch *)" }, "true && touch made", false, 0],
  ...['eval "touch made"', "bash -c 'touch made'", "timeout 5 touch made", "/usr/bin/touch made"].map(
    (text) => [`a guard of what ${text} runs`, { ...guard, if: "Bash(touch *)" }, text, false, 0] as const,
  ),
  ["a guard of something else", { ...guard, if: "Bash(rm *)" }, "touch made", false, 1],
  ["a guard whose condition is no rule", { ...guard, if: "((" }, "touch made", false, 0],
  ["a yes to it", { ...allowing, if: "Bash(touch *)" }, "touch made", true, 0],
  ["a yes to something else", { ...allowing, if: "Bash(git *)" }, "touch made", false, 1],
  ["a yes to a part of it", { ...allowing, if: "Bash(git *)" }, "git --version; touch made", false, 1],
  ["a yes whose condition is no rule", { ...allowing, if: "((" }, "touch made", false, 1],
] as const)
  test(`G2 the condition of a hook counts: ${title}`, async (t) => {
    const step = { tools: [{ name: "Bash", input: { command } }] };
    const played = await play(t, { user: { hooks: { PreToolUse: [{ hooks: [hook] }] } }, step });
    assert.deepEqual([played.made, played.asks], [made, asks]);
  });

test("G2 the condition of a hook counts: a yes to Edit or Read is none to another tool that does the same", async (t) => {
  const conditional = (condition: string, step: Step) =>
    play(t, { user: { hooks: { PreToolUse: [{ hooks: [{ ...allowing, if: condition }] }] } }, step });
  assert.deepEqual(madeAndAsked(await conditional("Edit(made)", write)), [false, 1]);
  assert.deepEqual(madeAndAsked(await conditional("Write(made)", write)), [true, 0]);
  const reading = { tools: [{ name: "Bash", input: { command: "tac seen | tee made" } }] };
  assert.deepEqual(madeAndAsked(await conditional("Read(seen)", reading)), [false, 1]);
  const own = { hooks: { PreToolUse: [{ hooks: [{ ...guard, if: "Edit(made)" }] }] } };
  assert.deepEqual(
    madeAndAsked(await play(t, { user: own, step: write, argv: allowed })),
    [false, 0],
    "but a guard guards both",
  );
});

test("G2 a condition where there is no tool to look at takes no hook away", async (t) => {
  const own = {
    hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command: "echo yes >> noted", if: "Bash(rm *)" }] }] },
  };
  assert.equal((await play(t, { user: own, step: { text: "x" } })).noted, "yes\n");
});

test("G2 a prompt that comes in mid-turn does not get past a guard of prompts", async (t) => {
  const [cwd, config] = [folder(), folder()];
  const command = "if grep -q forbidden; then echo no >&2; exit 2; fi";
  const hooks = { UserPromptSubmit: [{ hooks: [{ type: "command", command }] }] };
  writeFileSync(join(config, "settings.json"), JSON.stringify({ hooks }));
  const steps: Step[] = [{ tools: [{ name: "Bash", input: { command: "until [ -e go ]; do sleep 0.05; done" } }] }];
  const api = await ScriptedModelApi.start({ answer: () => steps.shift() ?? { text: "done" } });
  t.after(() => api.close());
  const env = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url, CLAUDE_CONFIG_DIR: config });
  const argv = [...asking, "--no-session-persistence", "--allowedTools", "Bash"];
  await using agent = new Driven(codingAgent, { argv, env, cwd });
  agent.send(user("go"));
  await agent.saw("tool_use Bash");
  agent.send(user("a forbidden word"));
  await agent.control("get_settings");
  writeFileSync(join(cwd, "go"), "");
  await agent.saw("result success done");
  assert.match(String((await agent.saw("result")).result), /blocked by hook:/);
  assert.doesNotMatch(JSON.stringify(api.requests.map(({ body }) => body)), /forbidden word/);
});

const saying = (answer: Fields | string, more: Fields = {}, code = 0): Fields => ({
  type: "command",
  command: `printf '%s' '${typeof answer === "string" ? answer : JSON.stringify(answer)}'; exit ${code}`,
  ...more,
});
const decided = (permissionDecision: string): Fields => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision },
});

/** Where a yes, or what looks like silence, hides a no or a doubt. */
for (const [title, hooks, argv, expected] of [
  ["a yes beside a no in one answer", [saying({ ...decided("allow"), decision: "block" })], allowed, [false, 0]],
  ["an older yes beside a no", [saying({ ...decided("deny"), decision: "approve" })], allowed, [false, 0]],
  ["a no of one that says it decides nothing", [saying({ async: true, decision: "block" })], allowed, [false, 0]],
  ["a no behind other words", [saying(`checking\n${JSON.stringify({ decision: "block" })}`)], allowed, [false, 1]],
  ["a yes of one that failed", [saying(decided("allow"), {}, 1)], [], [false, 1]],
  ["a yes under a condition that is no text", [saying(decided("allow"), { if: ["Bash(rm *)"] })], [], [false, 1]],
  ["arguments that are no list", [{ type: "command", command: "true", args: "guard.sh" }], allowed, [false, 1]],
  [
    "a yes to a call that another hook changes",
    [
      saying(decided("allow")),
      saying({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command: "touch made" } } }),
    ],
    [],
    [false, 1],
  ],
] as const)
  test(`G2 a hook's answer is taken at its strictest: ${title}`, async (t) => {
    const own = { hooks: { PreToolUse: [{ hooks }] } } as unknown as Fields;
    assert.deepEqual(madeAndAsked(await play(t, { user: own, step: bash, argv })), expected);
  });
