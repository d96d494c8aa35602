import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { releases, supportedRange } from "../../../src/adapters/matrix.ts";
import { CompatibilityLevel } from "../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import type { AgentCommands } from "../../../src/daemon/config/agent-settings.ts";
import { defaultSettings } from "../../../src/daemon/config/settings.ts";
import { agentKinds, claudeCodeStatus } from "../../../src/daemon/startup/agent-status.ts";
import { DaemonAgents } from "../../../src/daemon/startup/daemon-agents.ts";
import {
  isStartupProblem,
  type StartedAgents,
  type StartOptions,
  type StartupProblem,
  startAgents,
} from "../../../src/daemon/startup/start-agents.ts";
import { isBridleError } from "../../../src/errors.ts";
import { formatVersion } from "../../../src/util/version.ts";
import { within } from "../../host/within.ts";

const inRange = releases[0].verified.at(-1)?.version ?? "";
const minimum = formatVersion(supportedRange.from);

interface Place {
  readonly folder: string;
  /** Puts a `claude` on the PATH. */
  claude(script: string): string;
  start(options?: {
    asked?: string;
    defaultAgent?: string;
    agents?: AgentCommands;
  }): Promise<StartedAgents | StartupProblem>;
}

function place(t: TestContext): Place {
  const folder = mkdtempSync(join(tmpdir(), "bridle-startup-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const around = (): Omit<StartOptions, "settings"> => ({
    // The shell's own tools, and nothing else of this machine.
    env: { HOME: folder, PATH: bin },
    bridleVersion: "B",
    probeTimeoutMs: 5000,
  });
  return {
    folder,
    claude: (script) => {
      writeFileSync(join(bin, "claude"), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`, { mode: 0o755 });
      return join(bin, "claude");
    },
    start: ({ asked, defaultAgent = "", agents = {} } = {}) => {
      const settings = { ...defaultSettings, agents, daemon: { ...defaultSettings.daemon, defaultAgent } };
      return startAgents({ ...around(), settings, asked });
    },
  };
}

async function started(outcome: Promise<StartedAgents | StartupProblem>): Promise<StartedAgents> {
  const agents = await outcome;
  assert.ok(!isStartupProblem(agents), JSON.stringify(agents));
  return agents;
}

async function refused(outcome: Promise<StartedAgents | StartupProblem>): Promise<StartupProblem> {
  const problem = await outcome;
  assert.ok(isStartupProblem(problem));
  return problem;
}

const says = (version: string): string => `echo '${version} (Claude Code)'`;

test("C3 C7 claude in range and asked for: the start waits, goes on and has the notice", async (t) => {
  const { claude, start } = place(t);
  const path = claude(`sleep 0.3; ${says(inRange)}`);
  for (const how of [{ asked: "claude" }, { defaultAgent: "claude" }]) {
    const agents = await started(start(how));
    assert.equal(agents.notices.length, 1);
    assert.equal(agents.notices[0]?.level, "info");
    assert.match(agents.notices[0]?.message ?? "", /FULLY_COMPATIBLE/);
    const agent = await agents.defaultAgent;
    assert.deepEqual([agent.name, agent.command, agent.args], ["claude", path, []]);
    assert.equal(claudeCodeStatus(agents).version, inRange);
    assert.equal(claudeCodeStatus(agents).level, CompatibilityLevel.FULLY_COMPATIBLE);
  }
});

test("C3 claude below the minimum and asked for: exit 78 with what to do", async (t) => {
  const { claude, start } = place(t);
  claude(says("1.0.10"));
  for (const how of [{ asked: "claude" }, { defaultAgent: "claude" }]) {
    const { exitCode, message } = await refused(start(how));
    assert.equal(exitCode, 78);
    assert.match(message, /INCOMPATIBLE/);
    assert.ok(message.includes(`update Claude Code to ${minimum} or newer`));
  }
});

test("C3 claude above the tested range: a warning, and it goes on", async (t) => {
  const { claude, start } = place(t);
  claude(says("99.0.0"));
  const agents = await started(start({ asked: "claude" }));
  assert.equal(agents.notices[0]?.level, "warn");
  assert.match(agents.notices[0]?.message ?? "", /LIKELY_COMPATIBLE/);
});

test("C3 claude asked for and not found: exit 72", async (t) => {
  const { exitCode, message } = await refused(place(t).start({ asked: "claude" }));
  assert.equal(exitCode, 72);
  const remedy = "install it, or name it: bridle config set agents.claude.command PATH";
  assert.equal(message, `claude was not found on PATH; ${remedy}`);
});

test("C3 without claude and without anyone asking the built-in agent is the default, and that is said", async (t) => {
  const agents = await started(place(t).start());
  const agent = await agents.defaultAgent;
  assert.equal(agent.name, "bridle");
  assert.equal(agent.command, process.execPath);
  assert.ok(existsSync(agent.args[0] ?? ""));
  assert.deepEqual(
    agents.notices.map(({ level, message }) => [level, message.slice(0, 37)]),
    [["info", "Sessions run on Bridle's own agent: c"]],
  );
  const [own, claude] = agentKinds(agents, agent.name);
  assert.deepEqual([own?.name, own?.isDefault, own?.problem], ["bridle", true, ""]);
  assert.match(claude?.problem ?? "", /not found/);
  assert.equal(claudeCodeStatus(agents).level, CompatibilityLevel.COMPATIBILITY_UNKNOWN);
});

test("C3 an incompatible claude that nobody asked for is only marked", async (t) => {
  const { claude, start } = place(t);
  claude(says("1.0.10"));
  const agents = await started(start());
  assert.equal((await agents.defaultAgent).name, "bridle");
  const notices = [...agents.notices, ...(await agents.laterNotices)];
  assert.deepEqual(
    notices.map(({ level }) => level),
    ["warn", "warn"],
  );
  assert.equal(claudeCodeStatus(agents).level, CompatibilityLevel.INCOMPATIBLE);
  assert.equal((await agents.kinds.get("claude")?.findings)?.problem?.reason, "incompatible");
});

test("C4 a slow probe that nobody asked for does not hold up the start; sessions on that agent wait for it", async (t) => {
  const { folder, claude, start } = place(t);
  const go = join(folder, "go");
  claude(`while ! [ -e '${go}' ]; do sleep 0.02; done; ${says(inRange)}`);
  const agents = await within(2000, "the start", started(start()));
  assert.deepEqual([agents.notices, agents.kinds.get("claude")?.now], [[], undefined]);
  assert.match(claudeCodeStatus(agents).message, /being asked/);
  writeFileSync(go, "");
  assert.equal((await agents.defaultAgent).name, "claude");
  assert.equal((await agents.kinds.get("claude")?.findings)?.compatibility.level, "FULLY_COMPATIBLE");
  assert.equal((await agents.laterNotices)[0]?.level, "info");
});

test("C4 a claude that fails ends the probe, not the daemon", async (t) => {
  const { claude, start } = place(t);
  claude("exit 3");
  const agents = await started(start());
  assert.equal((await agents.defaultAgent).name, "bridle");
  assert.match((await agents.laterNotices).at(-1)?.message ?? "", /claude --version failed with 3/);
  const asked = await started(start({ asked: "claude" }));
  assert.equal((await asked.defaultAgent).name, "claude");
  assert.match(asked.notices[0]?.message ?? "", /COMPATIBILITY: UNKNOWN/);
  // It may have been a bad moment; a daemon whose only agent is refused for good would be of no use.
  const { command, version } = await new DaemonAgents(asked, {}).command("claude");
  assert.deepEqual([basename(command), version], ["claude", undefined]);
});

test("C4 a claude that was updated, replaced or installed under a running daemon is another one for the next session", async (t) => {
  const { folder, claude, start } = place(t);
  const agents = new DaemonAgents(await started(start()), {});
  await assert.rejects(agents.command("claude"), (error) => isBridleError(error, "agent_not_found"));
  // A wrapper that stays as it is while what it starts changes.
  const target = join(folder, "target");
  claude(`exec sh '${target}'`);
  for (const version of ["2.0.76", "2.1.325"]) {
    writeFileSync(target, says(version));
    assert.equal((await agents.command("claude")).version, version);
    assert.equal(claudeCodeStatus(agents.started).version, version);
  }
});

test("D1 agents of the settings: a name, its arguments, and claude replaced", async (t) => {
  const { folder, claude, start } = place(t);
  claude("exit 3");
  const other = join(folder, "other");
  writeFileSync(other, "#!/bin/sh\nexit 9\n", { mode: 0o755 });
  const agents = await started(
    start({
      agents: {
        claude: { command: other, version: inRange, env: { A: "1" } },
        mine: { command: process.execPath, args: ["mine.js"] },
        gone: { command: "no-such-agent" },
      },
    }),
  );
  assert.deepEqual([...agents.kinds.keys()], ["bridle", "claude", "mine", "gone"]);
  const replaced = await agents.defaultAgent;
  assert.deepEqual([replaced.command, replaced.env], [other, { A: "1" }]);
  assert.equal(replaced.now?.compatibility.level, "FULLY_COMPATIBLE");
  assert.equal(agents.kinds.get("mine")?.now?.compatibility.level, "UNKNOWN");
  assert.equal(agents.kinds.get("gone")?.now?.problem?.reason, "not_found");
  assert.equal((await refused(start({ asked: "gone", agents: { gone: { command: "no-such-agent" } } }))).exitCode, 72);
  await assert.rejects(start({ asked: "nobody" }), /agent must be one of bridle, claude; found nobody/);
});

test("C3 an environment without PATH finds nothing of this machine", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-startup-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const agents = { shell: { command: "sh" } };
  const outcome = await startAgents({
    settings: { ...defaultSettings, agents },
    env: {},
    bridleVersion: "B",
    asked: "shell",
  });
  assert.ok(isStartupProblem(outcome));
});
