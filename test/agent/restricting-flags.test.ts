import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { restrictingFlags } from "../../src/agent/flags/restricting-flags.ts";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { answer, asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("restricting-flags");
const touch = { name: "Bash", input: { command: "touch made" } };
const guard = JSON.stringify({
  hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "touch guarded" }] }] },
  permissions: { allow: ["Bash"] },
});

interface Played {
  readonly cwd: string;
  /** The person's configuration, where sessions are kept. */
  readonly config: string;
  readonly asks: number;
  readonly tools: readonly string[];
  readonly servers: readonly unknown[];
  readonly labels: readonly string[];
  readonly result: Fields;
}

/** A turn that touches a file, in a project whose settings are given; what is asked is allowed. */
async function play(
  argv: readonly string[],
  { prompt = scripted({ tools: [touch] }, { text: "done" }), settings = "" } = {},
): Promise<Played> {
  const cwd = folder();
  const config = folder();
  mkdirSync(join(cwd, ".claude"));
  const server = { command: "/nonexistent" };
  writeFileSync(join(cwd, ".mcp.json"), JSON.stringify({ mcpServers: { other: server } }));
  const projects = { [cwd]: { enabledMcpjsonServers: ["other"] } };
  writeFileSync(join(config, ".claude.json"), JSON.stringify({ mcpServers: { own: server }, projects }));
  if (settings !== "") writeFileSync(join(config, "settings.json"), settings);
  const env = environment({ CLAUDE_CONFIG_DIR: config });
  await using agent = new Driven(codingAgent, {
    argv: [...asking, "--model", "scripted", ...argv],
    env,
    cwd,
    isKnown: false,
  });
  agent.send(user(prompt));
  let asks = 0;
  for (;;) {
    const frame = await agent.saw("");
    if (frame.type === "control_request") {
      asks++;
      agent.send(answer(frame, { behavior: "allow" }));
    }
    if (frame.type !== "result") continue;
    const init = agent.frames.find(({ subtype }) => subtype === "init") ?? {};
    const { tools = [], mcp_servers = [] } = init as { tools?: string[]; mcp_servers?: unknown[] };
    return { cwd, config, asks, tools, servers: mcp_servers, labels: agent.labels, result: frame };
  }
}

const made = ({ cwd }: Played): boolean => existsSync(join(cwd, "made"));
const guarded = ({ cwd }: Played): boolean => existsSync(join(cwd, "guarded"));
const kept = ({ config }: Played): boolean => existsSync(join(config, "projects"));
const deny = JSON.stringify({ permissions: { allow: ["Bash"], deny: ["Bash(touch *)"] } });

const cases: { readonly [F in keyof typeof restrictingFlags]: () => Promise<void> } = {
  bare: async () => {
    const played = await play(["--bare"], { settings: guard });
    assert.deepEqual([guarded(played), played.servers], [false, []]);
  },
  "disable-slash-commands": async () => {
    const said = async (prompt: string): Promise<unknown> =>
      (await play(["--disable-slash-commands"], { prompt })).result.result;
    assert.equal(await said(`/mine ${scripted({ text: "a prompt" })}`), "a prompt");
    assert.equal(await said(`/cost ${scripted({ text: "a prompt" })}`), "/cost isn't available in this environment.");
  },
  disallowedTools: async () => {
    const played = await play(["--disallowedTools", "Bash"]);
    assert.ok(!made(played) && !played.tools.includes("Bash"));
    for (const old of ["KillShell", "KillBash"])
      assert.ok(!(await play(["--disallowedTools", old])).tools.includes("TaskStop"), old);
  },
  "managed-settings": async () => {
    const played = await play(["--managed-settings", deny, "--permission-mode", "acceptEdits"]);
    assert.deepEqual([made(played), played.asks], [false, 0]);
    const allowing = await play(["--managed-settings", JSON.stringify({ permissions: { allow: ["Bash"] } })]);
    assert.equal(allowing.asks, 1, "what it allows is not taken");
    const locked = await play(["--managed-settings", JSON.stringify({ allowManagedHooksOnly: true })], {
      settings: guard,
    });
    assert.ok(!guarded(locked));
  },
  "max-budget-usd": async () => {
    await using api = await ScriptedModelApi.start();
    const env = environment({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url });
    const argv = [...asking, "--max-budget-usd", "0.0001", "--allowedTools", "Bash"];
    const agent = new Driven(codingAgent, { argv, env, cwd: folder() });
    agent.send(user(scripted({ tools: [touch] }, { text: "done" })));
    assert.equal((await agent.saw("result")).subtype, "error_max_budget_usd");
    await agent.finish();
  },
  "max-turns": async () => {
    const { result } = await play(["--max-turns", "1", "--allowedTools", "Bash"]);
    assert.equal(result.subtype, "error_max_turns");
  },
  "no-session-persistence": async () => {
    assert.ok(!kept(await play(["--no-session-persistence"])));
  },
  "permission-mode": async () => {
    const played = await play(["--permission-mode", "dontAsk"]);
    assert.deepEqual([made(played), played.asks], [false, 0]);
  },
  "permission-prompts": async () => {
    const played = await play(["--permission-prompts", "none"]);
    assert.deepEqual([made(played), played.asks], [false, 0]);
  },
  restricted: async () => {
    const played = await play(["--restricted"], { settings: guard });
    assert.ok(
      !made(played) && !guarded(played) && !played.tools.includes("Bash") && !played.tools.includes("WebFetch"),
    );
    const named = await play(["--restricted", "--tools", "Bash"], { settings: guard });
    assert.deepEqual(
      [made(named), named.asks, guarded(named)],
      [true, 1, false],
      "named, and asked in spite of a settings file",
    );
    const denying = { settings: JSON.stringify({ permissions: { allow: ["Bash"], deny: ["Bash(touch:*)"] } }) };
    const denied = await play(["--restricted", "--tools", "Bash"], denying);
    assert.deepEqual([made(denied), denied.asks], [false, 0], "what a settings file denies stays denied");
    const outside = join(folder(), "secret");
    writeFileSync(outside, "secret words");
    const reading = {
      prompt: scripted({ tools: [{ name: "Read", input: { file_path: outside } }] }, { text: "done" }),
    };
    const read = await play(["--restricted", "--allowedTools", "Read"], reading);
    assert.ok(!read.labels.some((label) => label.includes("secret words")));
    assert.equal(read.asks, 0);
    const guardedFile = { file_path: ".git/config", content: "x" };
    const writing = { prompt: scripted({ tools: [{ name: "Write", input: guardedFile }] }, { text: "done" }) };
    assert.equal((await play(["--restricted", "--allowedTools", "Write"], writing)).asks, 1);
    const agent = new Driven(codingAgent, { argv: [...asking, "--restricted", "--dangerously-skip-permissions"] });
    assert.equal(await agent.exit, 1);
    assert.match(agent.stderr, /bypassPermissions not supported in restricted mode/);
  },
  "safe-mode": async () => {
    const played = await play(["--safe-mode"], { settings: guard });
    assert.deepEqual([guarded(played), played.servers], [false, []]);
  },
  "setting-sources": async () => {
    const played = await play(["--setting-sources="], { settings: guard });
    assert.deepEqual([guarded(played), played.asks], [false, 1]);
  },
  settings: async () => {
    const played = await play(["--settings", deny]);
    assert.deepEqual([made(played), played.asks], [false, 0]);
  },
  "strict-mcp-config": async () => {
    assert.deepEqual((await play(["--strict-mcp-config"])).servers, []);
  },
  tools: async () => {
    assert.ok(!made(await play(["--tools", "Read"])));
  },
};

test("G2 without a flag that restricts, the tool runs, settings files and servers count, and the session is kept", async () => {
  const played = await play([]);
  assert.deepEqual([made(played), played.asks, played.servers.length, kept(played)], [true, 1, 2, true]);
  assert.ok(played.tools.includes("Bash") && played.tools.includes("TaskStop") && played.tools.includes("WebFetch"));
  const allowed = await play([], { settings: guard });
  assert.deepEqual([made(allowed), allowed.asks, guarded(allowed)], [true, 0, true]);
});

for (const [flag, check] of Object.entries(cases)) test(`G2 --${flag} restricts`, check);

test("G2 a flag nobody knows is said on stderr, and refused where its name could restrict", async () => {
  for (const name of [
    "deny-all",
    "disallow-network",
    "restricted-mode",
    "managed-policy",
    "sandbox",
    "safe",
    "strict",
    "read-only",
    "no-network",
  ]) {
    const agent = new Driven(codingAgent, { argv: [...asking, `--${name}`, "x"] });
    assert.equal(await agent.exit, 1, name);
    assert.match(agent.stderr, new RegExp(`unknown option '--${name}'`));
  }
  const agent = new Driven(codingAgent, {
    argv: ["--model", "scripted", "-p", "hi", "--sparkle"],
    env: environment(),
    cwd: folder(),
  });
  assert.equal(await agent.finish(), 0);
  assert.match(agent.stderr, /Warning: unknown option '--sparkle' is ignored/);
});

test("G2 a restriction is not lost with a value: one that is missing, another flag's name, or given twice", async () => {
  for (const [argv, said] of [
    [
      ["--model", "--restricted"],
      /--model takes a value; if the next word is one, write --model=…; found: the option --restricted/,
    ],
    [["--append-system-prompt", "--disallowedTools", "Bash"], /found: the option --disallowedTools/],
    [["--model", "--deny-all"], /found: the option --deny-all/],
    [["--max-turns"], /--max-turns takes a value/],
    [["--permission-mode"], /--permission-mode takes a value/],
    [["--setting-sources"], /--setting-sources takes a value/],
    [["--disallowedTools", "--verbose"], /--disallowedTools takes a value/],
    [["--max-turns", "1", "--max-turns=50"], /--max-turns takes one value/],
    [["--settings", deny, "--settings", "{}"], /--settings takes one value/],
    [["--managed-settings", deny, "--managed-settings", "{}"], /--managed-settings takes one value/],
    [["--permission-mode", "plan", "--permission-mode", "acceptEdits"], /--permission-mode takes one value/],
    [["--permission-prompts", "None"], /--permission-prompts takes host, none/],
    [["--setting-sources", "users"], /--setting-sources takes user, project, local/],
  ] as const) {
    const agent = new Driven(codingAgent, { argv: [...asking, ...argv], env: environment(), cwd: folder() });
    assert.equal(await Promise.race([agent.exit, agent.finish()]), 1, argv.join(" "));
    assert.match(agent.stderr, said);
  }
});

test("G2 plan and dontAsk hold against --dangerously-skip-permissions", async () => {
  for (const mode of ["plan", "dontAsk"]) {
    const argv = [
      ...asking,
      "--permission-mode",
      mode,
      "--dangerously-skip-permissions",
      "--permission-prompts",
      "none",
    ];
    const cwd = folder();
    await using agent = new Driven(codingAgent, { argv, env: environment(), cwd });
    agent.send(user(scripted({ tools: [touch] }, { text: "done" })));
    await agent.saw("result success done");
    assert.equal(existsSync(join(cwd, "made")), false, mode);
  }
});

test("G2 a slip of the pen in a restricting flag is refused with the name that was meant", async () => {
  for (const [name, meant] of [
    ["tool", "tools"],
    ["bar", "bare"],
    ["setting", "settings"],
    ["Max-Turn", "max-turns"],
    ["permissions-mode", "permission-mode"],
    ["setting_sources", "setting-sources"],
  ] as const) {
    const agent = new Driven(codingAgent, { argv: [...asking, `--${name}=x`] });
    assert.equal(await Promise.race([agent.exit, agent.finish()]), 1, name);
    assert.match(agent.stderr, new RegExp(`unknown option '--${name}'.*Did you mean --${meant}\\?`));
  }
});

test("G2 managed settings that cannot be read are refused", async () => {
  for (const given of ["{bad", "policy.json", ""]) {
    const agent = new Driven(codingAgent, { argv: [...asking, "--managed-settings", given] });
    assert.equal(await agent.exit, 1);
    assert.match(agent.stderr, /--managed-settings takes a JSON object/);
  }
});

test("G2 apply_flag_settings takes rules, hooks and variables, or says what it cannot take", async () => {
  const argv = [...asking, "--model", "scripted", "--allowedTools", "Bash"];
  await using agent = new Driven(codingAgent, { argv, env: environment(), cwd: folder() });
  const apply = async (settings: unknown, id: string): Promise<Fields> =>
    agent.control("apply_flag_settings", { settings }, id);
  const run = async (command: string): Promise<string> => {
    agent.send(user(scripted({ tools: [{ name: "Bash", input: { command } }] }, { text: `did ${command}.` })));
    await agent.saw(`result success did ${command}.`);
    return agent.labels.findLast((label) => label.startsWith("tool_result")) ?? "";
  };
  assert.match(await run("echo one"), /one/);
  assert.equal(
    (await apply({ permissions: { deny: ["Bash(echo one)"] }, env: { FOO: "bar" } }, "1")).subtype,
    "success",
  );
  assert.match(await run("echo one"), /denied/);
  assert.match(await run("printenv FOO"), /bar/);
  const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "echo hooked >&2; exit 2" }] }] };
  assert.equal((await apply({ hooks }, "2")).subtype, "success");
  assert.match(await run("echo two"), /hook error/);
  assert.equal((await apply({ hooks: null }, "3")).subtype, "success");
  assert.match(await run("echo two"), /two/);
  assert.match(await run("echo one"), /denied/, "what was applied before goes on to hold");
  for (const [settings, named] of [
    [{ sandbox: { enabled: true } }, "sandbox"],
    [{ permissions: { deny: "Bash" } }, "permissions.deny"],
    [{ permissions: { defaultMode: "plan" } }, "permissions.defaultMode"],
    [{ hooks: { PreToolUse: 5 } }, "hooks"],
    [{ model: "opus", outputStyle: "x" }, "outputStyle"],
  ] as const) {
    const refused = await apply(settings, `no ${named}`);
    assert.equal(refused.subtype, "error");
    assert.ok(String(refused.error).includes(named), String(refused.error));
  }
});
