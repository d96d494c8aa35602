import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Worker } from "node:worker_threads";
import { readAgentFlags } from "../flags/agent-flags.ts";
import { foldersAwaitingTrust } from "../trust/awaiting-trust.ts";
import { readFolderSettings } from "./folder-settings.ts";
import { isHarmlessVariable } from "./harmless-variables.ts";
import { SessionPermissions } from "./session-permissions.ts";
import { TrustStore } from "./trust-store.ts";

type Env = { [name: string]: string };

function place(t: TestContext) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-places-")));
  t.after(() => rmSync(root, { recursive: true }));
  const folder = (name: string): string => {
    mkdirSync(join(root, name, ".claude"), { recursive: true });
    return join(root, name);
  };
  const [home, a, b] = [folder("home"), folder("a"), folder("b")];
  const open = (cwd: string, env: Env = { HOME: home }, argv: readonly string[] = []): SessionPermissions =>
    new SessionPermissions(readAgentFlags(argv), cwd, env);
  const effect = (cwd: string, command: string, env?: Env): string =>
    open(cwd, env).decide({ name: "Bash", input: { command } }).effect;
  return { root, home, a, b, open, effect, store: new TrustStore({ HOME: home }) };
}

const settings = (permissions: object): string => JSON.stringify({ permissions });
const grant = (command: string, destination = "localSettings"): { [key: string]: unknown } => ({
  type: "addRules",
  rules: [{ toolName: "Bash", ruleContent: command }],
  behavior: "allow",
  destination,
});

test("P9 what a person granted in one folder counts in no other that links to its settings", (t) => {
  const { a, b, open, effect } = place(t);
  open(a).apply(grant("./run.sh:*"));
  assert.equal(effect(a, "./run.sh"), "allow");
  symlinkSync("../../a/.claude/settings.local.json", join(b, ".claude/settings.local.json"));
  assert.equal(effect(b, "./run.sh"), "ask", "the file is a link");
  rmSync(join(b, ".claude"), { recursive: true });
  symlinkSync("../a/.claude", join(b, ".claude"));
  assert.equal(effect(b, "./run.sh"), "ask", "its folder is a link");
  rmSync(join(b, ".claude"));
  mkdirSync(join(b, ".claude"));
  writeFileSync(join(b, ".claude/settings.local.json"), readFileSync(join(a, ".claude/settings.local.json")));
  assert.equal(effect(b, "./run.sh"), "ask", "the file is a copy");
  renameSync(join(a, ".claude/settings.local.json"), join(a, ".claude/settings.json"));
  assert.equal(effect(a, "./run.sh"), "ask", "the same text has another name");
});

for (const destination of ["localSettings", "projectSettings"] as const)
  test(`P9 a grant for ${destination} is not written through a link out of the folder`, (t) => {
    const { home, a, b, open, effect } = place(t);
    const name = destination === "localSettings" ? "settings.local.json" : "settings.json";
    const own = join(home, ".claude/settings.json");
    const before = settings({ deny: ["Bash(git push:*)"] });
    const refused = (): void => {
      writeFileSync(own, before);
      const session = open(a);
      session.apply(grant("make", destination));
      assert.equal(session.decide({ name: "Bash", input: { command: "make" } }).effect, "allow", "it holds for now");
      assert.equal(readFileSync(own, "utf8"), before);
      assert.match(session.problems.at(-1) ?? "", /is a link to .*, outside of this folder: replace it by a file/);
      assert.equal(effect(b, "make"), "ask");
    };
    symlinkSync(own, join(a, ".claude", name));
    refused();
    rmSync(join(a, ".claude", name));
    symlinkSync(join(home, "not-there.json"), join(a, ".claude", name));
    refused();
    assert.ok(!existsSync(join(home, "not-there.json")));
    rmSync(join(a, ".claude"), { recursive: true });
    symlinkSync(join(home, ".claude"), join(a, ".claude"));
    refused();
    assert.ok(!existsSync(join(home, ".claude/settings.local.json")));
    rmSync(join(a, ".claude"));
    open(a).apply(grant("make", destination));
    assert.equal(effect(a, "make"), "allow", "a folder of its own is made where there is none");
  });

test("P9 settings and the word for them are of one text, also while somebody swaps the file", async (t) => {
  const { a, open, store } = place(t);
  open(a).apply(grant("make"));
  const file = join(a, ".claude/settings.local.json");
  const [good, bad] = [readFileSync(file, "utf8"), settings({ allow: ["Bash"] })];
  const swapping = `
    const { renameSync, writeFileSync } = require("node:fs");
    const { file, texts } = require("node:worker_threads").workerData;
    for (let at = 0; ; at++) { writeFileSync(file + "~", texts[at % 2]); renameSync(file + "~", file); }`;
  const worker = new Worker(swapping, { eval: true, workerData: { file, texts: [bad, good] } });
  const seen = new Set<string>();
  try {
    for (let at = 0; at < 1500 || seen.size < 2; at++) {
      const { trust, readFile } = readFolderSettings(a, store);
      const text = readFile(file) ?? "";
      seen.add(text);
      if (trust.local) assert.equal(text, good);
    }
  } finally {
    await worker.terminate();
  }
});

test("P9 a configuration folder or a home that is no absolute path is none, and that is said", (t) => {
  const { home, a, open } = place(t);
  writeFileSync(join(home, ".claude/settings.json"), settings({ deny: ["Bash(make:*)"] }));
  const mine = settings({ allow: ["Bash"], defaultMode: "bypassPermissions" });
  writeFileSync(join(a, ".claude/settings.json"), mine);
  writeFileSync(join(a, "settings.json"), mine);
  const claimed = JSON.stringify({ projects: { [a]: { hasTrustDialogAccepted: true } } });
  for (const at of [".claude.json", ".claude/.claude.json"]) writeFileSync(join(a, at), claimed);
  mkdirSync(join(a, ".config/bridle"), { recursive: true });
  writeFileSync(join(a, ".config/bridle/trusted.json"), JSON.stringify({ folders: [a], written: {} }));
  const before = process.cwd();
  process.chdir(a);
  try {
    for (const [name, value] of [
      ["CLAUDE_CONFIG_DIR", ".claude"],
      ["CLAUDE_CONFIG_DIR", "."],
      ["CLAUDE_CONFIG_DIR", ""],
      ["XDG_CONFIG_HOME", ".config"],
      ["HOME", "."],
    ] as const) {
      const session = open(a, { HOME: home, [name]: value });
      const judged = (command: string): string => session.decide({ name: "Bash", input: { command } }).effect;
      const isHome = name === "HOME";
      assert.deepEqual([session.mode, judged("touch x")], ["default", "ask"], `${name}=${value}`);
      if (!isHome) assert.equal(judged("make"), "deny", `${name}=${value}`);
      const told = session.problems.some((problem) => problem.startsWith(`${name} is not used`));
      assert.equal(told, value !== "", `${name}=${value}`);
    }
  } finally {
    process.chdir(before);
  }
});

test("P9 where the person's own settings and what they trust are kept is protected, wherever that is", (t) => {
  const { home, open } = place(t);
  mkdirSync(join(home, "real"));
  symlinkSync(join(home, "real"), join(home, "linked"));
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, "xdg"), CLAUDE_CONFIG_DIR: `${home}/linked/` };
  for (const argv of [
    ["--permission-mode", "acceptEdits"],
    ["--allowedTools", "Write,Edit,Bash"],
  ]) {
    const session = open(home, env, argv);
    const strength = (path: string): string =>
      session.decide({ name: "Write", input: { file_path: path, content: "" } }).strength;
    const run = (command: string): string => session.decide({ name: "Bash", input: { command } }).strength;
    for (const path of ["xdg/bridle/trusted.json", "linked/settings.json", "real/settings.json", "real/agents/x.md"]) {
      assert.equal(strength(join(home, path)), "held", path);
      assert.equal(run(`echo x > ${path}`), "held", path);
    }
    for (const command of ["rm -r xdg", "mv xdg y", "mv linked y", "rm -r real"])
      assert.equal(run(command), "held", command);
    assert.equal(strength(join(home, "xdg/other.json")), "allowed");
    assert.equal(run("cp notes.md ."), "allowed");
    assert.equal(strength(join(home, "notes.md")), "allowed");
  }
  const inside = new SessionPermissions(readAgentFlags(["--permission-mode", "acceptEdits"]), join(home, "real"), {
    ...env,
    CLAUDE_CONFIG_DIR: home,
  });
  const input = { file_path: join(home, "real/x"), content: "" };
  assert.equal(inside.decide({ name: "Write", input }).strength, "allowed", "a working folder is one, also in there");
});

test("P9 in the person's home their own settings are theirs, whatever links there", (t) => {
  const { home, a, open, effect, store } = place(t);
  const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }] };
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify({ hooks }));
  assert.deepEqual(
    open(home).hooks.map(({ standing }) => standing),
    ["trusted", "trusted"],
  );
  assert.deepEqual(open(home).problems, []);
  renameSync(join(home, ".claude"), join(home, "dotfiles"));
  symlinkSync("dotfiles", join(home, ".claude"));
  assert.equal(store.trusts(home), true, "by their own link");
  const session = open(home);
  session.apply(grant("make"));
  assert.deepEqual([session.problems, effect(home, "make")], [[], "allow"]);
  rmSync(join(a, ".claude"), { recursive: true });
  symlinkSync(join(home, ".claude"), join(a, ".claude"));
  assert.equal(store.trusts(a), false);
  assert.deepEqual(
    open(a).hooks.map(({ standing }) => standing),
    ["trusted", "held"],
  );
});

test("P9 a skill above the working folder waits for its own folder's trust", (t) => {
  const { root, home, a } = place(t);
  const env = { HOME: home };
  const skill = join(root, ".claude/skills/s");
  mkdirSync(skill, { recursive: true });
  const hooks = "hooks:\n  Stop:\n    - hooks:\n        - command: ./x.sh\n";
  writeFileSync(join(skill, "SKILL.md"), `---\nname: s\ndescription: d\n${hooks}---\nDo.\n`);
  assert.deepEqual(
    foldersAwaitingTrust(a, env).map(({ folder, awaiting }) => [folder, awaiting.map(({ brings }) => brings)]),
    [[root, [["runs at Stop: ./x.sh"]]]],
  );
  rmSync(skill, { recursive: true });
  writeFileSync(join(root, ".claude/settings.json"), settings({ allow: ["Bash"] }));
  assert.deepEqual(foldersAwaitingTrust(a, env), [], "its settings are not read");
});

test("P9 a folder nobody has trusted sets no variable that other programs go by, but for a few in the usual values", () => {
  const judged = (lines: string): boolean[] =>
    lines
      .trim()
      .split(/\s+/)
      .map((line) => line.split("=") as [string, string])
      .map(([name, value]) => isHarmlessVariable(name, value));
  const harmless =
    "MAX_THINKING_TOKENS=1 DISABLE_TELEMETRY=1 TZ=Europe/Berlin LANG=C.UTF-8 LC_ALL=de_DE.utf8 LC_CTYPE=C";
  assert.ok(judged(`${harmless} API_TIMEOUT_MS=1 NO_COLOR=1 CLAUDE_CODE_MAX_RETRIES=2`).every((is) => is));
  const others = "LANG=zh_CN.GBK LC_ALL=ja_JP.SJIS TZ=:/dev/tty TZ=/etc/passwd TZ=a/../../b LC_PATH_=C LOCPATH=/x";
  assert.ok(
    judged(`${others} DISABLE_DATABASE_ENVIRONMENT_CHECK=1 MAX_X=1 PATH=. HOME=/x GIT_DIR=x`).every((is) => !is),
  );
});

test("P9 a name that Claude Code trusts is trusted as long as it is that folder", (t) => {
  const { root, home, a, b, store } = place(t);
  const link = join(root, "link");
  symlinkSync(a, link);
  const trusted = { projects: { [link]: { hasTrustDialogAccepted: true }, [a]: { hasTrustDialogAccepted: true } } };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(trusted));
  assert.deepEqual([store.trusts(link), store.trusts(a), store.trusts(b)], [true, true, false]);
  rmSync(link);
  symlinkSync(b, link);
  assert.equal(store.trusts(link), false);
});

test("P9 a folder is forgotten by any of its names, also when it is gone", (t) => {
  const { root, a, b, store } = place(t);
  const link = join(root, "link");
  symlinkSync(a, link);
  store.trust(link);
  assert.deepEqual(store.folders, [a]);
  assert.deepEqual([store.forget(link), store.trusts(a)], [true, false]);
  store.trust(a);
  rmSync(a, { recursive: true });
  assert.deepEqual([store.forget(link), store.folders], [true, []], "by a link to nothing");
  mkdirSync(a);
  store.trust(a);
  rmSync(a, { recursive: true });
  symlinkSync(b, a);
  assert.deepEqual([store.forget(a), store.folders], [true, []], "by its name, which leads elsewhere now");
});
