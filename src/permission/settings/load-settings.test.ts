import assert from "node:assert/strict";
import { test } from "node:test";
import { type LoadOptions, loadSettings } from "./load-settings.ts";
import { destinationFile, settingsSources } from "./settings-files.ts";
import { isTrusted } from "./trust.ts";

const trusting = { project: true, local: true };

const paths = {
  managed: "/etc/claude-code/managed-settings.json",
  local: "/w/.claude/settings.local.json",
  project: "/w/.claude/settings.json",
  user: "/home/u/.claude/settings.json",
};

function load(files: { readonly [path: string]: unknown }, more: Partial<LoadOptions> = {}) {
  const texts = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === "string" ? content : JSON.stringify(content),
    ]),
  );
  return loadSettings({ platform: "linux", cwd: "/w", home: "/home/u", readFile: (path) => texts[path], ...more });
}

const allowing = (rule: string): object => ({ permissions: { allow: [rule] } });

test("G6 settings are read from the managed place, the flag, the project and the user, the strongest first", () => {
  const { rules, problems } = load(
    Object.fromEntries([
      ...Object.entries(paths).map(([name, path]) => [path, allowing(`mcp__x__${name}`)]),
      ["/f.json", allowing("mcp__x__flag")],
    ]),
    {
      trust: trusting,
      flagSettings: "../f.json",
      allowedTools: ["mcp__x__a mcp__x__b"],
      disallowedTools: ["Bash(rm *)"],
    },
  );
  assert.deepEqual(
    rules.map(({ scope, text, file, folder }) => [scope, text, file, folder]),
    [
      ["managed", "mcp__x__managed", paths.managed, "/etc/claude-code"],
      ["commandLine", "Bash(rm *)", "--disallowedTools", undefined],
      ["commandLine", "mcp__x__a", "--allowedTools", undefined],
      ["commandLine", "mcp__x__b", "--allowedTools", undefined],
      ["commandLine", "mcp__x__flag", "/f.json", "/"],
      ["local", "mcp__x__local", paths.local, undefined],
      ["project", "mcp__x__project", paths.project, undefined],
      ["user", "mcp__x__user", paths.user, "/home/u/.claude"],
    ],
  );
  assert.deepEqual(problems, []);
});

test("G6 --setting-sources leaves out all but what it names, never the managed settings", () => {
  const files = Object.fromEntries(Object.entries(paths).map(([name, path]) => [path, allowing(`mcp__x__${name}`)]));
  const scopesOf = (sources: string[]): string[] =>
    load(files, { sources, trust: trusting }).rules.map(({ scope }) => scope);
  assert.deepEqual(scopesOf(["user"]), ["managed", "user"]);
  assert.deepEqual(scopesOf(["project", "local"]), ["managed", "local", "project"]);
  assert.deepEqual(scopesOf([]), ["managed"]);
});

test("G6 where the files are depends on the platform and on CLAUDE_CONFIG_DIR", () => {
  const places = { cwd: "/w", home: "/h", configFolder: "/cfg" };
  const of = (platform: string): string[] => settingsSources({ ...places, platform }).map(({ file }) => file);
  assert.equal(of("darwin")[0], "/Library/Application Support/ClaudeCode/managed-settings.json");
  assert.equal(of("win32")[0], "C:/Program Files/ClaudeCode/managed-settings.json");
  assert.equal(of("linux").at(-1), "/cfg/settings.json");
  const linux = { ...places, platform: "linux" };
  assert.equal(destinationFile("localSettings", linux), "/w/.claude/settings.local.json");
  assert.equal(destinationFile("userSettings", linux), "/cfg/settings.json");
  assert.equal(destinationFile("session", linux), undefined);
});

test("P2 from a project that nobody has trusted only what restricts is taken, and that is told", () => {
  const permissions = {
    allow: ["Bash"],
    deny: ["Bash(rm *)"],
    ask: ["Read"],
    additionalDirectories: ["/"],
    defaultMode: "acceptEdits",
  };
  const untrusted = load({ [paths.project]: { permissions } });
  assert.deepEqual(
    untrusted.rules.map(({ effect }) => effect),
    ["deny", "ask"],
  );
  assert.deepEqual([untrusted.mode, untrusted.directories], ["default", ["/w"]]);
  assert.match(untrusted.problems[0]?.message ?? "", /nobody has trusted this folder/);
  const trusted = load({ [paths.project]: { permissions } }, { trust: trusting });
  assert.deepEqual([trusted.rules.length, trusted.mode, trusted.directories], [3, "acceptEdits", ["/w", "/"]]);
});

test("P2 local settings count for no more than the project's, unless they are the person's own", () => {
  const permissions = { allow: ["Bash"], deny: ["WebFetch"], additionalDirectories: ["/"], defaultMode: "acceptEdits" };
  const seen = (more: Partial<LoadOptions>): unknown[] => {
    const { rules, mode, directories, problems } = load({ [paths.local]: { permissions } }, more);
    return [rules.length, mode, directories.length, problems.length];
  };
  assert.deepEqual(seen({}), [1, "default", 1, 1]);
  assert.deepEqual(seen({ trust: { project: false, local: true } }), [2, "acceptEdits", 2, 0]);
  assert.deepEqual(seen({ trust: trusting }), [2, "acceptEdits", 2, 0]);
  const bypass = { permissions: { defaultMode: "bypassPermissions" } };
  for (const more of [{}, { trust: { project: false, local: true } }, { trust: trusting }] as Partial<LoadOptions>[])
    assert.equal(load({ [paths.local]: bypass }, more).mode, "default");
  assert.equal(load({ [paths.project]: { permissions } }, { trust: { project: false, local: true } }).rules.length, 1);
});

test("G6 the mode is that of the flag, else of the strongest file; a project cannot bypass, and others may forbid it", () => {
  const mode = (defaultMode: string): object => ({ permissions: { defaultMode } });
  assert.equal(load({ [paths.user]: mode("plan") }).mode, "plan");
  assert.equal(load({ [paths.user]: mode("plan") }, { mode: "acceptEdits" }).mode, "acceptEdits");
  assert.equal(
    load({ [paths.user]: mode("plan"), [paths.local]: mode("dontAsk") }, { trust: trusting }).mode,
    "dontAsk",
  );
  assert.equal(load({ [paths.project]: mode("bypassPermissions") }, { trust: trusting }).mode, "default");
  assert.equal(load({ [paths.user]: mode("bypassPermissions") }).mode, "bypassPermissions");
  const forbidden = load(
    { [paths.managed]: { permissions: { disableBypassPermissionsMode: "disable" } } },
    { mode: "bypassPermissions" },
  );
  assert.deepEqual([forbidden.mode, forbidden.forbidsBypass], ["default", true]);
});

test("P9 a folder nobody has trusted makes a mode stricter, and takes no strict one away", () => {
  const mode = (own: string | undefined, theirs: string, more: Partial<LoadOptions> = {}): string => {
    const files = { ...(own && { [paths.user]: { permissions: { defaultMode: own } } }) };
    return load({ ...files, [paths.project]: { permissions: { defaultMode: theirs } } }, more).mode;
  };
  const seen = [undefined, "acceptEdits", "bypassPermissions", "plan", "dontAsk"].map((own) =>
    ["default", "acceptEdits", "plan", "dontAsk"].map((theirs) => mode(own, theirs)),
  );
  assert.deepEqual(seen, [
    ["default", "default", "plan", "dontAsk"],
    ["acceptEdits", "acceptEdits", "plan", "dontAsk"],
    ["bypassPermissions", "bypassPermissions", "plan", "dontAsk"],
    ["plan", "plan", "plan", "plan"],
    ["dontAsk", "dontAsk", "dontAsk", "dontAsk"],
  ]);
  assert.equal(mode("plan", "acceptEdits", { trust: trusting }), "acceptEdits");
  assert.equal(mode("default", "plan", { mode: "acceptEdits" }), "acceptEdits", "a flag is the person's word for now");
});

test("P2 managed settings may say that only they allow", () => {
  const managed = { allowManagedPermissionRulesOnly: true, permissions: { allow: ["Read"] } };
  const user = { permissions: { allow: ["Bash"], deny: ["WebFetch"] } };
  const { rules } = load({ [paths.managed]: managed, [paths.user]: user }, { allowedTools: ["Edit"] });
  assert.deepEqual(
    rules.map(({ text }) => text),
    ["Read", "WebFetch"],
  );
});

test("P2 a file that cannot be read at all is damage, not absence", () => {
  const { damage } = load(
    {},
    {
      readFile: (path) => {
        if (path === paths.user) throw new Error("EACCES: permission denied");
        return undefined;
      },
    },
  );
  assert.deepEqual(damage, [`${paths.user}: it cannot be read: EACCES: permission denied`]);
  assert.equal(load({ [paths.local]: '{"permissions": {"deny": ["Bash(rm' }).damage.length, 1);
});

test("P2 a deny rule of the command line that cannot be read is not forgotten", () => {
  const { rules, damage } = load({}, { disallowedTools: ["Bash(rm", "???"] });
  assert.deepEqual(
    rules.map(({ effect, tool }) => [effect, tool]),
    [["ask", "Bash"]],
  );
  assert.equal(damage.length, 1);
});

test("P2 trust is what Claude Code has written down for this very folder", () => {
  const text = JSON.stringify({
    projects: { "/w": { hasTrustDialogAccepted: true }, "/x": { hasTrustDialogAccepted: false } },
  });
  assert.deepEqual(
    ["/w", "/x", "/w/sub"].map((folder) => isTrusted(text, folder)),
    [true, false, false],
  );
  for (const other of ["", "{", "null", "[]", '{"projects": 5}', '{"projects": {"/w": null}}'])
    assert.equal(isTrusted(other, "/w"), false, other);
});
