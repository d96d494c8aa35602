import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { isAlive } from "../../../src/cli/running-daemon.ts";
import { until } from "../../host/until.ts";
import { CliHome, script } from "./cli-home.ts";

interface Status {
  readonly pid: number;
  readonly address: string;
  readonly ready: boolean;
  readonly holder: { readonly pid: number };
}

interface Started {
  readonly started: boolean;
  readonly pid: number;
  readonly address: string;
  readonly notices: readonly { readonly message: string }[];
}

test("U2 C7 daemon start is back when it listens, tells about the agents, and a second start says that one runs", async () => {
  const home = new CliHome();
  try {
    const first = await home.run(["daemon", "start", "--set", "daemon.prot=1"]);
    assert.equal(first.status, exitCodes.ok, first.stderr);
    const [, pid, address] = /\(pid (\d+)\) at (http:\S+)/.exec(first.stdout) ?? [];
    assert.equal(await (await fetch(`${address}/readyz`)).text(), "ready\n");
    assert.match(first.stderr, /Sessions run on Bridle's own agent: claude was not found on PATH/);
    assert.match(first.stdout, /bridle run/, "what to do next");
    assert.match(first.stderr, /daemon\.prot is no setting; did you mean daemon\.port\?/);
    const again = await home.run(["daemon", "start"]);
    assert.equal(again.status, exitCodes.ok);
    assert.match(again.stdout, new RegExp(`runs already \\(pid ${pid}\\) at ${address}`));
    const [status] = await home.json<Status>(["daemon", "status"]);
    assert.deepEqual([status?.ready, status?.pid, status?.address], [true, Number(pid), address]);
    assert.equal(statSync(join(home.home, "run", "daemon.sock")).mode & 0o777, 0o600);
  } finally {
    await home.close();
  }
});

test("U2 daemon stop ends daemon and holder; without one, status exits with 69 and stop has nothing to do", async () => {
  const home = new CliHome();
  try {
    await home.good(["daemon", "start"]);
    const [status] = await home.json<Status>(["daemon", "status"]);
    assert.equal((await home.good(["daemon", "stop"])).trim(), "stopped");
    assert.ok(!isAlive(status?.pid ?? 0), "it is gone when the command is back");
    await until(() => !isAlive(status?.holder.pid ?? 0));
    for (const args of [["daemon", "status"], ["sessions"], ["approve"], ["interrupt", "1a"], ["login"]]) {
      const { status: code, stderr } = await home.run(args);
      assert.equal(code, exitCodes.noDaemon, args.join(" "));
      assert.match(stderr, /no daemon is running; start one: bridle daemon start/);
    }
    assert.equal((await home.good(["daemon", "stop"])).trim(), "no daemon runs");
  } finally {
    await home.close();
  }
});

test("U2 D5 after kill -9 of the daemon its files are no obstacle, its sessions are there, and stop without one ends the agents it left", async () => {
  const home = new CliHome();
  try {
    await home.good(["run", "hello"]);
    const [before] = await home.json<Status>(["daemon", "status"]);
    process.kill(before?.pid ?? 0, "SIGKILL");
    await until(() => !isAlive(before?.pid ?? 0));
    assert.ok(existsSync(join(home.home, "state", "daemon.pid")), "the pid file is still there");
    assert.ok(existsSync(join(home.home, "run", "daemon.sock")), "the socket, too");
    assert.equal((await home.run(["sessions"])).status, exitCodes.noDaemon);
    const [started] = await home.json<Started>(["daemon", "start"]);
    assert.equal(started?.started, true);
    assert.equal((await home.json(["sessions"])).length, 1);
    const [after] = await home.json<Status>(["daemon", "status"]);
    assert.equal(after?.holder.pid, before?.holder.pid, "the holder lived on");
    process.kill(after?.pid ?? 0, "SIGKILL");
    await until(() => !isAlive(after?.pid ?? 0));
    assert.match(await home.good(["daemon", "stop"]), /the agents that one had left were ended/);
    await until(() => !isAlive(after?.holder.pid ?? 0));
  } finally {
    await home.close();
  }
});

test("U2 D5 stop --keep-agents leaves a turn to the next daemon, and the command that waits for it sees its end", async () => {
  const home = new CliHome();
  try {
    const go = join(home.folder, "go");
    const held = { name: "Bash", input: { command: `until [ -e '${go}' ]; do sleep 0.05; done` } };
    const running = home.start(["run", "--yes", script({ text: "slowly", tools: [held] }, { text: "but surely" })]);
    running.child.stdin?.end();
    await running.printed(/slowly/);
    await home.good(["daemon", "stop", "--keep-agents"]);
    await running.printed(/the connection is lost; waiting for the daemon/);
    await home.good(["daemon", "start"]);
    await running.printed(/connected again/);
    await home.good(["daemon", "restart"]);
    await running.printed(/connected again.*connected again/s);
    writeFileSync(go, "");
    const { status, stdout, stderr } = await running.ended;
    assert.deepEqual([status, stdout], [exitCodes.ok, "slowly\nbut surely\n"]);
    assert.equal(stderr.match(/the connection is lost/g)?.length, 2, "it is told each time");
  } finally {
    await home.close();
  }
});

test("U2 run tells how a daemon is started that stays away, and one Ctrl-C leaves", async () => {
  const home = new CliHome();
  try {
    const running = home.start(["run", script({ text: "on and on", stall: true })]);
    running.child.stdin?.end();
    await running.printed(/^on and on/m);
    await home.good(["daemon", "stop", "--keep-agents"]);
    await running.printed(/no daemon yet; start one: bridle daemon start\. Ctrl-C leaves/);
    running.child.kill("SIGINT");
    const { status, stderr } = await running.ended;
    assert.equal(status, exitCodes.interrupted);
    assert.doesNotMatch(stderr, /interrupting/);
  } finally {
    await home.close();
  }
});

test("C3 a start that cannot be says why: 72 for an agent that is not there, 78 for one that is too old and for a setting", async () => {
  const home = new CliHome();
  try {
    const missing = await home.run(["daemon", "start", "--agent", "claude"]);
    assert.equal(missing.status, exitCodes.agentNotFound);
    assert.match(missing.stderr, /claude was not found on PATH; install it/);
    const old = join(home.folder, "old-claude");
    writeFileSync(old, "#!/bin/sh\necho '1.0.20 (Claude Code)'\n", { mode: 0o755 });
    const tooOld = await home.run(["daemon", "start", "--agent", "old"], {
      env: { BRIDLE_AGENTS: JSON.stringify({ old: { command: old } }) },
    });
    assert.equal(tooOld.status, exitCodes.configOrVersion, tooOld.stderr);
    assert.match(tooOld.stderr, /INCOMPATIBLE[\s\S]*update Claude Code/);
    const wrong = await home.run(["daemon", "start", "--set", "daemon.port=99999"]);
    assert.equal(wrong.status, exitCodes.configOrVersion);
    assert.match(wrong.stderr, /daemon\.port must be .*; found 99999/);
    for (const args of [[], ["--foreground"]]) {
      const json = await home.run(["daemon", "start", ...args, "--json", "--set", "daemon.port=99999"]);
      assert.equal((JSON.parse(json.stderr) as { error: { code: string } }).error.code, "invalid_option");
    }
    assert.equal((await home.run(["daemon", "status"])).status, exitCodes.noDaemon, "nothing was left running");
  } finally {
    await home.close();
  }
});

test("U2 D7 restart checks everything a start would before it stops anything", async () => {
  const home = new CliHome();
  try {
    await home.good(["daemon", "start"]);
    const [before] = await home.json<Status>(["daemon", "status"]);
    const file = join(home.home, "config", "settings.json");
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const wrong: [readonly string[], RegExp, number][] = [
      [["--set", "daemon.host=0.0.0.0"], /daemon\.host must be a loopback address, or any with TLS/, 78],
      [["--set", "daemon.host=0.0.0.0", "--set", "daemon.tls_cert=/no", "--set", "daemon.tls_key=/no"], /tls_cert/, 78],
      [["--set", `daemon.port=${port}`], /in use by another program/, 78],
      [["--agent", "nope"], /agent must be one of bridle, claude; found nope/, 2],
      [["--agent", "claude"], /claude was not found on PATH/, 72],
    ];
    for (const [args, message, code] of wrong) {
      const { status, stderr } = await home.run(["daemon", "restart", ...args]);
      assert.equal(status, code, `${args.join(" ")}: ${stderr}`);
      assert.match(stderr, message);
    }
    taken.close();
    writeFileSync(file, '{"daemon":{"host":"0.0.0.0"}}', { mode: 0o600 });
    assert.equal((await home.run(["daemon", "restart"])).status, exitCodes.configOrVersion);
    assert.deepEqual((await home.json<Status>(["daemon", "status"]))[0]?.pid, before?.pid, "it runs as before");
    const set = await home.run(["config", "set", "daemon.log_level", "debug"]);
    assert.match(set.stderr, /daemon\.host must be a loopback address/, "said where it is written, too");
    await home.good(["config", "set", "daemon.log_level", "debug", "daemon.host", "::1"]);
    await home.good(["config", "set", "daemon.host", "127.0.0.1"]);
    // On the port it has, which is in use by itself.
    await home.good(["daemon", "restart", "--set", `daemon.port=${new URL(before?.address ?? "").port}`]);
  } finally {
    await home.close();
  }
});

test("U2 an agent that nobody knows has one exit code, by whatever command, with a daemon or without", async () => {
  const home = new CliHome();
  try {
    const ways = [
      ["run", "--agent", "nope", "hello"],
      ["run", "--agent", "nope", "--detach", "hello"],
      ["daemon", "start", "--agent", "nope"],
      ["daemon", "start", "--foreground", "--agent", "nope"],
    ];
    for (const args of ways) {
      const { status, stderr } = await home.run(args);
      assert.equal(status, exitCodes.usage, `${args.join(" ")}: ${stderr}`);
      assert.match(stderr, /agent must be one of bridle, claude; found nope/);
      await home.good(["daemon", "stop"]);
    }
    await home.good(["run", "--agent", "bridle", "hello"]);
    for (const args of ways.slice(0, 2)) assert.equal((await home.run(args)).status, exitCodes.usage, "with a daemon");
    const { status, stderr } = await home.run(["run", "--continue", "--agent", "nope", "hello"]);
    assert.equal(status, exitCodes.usage);
    assert.match(stderr, /goes on with its agent: leave --agent out/);
  } finally {
    await home.close();
  }
});

test("C7 an agent above the supported range starts with its notice, told by start, every time", async () => {
  const home = new CliHome();
  try {
    const claude = join(home.folder, "new-claude");
    writeFileSync(claude, "#!/bin/sh\necho '9.1.2 (Claude Code)'\n", { mode: 0o755 });
    const env = { BRIDLE_AGENTS: JSON.stringify({ claude: { command: claude } }) };
    for (const round of ["first", "second"]) {
      const { status, stderr } = await home.run(["daemon", "start"], { env });
      assert.equal(status, exitCodes.ok, stderr);
      assert.match(stderr, /LIKELY_COMPATIBLE[\s\S]*Claude Code 9\.1\.2[\s\S]*To do: update Bridle/, round);
      await home.good(["daemon", "stop"]);
    }
  } finally {
    await home.close();
  }
});

test("U2 in the foreground a signal ends everything, agents too, and the log tells the same to a person and to a program", async () => {
  const home = new CliHome();
  try {
    const daemon = home.start(["daemon", "start", "--foreground"]);
    await daemon.printed(/INFO {2}ready address=http/);
    await home.good(["run", "hello"]);
    const [status] = await home.json<Status>(["daemon", "status"]);
    // One Ctrl-C, from the terminal and from a launcher.
    daemon.child.kill("SIGINT");
    daemon.child.kill("SIGINT");
    assert.equal((await daemon.ended).status, exitCodes.ok);
    await until(() => !isAlive(status?.holder.pid ?? 0));
    const text = await home.good(["daemon", "logs", "-n", "1000"]);
    assert.match(text, /INFO {2}agent started/);
    assert.match(text, /INFO {2}stopped\n$/);
    assert.equal((await home.good(["daemon", "logs", "-n", "2"])).trimEnd().split("\n").length, 2);
    const [line] = await home.json<{ level: string; event: string }>(["daemon", "logs", "-n", "1"]);
    assert.deepEqual([line?.level, line?.event], ["info", "stopped"]);
  } finally {
    await home.close();
  }
});

test("U2 daemon logs -f shows what comes until Ctrl-C", async () => {
  const home = new CliHome();
  try {
    await home.good(["daemon", "start"]);
    const following = home.start(["daemon", "logs", "-f"]);
    await following.printed(/ready/);
    await home.good(["run", "hello"]);
    await following.printed(/turn ended/);
    following.child.kill("SIGINT");
    assert.equal((await following.ended).status, exitCodes.ok);
  } finally {
    await home.close();
  }
});

test("U2 daemon unit prints a unit that keeps agents over restarts of the daemon", async () => {
  const home = new CliHome();
  try {
    const unit = await home.good(["daemon", "unit", "--home", join(home.folder, "a b")]);
    assert.match(unit, /^KillMode=process$/m);
    assert.match(unit, /^ExecStop=\S+ \S+bridle\.cjs daemon stop --keep-agents "--home=\/tmp\/\S+\/a b"$/m);
    assert.match(unit, /^RestartPreventExitStatus=2 72 78$/m);
    // systemd has an environment of its own, so the unit has to say which daemon is meant.
    assert.match(await home.good(["daemon", "unit"]), new RegExp(`^ExecStart=.* --home=${home.home}$`, "m"));
    const xdg = { BRIDLE_HOME: "", XDG_CONFIG_HOME: "/etc/a b", XDG_STATE_HOME: "relative" };
    const elsewhere = await home.good(["daemon", "unit"], { env: xdg });
    assert.match(elsewhere, /^Environment="XDG_CONFIG_HOME=\/etc\/a b"$/m);
    assert.doesNotMatch(elsewhere, /--home|XDG_STATE_HOME/);
  } finally {
    await home.close();
  }
});

test("U2 two runs at once on a machine without a daemon start one daemon", async () => {
  const home = new CliHome();
  try {
    const all = await Promise.all(["one", "two", "three"].map((text) => home.run(["run", text])));
    assert.deepEqual(
      all.map(({ status, stderr }) => (status === 0 ? 0 : stderr)),
      [0, 0, 0],
    );
    assert.equal((await home.json(["sessions"])).length, 3);
    const ready = readFileSync(join(home.home, "state", "daemon.log"), "utf8").match(/"event":"ready"/g);
    assert.equal(ready?.length, 1);
  } finally {
    await home.close();
  }
});

test("U2 a daemon that is there and does not answer is told as such, with 69", async () => {
  const home = new CliHome();
  try {
    const [started] = await home.json<Started>(["daemon", "start"]);
    process.kill(started?.pid ?? 0, "SIGSTOP");
    const { status, stderr } = await home.run(["daemon", "status"]);
    process.kill(started?.pid ?? 0, "SIGCONT");
    assert.equal(status, exitCodes.noDaemon);
    assert.match(stderr, /is there and does not answer; bridle daemon logs/);
  } finally {
    await home.close();
  }
});
