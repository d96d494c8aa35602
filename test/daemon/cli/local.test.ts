import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { isAlive } from "../../../src/cli/running-daemon.ts";
import { until } from "../../host/until.ts";
import { CliHome } from "./cli-home.ts";

interface Finding {
  readonly what: string;
  readonly level: string;
  readonly message: string;
  readonly todo?: string;
}

test("D8 config set and unset say which variable of the environment beats what they write, and write it", async () => {
  const home = new CliHome();
  const env = { ...home.env, BRIDLE_AGENTS: "{}", BRIDLE_LIMITS_LIVE_AGENTS: "" };
  try {
    const set = await home.run(["config", "set", "daemon.port", "4800", "agents.mine.command", "/bin/true"], { env });
    assert.equal(set.status, 0);
    assert.match(set.stderr, /daemon\.port is set by the environment BRIDLE_DAEMON_PORT, which beats the file/);
    assert.match(set.stderr, /agents is set by the environment BRIDLE_AGENTS/);
    assert.match(readFileSync(join(home.home, "config", "settings.json"), "utf8"), /4800/);
    assert.match((await home.run(["config", "unset", "daemon.port"], { env })).stderr, /BRIDLE_DAEMON_PORT/);
    const free = await home.run(["config", "set", "limits.live_agents", "7"], { env });
    assert.deepEqual([free.status, free.stderr], [0, ""], "an empty variable counts as not set");
  } finally {
    await home.close();
  }
});

test("U2 D8 config shows, sets and unsets, refuses with 78 what does not fit, and prints its schema", async () => {
  const home = new CliHome();
  try {
    assert.match(await home.good(["config"]), /^daemon\.port +0 +environment BRIDLE_DAEMON_PORT$/m);
    await home.good(["config", "set", "limits.live_agents", "7"]);
    assert.equal(await home.good(["config", "get", "limits.live_agents"]), "7\n");
    const wrong = await home.run(["config", "set", "limits.live_agents", "none"]);
    assert.equal(wrong.status, exitCodes.configOrVersion);
    assert.match(wrong.stderr, /limits\.live_agents must be .*; found/);
    assert.equal((await home.run(["config", "get", "nothing.there"])).status, exitCodes.usage);
    for (const args of [["get"], ["set", "1"], ["unset"]]) {
      const misspelt = await home.run(["config", args[0] ?? "", "daemon.prot", ...args.slice(1)]);
      assert.equal(misspelt.status, exitCodes.usage);
      assert.match(misspelt.stderr, /daemon\.prot is no setting; did you mean daemon\.port\?/);
    }
    assert.match(await home.good(["config", "unset", "limits.live_agents"]), /^limits\.live_agents taken out of/);
    assert.match(await home.good(["config", "unset", "limits.live_agents"]), /is not set in/);
    const [setting] = await home.json<{ value: number; origin: string }>(["config", "get", "limits.live_agents"]);
    assert.deepEqual([setting?.value, setting?.origin], [100, "default"]);
    assert.equal((JSON.parse(await home.good(["config", "schema"])) as { type: string }).type, "object");
  } finally {
    await home.close();
  }
});

test("U2 D7 tokens are added, listed without their secrets, and revoked", async () => {
  const home = new CliHome();
  try {
    const secret = (await home.good(["tokens", "add", "laptop"])).trim();
    assert.match(secret, /^brd_/);
    assert.equal((await home.run(["tokens", "add", "laptop"])).status, exitCodes.usage, "the name is taken");
    const list = await home.good(["tokens", "--json"]);
    assert.match(list, /"name":"laptop"/);
    assert.ok(!list.includes(secret) && !list.includes("sha256"));
    const less = ["--role", "prompt", "--role", "approve", "--folder", tmpdir()];
    await home.good(["tokens", "add", ...less, "tim"]);
    const shown = await home.good(["tokens"]);
    assert.match(shown, /laptop +admin +everywhere/);
    assert.ok(shown.includes(`prompt, approve  ${realpathSync(tmpdir())}`), shown);
    for (const wrong of [
      ["--role", "boss"],
      ["--folder", join(tmpdir(), "no-such-folder")],
    ])
      assert.equal((await home.run(["tokens", "add", "other", ...wrong])).status, exitCodes.usage, wrong.join(" "));
    assert.equal(await home.good(["tokens", "revoke", "laptop"]), "laptop is revoked\n");
    assert.equal((await home.run(["tokens", "revoke", "laptop"])).status, exitCodes.usage);
  } finally {
    await home.close();
  }
});

test("U2 D9 db check and backup work beside a daemon and without one; a damaged database is told with 78", async () => {
  const home = new CliHome();
  try {
    assert.match(await home.good(["db", "check"]), /there is no database yet/);
    assert.equal((await home.run(["db", "backup", join(home.folder, "none.db")])).status, exitCodes.usage);
    await home.good(["run", "hello"]);
    for (const round of ["beside", "without"]) {
      assert.match(await home.good(["db", "check"]), /good, 1 sessions, \d\d events/);
      const file = join(home.folder, `${round}.db`);
      await home.good(["db", "backup", file]);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      const again = await home.run(["db", "backup", file]);
      assert.equal(again.status, exitCodes.usage);
      assert.match(again.stderr, /exists already/);
      const nowhere = await home.run(["db", "backup", "/nonexistent/x.db"]);
      assert.equal(nowhere.status, exitCodes.usage);
      assert.match(nowhere.stderr, /^bridle: there is no folder \/nonexistent\n/);
      if (round === "beside") await home.good(["daemon", "stop"]);
    }
    const file = join(home.home, "state", "bridle.db");
    await home.good(["run", "hello"]);
    const busy = await home.run(["db", "restore", join(home.folder, "without.db")]);
    assert.equal(busy.status, exitCodes.configOrVersion);
    assert.match(busy.stderr, /runs on this folder already; `bridle daemon stop` ends it/);
    // As a crash leaves it, and as a person without the command would put a backup back.
    const [{ pid } = { pid: 0 }] = await home.json<{ pid: number }>(["daemon", "status"]);
    process.kill(pid, "SIGKILL");
    await until(() => !isAlive(pid));
    copyFileSync(join(home.folder, "without.db"), file);
    for (const args of [
      ["daemon", "start"],
      ["db", "check"],
    ]) {
      const refused = await home.run(args);
      assert.equal(refused.status, exitCodes.configOrVersion, args.join(" "));
      assert.match(refused.stderr, /bridle\.db-wal belongs to.*bridle db restore FILE/);
    }
    const missing = await home.run(["db", "restore", "/nonexistent/x.db"]);
    assert.equal(missing.status, exitCodes.usage);
    const restored = await home.good(["db", "restore", join(home.folder, "without.db")]);
    assert.match(restored, /is restored: 1 sessions, \d\d events\nwhat was there before is .*bridle\.db\.replaced-/);
    await home.good(["daemon", "start"]);
    assert.equal((await home.json(["sessions"])).length, 1);
    await home.good(["daemon", "stop"]);
    truncateSync(file, 20_000);
    const damaged = await home.run(["db", "check"]);
    assert.equal(damaged.status, exitCodes.configOrVersion, damaged.stdout);
    const start = await home.run(["daemon", "start"]);
    assert.equal(start.status, exitCodes.configOrVersion);
  } finally {
    await home.close();
  }
});

test("U2 doctor looks at everything and exits with 78 when something fails, with what to do", async () => {
  const home = new CliHome();
  try {
    const level = async (): Promise<Map<string, Finding>> =>
      new Map((await home.json<Finding>(["doctor"])).map((finding) => [finding.what, finding]));
    const before = await level();
    assert.deepEqual([...new Set([...before.values()].map(({ level: one }) => one))], ["ok"]);
    assert.match(before.get("daemon")?.message ?? "", /none runs/);
    await home.good(["daemon", "start"]);
    const running = await level();
    assert.match(running.get("daemon")?.message ?? "", /^pid \d+, version/);
    for (const what of [
      "node",
      "config folder",
      "settings",
      "rules",
      "tokens",
      "database",
      "agent bridle",
      "holder",
      "socket",
      "processes",
    ])
      assert.equal(running.get(what)?.level, "ok", what);
    chmodSync(join(home.home, "config"), 0o777);
    const wrong = { daemon: { prt: 1 }, permissions: { deny: ["Bash(curl * | sh)"] } };
    writeFileSync(join(home.home, "config", "settings.json"), JSON.stringify(wrong), { mode: 0o600 });
    mkdirSync(join(home.project, ".claude"));
    const project = { permissions: { deny: ["WebFetch(example.com)"] } };
    writeFileSync(join(home.project, ".claude", "settings.json"), JSON.stringify(project));
    const { status, stdout } = await home.run(["doctor"]);
    assert.equal(status, exitCodes.configOrVersion);
    assert.match(stdout, /^fail {2}config folder .*can be written by others.*\n +chmod 700/m);
    assert.match(stdout, /^warn {2}settings +daemon\.prt is no setting; did you mean daemon\.port\?/m);
    assert.match(stdout, /^warn {2}settings +permissions\.deny: Bash\(curl \* \| sh\): .*write a rule for each/m);
    assert.match(stdout, /^warn {2}rules .*WebFetch\(example\.com\): write WebFetch\(domain:example\.com\)/m);
    chmodSync(join(home.home, "config"), 0o700);
  } finally {
    await home.close();
  }
});

test("U2 doctor advises what helps: no version is asked of another dialect, nor of the program that runs an agent", async () => {
  const home = new CliHome();
  try {
    const agents = {
      other: { command: process.execPath, args: ["agent.js"], dialect: "seed-001" },
      wrapped: { command: process.execPath, args: ["agent.js"] },
    };
    mkdirSync(join(home.home, "config"), { mode: 0o700, recursive: true });
    writeFileSync(join(home.home, "config", "settings.json"), JSON.stringify({ agents }), { mode: 0o600 });
    const findings = await home.json<Finding>(["doctor"]);
    const [other, wrapped] = ["other", "wrapped"].map((name) => findings.find(({ what }) => what === `agent ${name}`));
    assert.equal(other?.level, "ok");
    assert.match(other?.message ?? "", /speaks seed-001.*docs\/dialects\.md/);
    assert.equal(wrapped?.level, "warn");
    assert.match(wrapped?.todo ?? "", /bridle config set agents\.wrapped\.version X\.Y\.Z/);
  } finally {
    await home.close();
  }
});

test("U2 doctor finds a certificate that no daemon would start with", async () => {
  const home = new CliHome();
  try {
    await home.good(["config", "set", "daemon.tls_cert", "/nope/cert.pem", "daemon.tls_key", "/nope/key.pem"]);
    const { status, stdout } = await home.run(["doctor"]);
    assert.equal(status, exitCodes.configOrVersion);
    assert.match(stdout, /^fail {2}certificate .*ENOENT.*\n +no daemon starts with it/m);
  } finally {
    await home.close();
  }
});

test("U2 login prints a link that logs a browser in once", async () => {
  const home = new CliHome();
  try {
    await home.good(["daemon", "start"]);
    const link = (await home.good(["login"])).trim();
    const { origin, searchParams } = new URL(link);
    const log = (): Promise<Response> =>
      fetch(`${origin}/login`, {
        method: "POST",
        redirect: "manual",
        headers: { origin, "content-type": "application/x-www-form-urlencoded" },
        body: `code=${searchParams.get("code")}`,
      });
    assert.equal((await log()).status, 303);
    assert.equal((await log()).status, 403);
  } finally {
    await home.close();
  }
});

test("U2 completion prints scripts that the shells read, with every command and its options", async () => {
  const home = new CliHome();
  try {
    const bash = await home.good(["completion", "bash"]);
    const offered = (words: string): string => {
      const line = `${bash}\nCOMP_WORDS=(bridle ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _bridle; echo "\${COMPREPLY[@]}"`;
      return spawnSync("bash", ["-c", line], { encoding: "utf8" }).stdout.trim();
    };
    assert.equal(offered("att"), "attach");
    assert.equal(offered("daemon st"), "start stop status");
    assert.equal(offered("daemon start --for"), "--foreground");
    assert.equal(offered("run --perm"), "--permission-mode");
    for (const shell of ["zsh", "fish"]) assert.match(await home.good(["completion", shell]), /permission-mode/);
    assert.equal((await home.run(["completion", "tcsh"])).status, exitCodes.usage);
  } finally {
    await home.close();
  }
});

test("U2 every command has help with examples, also by its other name", async () => {
  const home = new CliHome();
  try {
    const names = [...(await home.good(["--help"])).matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name ?? "");
    assert.ok(names.length >= 15, names.join(" "));
    for (const name of [...names, "token", "session"]) {
      const help = await home.good([name, "--help"]);
      assert.match(help, name === "agent" ? /bridle agent -p/ : /Examples:/, name);
      if (!["agent", "daemon", "db", "completion"].includes(name)) assert.match(help, /--json/, name);
    }
    assert.match(await home.good(["help", "run"]), /Usage: bridle run/);
    assert.equal((await home.run(["sessions", "nonsense"])).status, exitCodes.usage);
    const wrong = await home.run(["run", "--nonsense", "--json"]);
    assert.equal(wrong.status, exitCodes.usage);
    assert.deepEqual(JSON.parse(wrong.stderr), { error: { code: "usage", message: "unknown option '--nonsense'" } });
  } finally {
    await home.close();
  }
});
