import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { connect as connectSocket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { FrameSplitter } from "../../../src/holder/frame-splitter.ts";
import { FrameWriter } from "../../../src/holder/frame-writer.ts";
import { message } from "../../../src/holder/holder-protocol.ts";
import { assertNothingLeft } from "../../host/process-table.ts";
import { until } from "../../host/until.ts";
import { within } from "../../host/within.ts";
import { attach, connect, holderFile, holderFolder, shell, start, Told } from "./hold.ts";

const runs = (pid: number): boolean => existsSync(`/proc/${pid}`);

test("D5 socket, folder and pid file are for this user alone, and the holder has no environment but a path", async (t) => {
  const folder = holderFolder(t, "run");
  const link = await connect(folder);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(statSync(join(folder, "holder.sock")).mode & 0o777, 0o600);
  assert.equal(statSync(join(folder, "holder.pid")).mode & 0o777, 0o600);
  assert.equal(readFileSync(join(folder, "holder.pid"), "utf8"), `${link.pid}\n`);
  const names = readFileSync(`/proc/${link.pid}/environ`, "utf8")
    .split("\0")
    .map((entry) => entry.split("=")[0]);
  assert.deepEqual(names.filter(Boolean), ["PATH"]);
});

test("D5 a folder that others may enter, or that is a link, is refused by both sides", async (t) => {
  const folder = holderFolder(t);
  const [open, link] = [join(folder, "open"), join(folder, "link")];
  mkdirSync(open);
  chmodSync(open, 0o770);
  mkdirSync(join(folder, "real"), { mode: 0o700 });
  symlinkSync(join(folder, "real"), link);
  await assert.rejects(connect(open), {
    code: "invalid_option",
    message: /found mode 770; others can write there: chmod 700/,
  });
  await assert.rejects(connect(link), { code: "invalid_option", message: /symbolic link/ });
  await assert.rejects(connect(join(folder, "x".repeat(100))), { code: "invalid_option", message: /too long/ });
  for (const refused of [open, link]) {
    const holder = spawn(process.execPath, [holderFile, "--folder", refused], { stdio: ["ignore", "ignore", "pipe"] });
    assert.match(await text(holder.stderr), /cannot be used/);
  }
});

test("D5 two holders on one folder: the second says so and exits; a stale socket is no holder", async (t) => {
  const folder = holderFolder(t);
  const link = await connect(folder);
  const second = spawn(process.execPath, [holderFile, "--folder", folder], { stdio: ["ignore", "ignore", "pipe"] });
  const exit = once(second, "exit");
  assert.match(await text(second.stderr), new RegExp(`a holder runs on .* already \\(pid ${link.pid}\\)`));
  assert.deepEqual(await exit, [1, null]);
  process.kill(link.pid, "SIGKILL");
  assert.equal(await link.closed, "lost");
  assert.ok(existsSync(join(folder, "holder.sock")), "it left its socket behind");
  const links = await Promise.all([connect(folder), connect(folder), connect(folder)]);
  assert.equal(new Set(links.map(({ pid }) => pid)).size, 1, "of holders that start at once, one stays");
  assert.notEqual(links[0]?.pid, link.pid);
});

test("D5 without a holder and without leave to start one, connecting says that nobody is there", async (t) => {
  await assert.rejects(connect(holderFolder(t), { spawn: false }), { code: "no_daemon" });
});

test("D5 a holder that cannot be started says why", async (t) => {
  const folder = holderFolder(t);
  await assert.rejects(connect(folder, { holderCommand: ["/nowhere/node"] }), /ENOENT/);
  await assert.rejects(connect(folder, { holderCommand: ["/bin/false"] }), /ended before it was ready/);
});

test("D5 a start is idempotent, and one that fails carries the system's reason", async (t) => {
  const folder = holderFolder(t);
  const link = await connect(folder);
  const { pid } = await link.start(shell("a", "exec cat"), new Told("a"));
  const next = await connect(folder);
  assert.deepEqual(await next.start(shell("a", "exec cat"), new Told("a")), { pid });
  const missing = { ...shell("b", ""), command: "/nowhere/agent" };
  await assert.rejects(next.start(missing, new Told("b")), {
    code: "agent_not_found",
    message: "cannot start /nowhere/agent: spawn /nowhere/agent ENOENT",
    data: { executable: "/nowhere/agent" },
  });
  await assert.rejects(next.start({ ...shell("c", ""), cwd: "/nowhere" }, new Told("c")), {
    code: "folder_not_found",
    message: "the folder to work in is gone: /nowhere; put it back, or begin a session in another one",
    data: { folder: "/nowhere" },
  });
  await assert.rejects(next.start(shell("../d", "true"), new Told("../d")), /an agent's id has letters/);
  const told = await start(next, shell("b", "echo now"));
  assert.equal((await told.exit).exitCode, 0, "an id that could not be started may be used again");
});

test("D5 another protocol version is told, with what to do, and disturbs nobody", async (t) => {
  const folder = holderFolder(t);
  const link = await connect(folder);
  const socket = connectSocket(join(folder, "holder.sock"));
  const answer = Promise.withResolvers<unknown>();
  const splitter = new FrameSplitter({
    message: (type, body) => answer.resolve({ type, body }),
    placed: () => {},
  });
  socket.on("data", (chunk) => splitter.push(chunk));
  new FrameWriter(socket).message(message.hello, { protocol: 999 });
  const body = { reason: "version", protocol: 1, pid: link.pid };
  assert.deepEqual(await answer.promise, { type: message.refused, body });
  await once(socket, "close");
  await start(link, shell("a", "exec cat"));
});

test("D5 who speaks before hello, or nonsense, is thrown out; the holder lives", async (t) => {
  const folder = holderFolder(t);
  const link = await connect(folder);
  for (const bytes of [Buffer.from("GET / HTTP/1.1\r\n\r\n"), Buffer.from([0, 0, 0, 0, message.stop])]) {
    const socket = connectSocket(join(folder, "holder.sock"));
    socket.write(bytes);
    socket.resume();
    await within(5000, "the end of the connection", once(socket, "close"));
  }
  await start(link, shell("a", "exec cat"));
});

test("D5 a holder without agents and without a daemon leaves soon", async (t) => {
  const folder = holderFolder(t);
  const link = await connect(folder, { graceMs: 100 });
  await link.detach();
  assert.equal(await link.closed, "detached");
  await until(() => !runs(link.pid));
  assert.ok(!existsSync(join(folder, "holder.sock")) && !existsSync(join(folder, "holder.pid")));
});

test("D5 agents live on without a daemon for the time of linger, and no longer", async (t) => {
  const folder = holderFolder(t);
  const mark = randomUUID();
  const options = { graceMs: 50, lingerMs: 1500 };
  const first = await connect(folder, options);
  await start(first, shell("a", "echo up; exec cat", { MARK: mark }));
  await first.detach();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const second = await connect(folder, options);
  assert.equal(second.pid, first.pid);
  const told = attach(second, "a", second.agents[0]?.outputFrom ?? 0);
  second.input("a", 0, Buffer.from("still here\n"));
  await until(() => told.text.endsWith("still here\n"));
  await second.detach();
  await until(() => !runs(first.pid));
  await assertNothingLeft(mark);
});

test("D5 a hundred agents at once, each with its own bytes", async (t) => {
  const folder = holderFolder(t);
  const link = await connect(folder);
  const ids = Array.from({ length: 100 }, (_, index) => `agent-${index}`);
  const told = await Promise.all(
    ids.map((id) => start(link, shell(id, `read line; echo "$line" ${id}; seq 1 20000; exit 5`))),
  );
  for (const id of ids) link.input(id, 0, Buffer.from(`hello\n`));
  const exits = await within(30_000, "all exits", Promise.all(told.map(({ exit }) => exit)));
  assert.ok(exits.every(({ exitCode }) => exitCode === 5));
  const count = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join("");
  for (const [index, id] of ids.entries()) assert.ok(told[index]?.text === `hello ${id}\n${count}`, id);
  for (const id of ids) link.forget(id);
  await link.detach();
  assert.deepEqual((await connect(folder)).agents, []);
});
