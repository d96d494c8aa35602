import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isBridleError } from "../../errors.ts";
import { describeSettings } from "./describe-settings.ts";
import { type LoadedSettings, loadSettings } from "./load-settings.ts";
import { defaultSettings, environmentName, settingKeys, settingRow } from "./settings.ts";

interface Given {
  readonly json?: unknown;
  readonly text?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly flags?: readonly string[];
}

function load(t: TestContext, { json, text, env = {}, flags = [] }: Given): LoadedSettings {
  const folder = mkdtempSync(join(tmpdir(), "bridle-settings-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "settings.json");
  if (json !== undefined || text !== undefined) writeFileSync(file, text ?? JSON.stringify(json));
  return loadSettings({ file, env, flags });
}

function refusal(t: TestContext, given: Given): string {
  try {
    load(t, given);
  } catch (error) {
    assert.ok(isBridleError(error, "invalid_option"), String(error));
    return error.message.replaceAll(/\/\S*settings\.json/g, "FILE");
  }
  return assert.fail("it was taken");
}

test("D8 without anything every setting has its default, and every default is allowed", (t) => {
  const { settings, given, warnings } = load(t, {});
  assert.deepEqual(settings, defaultSettings);
  assert.deepEqual([given.size, warnings], [0, []]);
  assert.equal(settings.daemon.maxPayloadBytes, 10_485_760);
  assert.equal(settings.sessions.idleSleepMs, 900_000);
  assert.deepEqual(settings.agents, {});
  for (const key of settingKeys) assert.deepEqual(settingRow(key).problems(settingRow(key).default), [], key);
});

test("D8 flags win over the environment, that over the file, that over the default", (t) => {
  const json = { daemon: { port: 1, host: "::1", log_level: "debug" } };
  const env = { BRIDLE_DAEMON_PORT: "2", BRIDLE_DAEMON_HOST: "localhost", BRIDLE_DAEMON_DURABILITY: "" };
  const loaded = load(t, { json, env, flags: ["daemon.port=3"] });
  const { port, host, logLevel, durability } = loaded.settings.daemon;
  assert.deepEqual([port, host, logLevel, durability], [3, "localhost", "debug", "process"]);
  const origins = describeSettings(loaded).map(({ key, origin }) => [key, origin]);
  assert.deepEqual(
    origins.filter(([, origin]) => origin !== "default"),
    [
      ["daemon.host", "environment"],
      ["daemon.port", "flag"],
      ["daemon.log_level", "file"],
    ],
  );
});

test("D8 a wrong value stops the start with the key, what is allowed, what was found and where", (t) => {
  const cases: [Given, string][] = [
    [
      { json: { daemon: { max_payload_bytes: 5 } } },
      "daemon.max_payload_bytes must be a whole number from 1048576 to 104857600; found 5 (FILE)",
    ],
    [
      { env: { BRIDLE_DAEMON_MAX_PAYLOAD_BYTES: "10MB" } },
      'daemon.max_payload_bytes must be a whole number from 1048576 to 104857600; found "10MB" (environment BRIDLE_DAEMON_MAX_PAYLOAD_BYTES)',
    ],
    [
      { flags: ["daemon.durability=always"] },
      'daemon.durability must be one of process, power; found "always" (flag --set daemon.durability)',
    ],
    [{ json: { daemon: { port: null } } }, "daemon.port must be a whole number from 0 to 65535; found null (FILE)"],
    [{ json: { daemon: 5 } }, "daemon must be an object of settings; found a number (FILE)"],
    [
      { json: { daemon: { allowed_hosts: "a" } } },
      'daemon.allowed_hosts must be a list of host names, with or without a port; found "a" (FILE)',
    ],
    [
      { json: { daemon: { public_url: "https://me:secret@x" } } },
      'daemon.public_url must be an http or https URL without a password, or empty; found "https://me:[hidden]@x" (FILE)',
    ],
    [
      { json: { daemon: { default_agent: "cluade" } } },
      'daemon.default_agent must be one of bridle, claude; found "cluade" (FILE)',
    ],
    [
      { json: { daemon: { tls_cert: "/c" } } },
      "daemon.tls_key must be set where daemon.tls_cert is; found nothing (default)",
    ],
    [
      { json: { approvals: { confirm: "passkey" }, daemon: { public_url: "http://10.0.0.7:4747" } } },
      'daemon.public_url must be empty, or an https address with a host name: browsers use passkeys nowhere else (approvals.confirm); found "http://10.0.0.7:4747" (FILE)',
    ],
    [
      { json: { approvals: { auto_deny_no_client: true, disconnected_deadline_ms: 60_000 } } },
      "approvals.disconnected_deadline_ms must be 0 with approvals.auto_deny_no_client, which denies while nobody is connected; found 60000 (FILE)",
    ],
    [
      { flags: ["sessions.restart_max_ms=100"] },
      "sessions.restart_max_ms must be at least sessions.restart_first_ms, 500; found 100 (flag --set sessions.restart_max_ms)",
    ],
    [
      { json: { permissions: { deny: ["Bash(rm *"] } } },
      'permissions.deny.0 must be a rule such as Bash(npm run *); found "Bash(rm *" (FILE)',
    ],
    [{ flags: ["daemon.port"] }, '--set must be key=value, as in --set daemon.port=0; found a text without "="'],
  ];
  for (const [given, message] of cases) assert.equal(refusal(t, given), message);
});

test("D8 every wrong value is told at once", (t) => {
  const message = refusal(t, { json: { daemon: { port: -1, host: "" } }, env: { BRIDLE_LIMITS_LIVE_AGENTS: "0" } });
  assert.deepEqual(
    message.split("\n").map((line) => line.split(" ")[0]),
    ["daemon.port", "daemon.host", "limits.live_agents"],
  );
});

test("D8 D7 what stands in agents is never repeated", (t) => {
  const secret = "sk-ant-topsecret";
  const wrong: unknown[] = [
    { a: { command: "x", env: { KEY: [secret] } } },
    { a: { command: "x", env: secret } },
    { a: { command: "x", args: secret } },
    { a: { command: ["x", secret] } },
    { a: secret },
    { [secret.repeat(9)]: { command: "x" } },
    { a: { command: "x", version: secret } },
    secret,
  ];
  for (const agents of wrong) assert.doesNotMatch(refusal(t, { json: { agents } }), /topsecret/);
  assert.doesNotMatch(refusal(t, { env: { BRIDLE_AGENTS: `{${secret}` } }), /topsecret/);
  const loaded = load(t, { json: { agents: { a: { command: "x", env: { KEY: secret }, args: ["-v"] } } } });
  assert.deepEqual(loaded.settings.agents.a?.env, { KEY: secret });
  const agents = describeSettings(loaded).find(({ key }) => key === "agents");
  assert.deepEqual(agents?.value, { a: { command: "x", env: { KEY: "(hidden)" }, args: ["-v"] } });
  assert.doesNotMatch(JSON.stringify(describeSettings(loaded)), /topsecret/);
});

test("D8 unknown keys warn, and say what was probably meant", (t) => {
  const json = {
    $schema: "x",
    daemon: { max_payload_byte: 1, zzz: 1 },
    demon: {},
    agents: { a: { command: "x", arg: [] } },
    permissions: { dney: ["Bash"] },
  };
  const env = { BRIDLE_DAEMON_PROT: "1", BRIDLE_SCRIPT: "x", BRIDLE_HOME: "/h", BRIDLE_AGENT_DB: "y" };
  const { warnings } = load(t, { json, env, flags: ["daemon.prt=1"] });
  assert.deepEqual(
    warnings.map((warning) => warning.replace(/ \(.*/, "")),
    [
      "daemon.max_payload_byte is no setting; did you mean daemon.max_payload_bytes?",
      "daemon.zzz is no setting",
      "demon is no setting; did you mean daemon?",
      "agents.a.arg is no setting; did you mean agents.a.args?",
      "permissions.dney is no setting; did you mean permissions.deny?",
      "daemon.prot is no setting; did you mean daemon.port?",
      "daemon.prt is no setting; did you mean daemon.port?",
    ],
  );
  assert.match(warnings[5] ?? "", /\(environment BRIDLE_DAEMON_PROT\)$/);
});

test("D8 a syntax error is told with its place and without the text", (t) => {
  const cases: [string, string][] = [
    [
      '{\n  "agents": {\n    secret\n',
      "FILE:3:5: the settings must be JSON; found: something where a key in double quotes belongs",
    ],
    ['{"a": secret}', "FILE:1:7: the settings must be JSON; found: something that is no value"],
    ['{"a": 1 "b": 2}', 'FILE:1:9: the settings must be JSON; found: something where "," or "}" belongs'],
    ['{"a": 1,}', "FILE:1:9: the settings must be JSON; found: something where a key in double quotes belongs"],
    ['{"a": 1', "FILE:1:8: the settings must be JSON; found: the end of the file"],
    ['{"secret\n": 1}', "FILE:1:9: the settings must be JSON; found: a text with a character that must be escaped"],
    ["{} secret", "FILE:1:4: the settings must be JSON; found: something after the end"],
    ["// secret\n{}", "FILE:1:1: the settings must be JSON; found: something that is no value"],
    ["[1]", "FILE: the settings must be a JSON object; found: a list"],
    ["[".repeat(100_000), "FILE:1:502: the settings must be JSON; found: too many levels"],
  ];
  for (const [text, begin] of cases) {
    const message = refusal(t, { text });
    assert.equal(message.slice(0, begin.length), begin);
    assert.doesNotMatch(message, /secret/);
  }
  assert.deepEqual(load(t, { text: " \n" }).settings, defaultSettings);
  assert.equal(load(t, { text: '\uFEFF{"daemon": {"port": 9}}' }).settings.daemon.port, 9);
});

test("D8 a value of every kind can come from the environment and from a flag", (t) => {
  const texts = {
    "daemon.allowed_hosts": ["a.example, b.example:80", ["a.example", "b.example:80"]],
    "approvals.auto_deny_no_client": ["1", true],
    "daemon.log_level": ["warn", "warn"],
    agents: ['{"x":{"command":"/bin/x"}}', { x: { command: "/bin/x" } }],
    permissions: ['{"deny":["WebFetch"]}', { deny: ["WebFetch"] }],
    "holder.spool_bytes": ["2097152", 2_097_152],
  } as const;
  for (const [key, [text, value]] of Object.entries(texts) as [keyof typeof texts, [string, unknown]][]) {
    assert.deepEqual(load(t, { env: { [environmentName(key)]: text } }).given.get(key)?.value, value);
    assert.deepEqual(load(t, { flags: [`${key}=${text}`] }).given.get(key)?.value, value);
  }
});
