import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isBridleError } from "../../errors.ts";
import { readAgentFlags } from "../flags/agent-flags.ts";
import { readFolderSettings } from "./folder-settings.ts";
import { SessionPermissions } from "./session-permissions.ts";
import { TrustStore } from "./trust-store.ts";

const [all, none] = [
  { project: true, local: true },
  { project: false, local: false },
];

const trustIn = (store: TrustStore, folder: string) => readFolderSettings(folder, store).trust;

function place(t: TestContext): { home: string; cwd: string; local: string; store: TrustStore } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-trust-")));
  t.after(() => rmSync(root, { recursive: true }));
  const [home, cwd] = [join(root, "home"), join(root, "project")];
  mkdirSync(join(cwd, ".claude"), { recursive: true });
  return { home, cwd, local: join(cwd, ".claude/settings.local.json"), store: new TrustStore({ HOME: home }) };
}

test("P2 a folder that a person trusts is trusted from then on, itself alone, until it is forgotten", (t) => {
  const { home, cwd, store } = place(t);
  mkdirSync(join(cwd, "sub"));
  assert.deepEqual(trustIn(store, cwd), none);
  store.trust(cwd);
  assert.deepEqual([trustIn(store, cwd), trustIn(store, join(cwd, "sub"))], [all, none]);
  assert.deepEqual(new TrustStore({ HOME: home }).folders, [cwd]);
  assert.equal(statSync(join(home, ".config/bridle/trusted.json")).mode & 0o777, 0o600);
  assert.equal(store.forget(cwd), true);
  assert.deepEqual([trustIn(store, cwd), store.forget(cwd)], [none, false]);
});

test("P2 a folder is trusted by its real path: a link to one that is trusted is, a link that came in its place is not", (t) => {
  const { home, cwd, store } = place(t);
  symlinkSync(cwd, join(home, "../linked"));
  store.trust(cwd);
  assert.deepEqual(trustIn(store, join(home, "../linked")), all);
  const other = join(home, "../other");
  mkdirSync(other);
  rmSync(cwd, { recursive: true });
  symlinkSync(other, cwd);
  assert.deepEqual(trustIn(store, cwd), none);
});

test("P9 a folder that somebody else has made in the place of a trusted one is not trusted", (t) => {
  const { home, cwd, store } = place(t);
  store.trust(cwd);
  const file = join(home, ".config/bridle/trusted.json");
  const kept = JSON.parse(readFileSync(file, "utf8"));
  assert.deepEqual(kept.owners, { [cwd]: statSync(cwd).uid });
  writeFileSync(file, JSON.stringify({ ...kept, owners: { [cwd]: statSync(cwd).uid + 1 } }));
  assert.deepEqual(trustIn(store, cwd), none);
  store.trust(cwd);
  assert.deepEqual(trustIn(store, cwd), all);
  // Of a list without them nothing is taken back.
  writeFileSync(file, JSON.stringify({ folders: [cwd] }));
  assert.deepEqual(trustIn(store, cwd), all);
});

test("P2 what Claude Code has written down counts, in the configuration that is used", (t) => {
  const { home, cwd } = place(t);
  const config = join(home, "cfg");
  mkdirSync(config, { recursive: true });
  writeFileSync(
    join(config, ".claude.json"),
    JSON.stringify({ projects: { [cwd]: { hasTrustDialogAccepted: true } } }),
  );
  assert.deepEqual(trustIn(new TrustStore({ HOME: home, CLAUDE_CONFIG_DIR: config }), cwd), all);
  assert.deepEqual(trustIn(new TrustStore({ HOME: home }), cwd), none);
});

test("P2 a damaged list of trusted folders trusts nothing, and is not written over", (t) => {
  const { home, cwd, store } = place(t);
  const file = join(home, ".config/bridle/trusted.json");
  mkdirSync(join(home, ".config/bridle"), { recursive: true });
  for (const damaged of ["{", "[]", `{"folders": ["${cwd}"],}`]) {
    writeFileSync(file, damaged);
    assert.deepEqual(trustIn(store, cwd), none);
    assert.throws(
      () => store.trust(cwd),
      (error) => isBridleError(error, "invalid_option") && /trusted\.json.*damaged: mend/.test(error.message),
    );
    assert.equal(readFileSync(file, "utf8"), damaged);
  }
  assert.throws(() => new TrustStore({}).trust(cwd), /names no home: set HOME/);
});

const grant = (command: string): { [key: string]: unknown } => ({
  type: "addRules",
  rules: [{ toolName: "Bash", ruleContent: command }],
  behavior: "allow",
  destination: "localSettings",
});

test("P2 a file into which the agent wrote what a person granted counts as it was written, and no more once somebody changed it", (t) => {
  const { home, cwd, local } = place(t);
  const open = (): SessionPermissions => new SessionPermissions(readAgentFlags([]), cwd, { HOME: home });
  const effect = (command: string): string => open().decide({ name: "Bash", input: { command } }).effect;
  open().apply(grant("make"));
  open().apply(grant("make check"));
  assert.deepEqual([effect("make"), effect("make check")], ["allow", "allow"]);
  writeFileSync(local, readFileSync(local, "utf8").replace("make check", "make evil"));
  assert.deepEqual([effect("make"), effect("make evil")], ["ask", "ask"]);
});

test("P2 a grant beside rules that came with the project makes none of them count, and that is said", (t) => {
  const { home, cwd, local } = place(t);
  writeFileSync(local, JSON.stringify({ permissions: { allow: ["Bash(evil)"] } }));
  const open = (): SessionPermissions => new SessionPermissions(readAgentFlags([]), cwd, { HOME: home });
  const session = open();
  session.apply(grant("make"));
  assert.equal(session.decide({ name: "Bash", input: { command: "make" } }).effect, "allow");
  assert.match(session.problems.at(-1) ?? "", /counts in later sessions once you trust the folder: .*bridle trust/);
  const effect = (command: string): string => open().decide({ name: "Bash", input: { command } }).effect;
  assert.deepEqual([effect("make"), effect("evil")], ["ask", "ask"]);
  new TrustStore({ HOME: home }).trust(cwd);
  assert.deepEqual([effect("make"), effect("evil")], ["allow", "allow"]);
});
