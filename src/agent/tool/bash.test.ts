import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import type { Fields } from "../../wire/fields.ts";
import { bash } from "./bash.ts";
import type { ToolContext } from "./tool.ts";

function setUp(t: TestContext, changes: Partial<ToolContext> = {}) {
  const context = temporaryContext(t, changes);
  return { ...context, run: (input: Fields) => bash.run(bash.read(input), context) };
}

const quiet = { stdout: "", stderr: "", interrupted: false, isImage: false, noOutputExpected: false };
const limit = { timeout: 30_000 };

/** Runs with this text in their command line, zombies not counted. */
function running(mark: string): string[] {
  const rows = execFileSync("ps", ["-A", "-o", "stat=,args="], { encoding: "utf8" }).split("\n");
  return rows.filter((row) => row.includes(mark) && !row.startsWith("Z"));
}

async function until(what: string, done: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!done()) {
    assert.ok(performance.now() < deadline, `in vain waited for ${what}`);
    await sleep(10);
  }
}

/** A number of seconds that no other test sleeps, to be found in the list of processes. */
let marks = 0;
function longSleep(): string {
  marks += 1;
  return `sleep 9${process.pid}.${marks}`;
}

test("G5 Bash gives what the command says", limit, async (t) => {
  const { cwd, run } = setUp(t);
  assert.deepEqual(await run({ command: "echo one; echo two >&2" }), {
    content: "one\ntwo",
    isError: false,
    details: { ...quiet, stdout: "one", stderr: "two" },
  });
  assert.equal((await run({ command: "pwd; [[ -n $BASH_VERSION ]] && echo bash" })).content, `${cwd}\nbash`);
  assert.equal((await run({ command: "printf '\\n\\n  a\\n\\n'" })).content, "  a");
});

test("G2 a silent command says so in Claude Code's words", limit, async (t) => {
  const { run } = setUp(t);
  const content = "(Bash completed with no output)";
  assert.deepEqual(await run({ command: "touch a && mkdir b" }), {
    content,
    isError: false,
    details: { ...quiet, noOutputExpected: true },
  });
  assert.deepEqual(await run({ command: "touch a; true" }), { content, isError: false, details: quiet });
});

test("G2 a failure tells the exit code and the output", limit, async (t) => {
  const { run } = setUp(t);
  const content = "Exit code 3\nout\nerr";
  const output = await run({ command: "echo out; echo err >&2; exit 3" });
  assert.deepEqual(output, { content, isError: true, details: `Error: ${content}` });
  assert.equal((await run({ command: "kill -9 $$" })).content, "Exit code 137");
});

test("G2 Bash is asked with its description", (t) => {
  const input = { command: "touch a", description: "run touch a" };
  assert.deepEqual(bash.permission(input, temporaryContext(t)), { behavior: "ask", description: "run touch a" });
});

test("G5 the command has no input, its own session, and the environment it is given", limit, async (t) => {
  const { run } = setUp(t, { env: { PATH: process.env.PATH, ONLY: "this" } });
  assert.equal((await run({ command: "cat; echo end" })).content, "end");
  assert.equal(
    (await run({ command: "ps -o sid= -p $$ | tr -d ' '; echo $$" })).content?.toString().split("\n").length,
    2,
  );
  const [session, pid] = String((await run({ command: "ps -o sid= -p $$ | tr -d ' '; echo $$" })).content).split("\n");
  assert.equal(session, pid);
  assert.equal((await run({ command: "echo $ONLY$HOME" })).content, "this");
});

test("G5 what is not UTF-8 is replaced, and a character split between two writes is not", limit, async (t) => {
  const { run } = setUp(t);
  assert.equal(
    (await run({ command: "printf 'a\\377b\\303'; sleep 0.1; printf '\\244\\303'" })).content,
    "a\ufffdb\u00e4\ufffd",
  );
});

test("G5 a timeout ends the command with all it started", limit, async (t) => {
  const { run } = setUp(t);
  const mark = longSleep();
  const output = await run({ command: `echo started; (${mark} & wait) & ${mark} | cat`, timeout: 300 });
  assert.equal(output.content, "Exit code 143\nCommand timed out after 0.3s\nstarted");
  assert.equal(output.isError, true);
  assert.deepEqual(running(mark), []);
});

test("G5 the timeout's default and its most come from the environment", limit, async (t) => {
  const { run } = setUp(t, { env: { ...process.env, BASH_DEFAULT_TIMEOUT_MS: "200", BASH_MAX_TIMEOUT_MS: "400" } });
  assert.match(String((await run({ command: "sleep 20" })).content), /timed out after 0\.2s/);
  assert.match(String((await run({ command: "sleep 20", timeout: 20_000 })).content), /timed out after 0\.4s/);
});

test("G5 what ignores SIGTERM is killed a second later", limit, async (t) => {
  const { run } = setUp(t);
  const mark = longSleep();
  const startedAt = performance.now();
  const output = await run({ command: `trap '' TERM; echo deaf; while :; do ${mark}; done`, timeout: 200 });
  assert.equal(output.content, "Exit code 137\nCommand timed out after 0.2s\ndeaf");
  assert.ok(performance.now() - startedAt < 8_000);
  assert.deepEqual(running(mark), []);
});

test("G5 an abort ends the command with all it started", limit, async (t) => {
  const aborter = new AbortController();
  const { run, cwd } = setUp(t, { signal: aborter.signal });
  const mark = longSleep();
  const output = run({ command: `echo start; touch ready; ${mark} & ${mark}; echo end` });
  await until("the command to run", () => existsSync(join(cwd, "ready")));
  aborter.abort();
  assert.deepEqual(await output, {
    content: "start\n<error>Command was aborted before completion</error>",
    isError: true,
    details: { ...quiet, stdout: "start", interrupted: true },
  });
  assert.deepEqual(running(mark), []);
});

test("G5 nothing is started when the turn was interrupted before", limit, async (t) => {
  const { run, cwd } = setUp(t, { signal: AbortSignal.abort() });
  assert.equal((await run({ command: "touch ran" })).isError, true);
  assert.equal(existsSync(join(cwd, "ran")), false);
});

test(
  "G5 a child that holds the output open does not hold the result, lives on and ends with the session",
  limit,
  async (t) => {
    const { run, tasks, cwd } = setUp(t);
    const mark = longSleep();
    const startedAt = performance.now();
    const output = await run({
      command: `(while :; do echo still; touch alive; sleep 0.05; done; ${mark}) & echo left`,
    });
    assert.match(String(output.content), /^(still\n)*left/);
    assert.ok(performance.now() - startedAt < 5_000);
    rmSync(join(cwd, "alive"), { force: true });
    await until("a sign of life after its output is not read any more", () => existsSync(join(cwd, "alive")));
    // It shows twice for the moment in which it starts a command.
    await until("the child alone to be left", () => running(mark).length === 1);
    await tasks.close();
    assert.deepEqual(running(mark), []);
  },
);

test("G5 the end of the session ends a command that still runs", limit, async (t) => {
  const { run, tasks, cwd } = setUp(t);
  const mark = longSleep();
  const output = run({ command: `touch ready; ${mark}; true` });
  await until("the command to run", () => existsSync(join(cwd, "ready")));
  await tasks.close();
  assert.deepEqual(running(mark), []);
  assert.equal((await output).content, "Exit code 143");
});

test("G5 a silent child that holds the output open costs next to no time", limit, async (t) => {
  const { run } = setUp(t);
  const startedAt = performance.now();
  assert.equal((await run({ command: `${longSleep()} & echo left` })).content, "left");
  assert.ok(performance.now() - startedAt < 1_500);
});

test("G5 a long output goes to a file and its beginning to the model", limit, async (t) => {
  const { run, outputFolder } = setUp(t);
  const { content, details, isError } = await run({ command: "yes wort | head -c 100000; echo last >&2" });
  const { persistedOutputPath: path, ...rest } = details as Fields & { persistedOutputPath: string };
  assert.equal(isError, false);
  const text = String(content);
  const start = `<persisted-output>\nOutput too large (97.7KB). Full output saved to: ${path}\n\nPreview (first 2KB):\nwort\n`;
  assert.ok(text.startsWith(start), text.slice(0, 300));
  assert.ok(text.endsWith("\n...\n</persisted-output>") && text.length < 3_000);
  assert.deepEqual(rest, { ...quiet, stdout: "wort\n".repeat(6_000).trimEnd(), persistedOutputSize: 100_005 });
  assert.equal(readFileSync(path, "utf8").length, 100_005);
  assert.ok(path.startsWith(outputFolder));
  assert.equal(statSync(outputFolder).mode & 0o777, 0o700);
});

test("G5 the limit of the output comes from the environment and counts characters", limit, async (t) => {
  const { run } = setUp(t, { env: { ...process.env, BASH_MAX_OUTPUT_LENGTH: "10" } });
  assert.equal((await run({ command: "printf ääääääääää" })).content, "ääääääääää");
  const { details } = await run({ command: "printf äääääääääää" });
  assert.partialDeepStrictEqual(details, { stdout: "ääääääääää", persistedOutputSize: 22 });
});

test("W2 a flood of 200 MB is read to its end in bounded memory, and a bounded part is kept", {
  timeout: 60_000,
}, async (t) => {
  const { run } = setUp(t);
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  t.after(() => clearInterval(look));
  const { content, details } = await run({ command: "head -c 200000000 /dev/zero | tr '\\0' z; exit 0" });
  const grown = (most - before) / 1024 ** 2;
  assert.ok(grown < 100, `the memory grew by ${grown.toFixed()} MB`);
  assert.match(String(content), /Output too large \(190\.7MB\)\. The beginning of it is saved to: /);
  const { persistedOutputPath: path, persistedOutputSize: size } = details as Fields;
  assert.equal(size, 200_000_000);
  const kept = statSync(String(path)).size;
  assert.ok(kept > 64 * 1024 ** 2 && kept < 64 * 1024 ** 2 + 200, `${kept} bytes are kept`);
});

test("G5 a command that cannot be started says why", limit, async (t) => {
  const { run, cwd } = setUp(t);
  assert.match(String((await run({ command: `: ${"x".repeat(3_000_000)}` })).content), /cannot be started: .*E2BIG/);
  rmSync(cwd, { recursive: true });
  assert.match(String((await run({ command: "ls" })).content), /The working directory .* does not exist/);
});

test("G2 a command in the background is told in Claude Code's words", limit, async (t) => {
  const { run, tasks } = setUp(t);
  const { content, details } = await run({ command: "echo bgdone", description: "bg", run_in_background: true });
  const { backgroundTaskId: id } = details as Fields;
  const task = tasks.find(String(id));
  assert.ok(task !== undefined);
  assert.deepEqual(details, { ...quiet, backgroundTaskId: id });
  assert.equal(
    content,
    `Command running in background with ID: ${id}. Output is being written to: ${task.outputFile}. You will be notified when it completes. To check interim output, use Read on that file path.`,
  );
  assert.equal(task.description, "bg");
  assert.deepEqual(await task.ended, { status: "completed", exitCode: 0 });
  assert.equal(readFileSync(task.outputFile, "utf8"), "bgdone\n");
});

const linux = { ...limit, skip: process.platform !== "linux" && "there is no setsid" };

test(
  "G5 a command that is ended takes with it what left its group, and nothing of other commands",
  linux,
  async (t) => {
    const { run, ...context } = setUp(t);
    const [other, late, aborted] = [longSleep(), longSleep(), longSleep()];
    await run({ command: `setsid ${other} >/dev/null 2>&1 &` });
    await run({ command: `setsid ${late} & sleep 60`, timeout: 300 });
    assert.deepEqual(running(late), []);
    const abort = new AbortController();
    const ended = bash.run({ command: `setsid ${aborted} & sleep 60` }, { ...context, signal: abort.signal });
    await until("it runs", () => running(aborted).length > 0);
    abort.abort();
    await ended;
    assert.deepEqual(running(aborted), []);
    assert.equal(running(other).length, 1);
  },
);

test("G5 what left its group ends with the session, also when it ignores SIGTERM", linux, async (t) => {
  const { run, tasks } = setUp(t);
  const [foreground, background, stubborn] = [longSleep(), longSleep(), longSleep()];
  const silent = ">/dev/null 2>&1 &";
  await run({ command: `setsid ${foreground} ${silent} (trap '' TERM; exec setsid ${stubborn}) ${silent}` });
  await run({ command: `setsid ${background} ${silent}`, run_in_background: true });
  const all = [foreground, background, stubborn];
  await until("they run", () => all.every((mark) => running(mark).length > 0));
  // Long enough that their groups are known to be empty.
  await sleep(1_500);
  await tasks.close();
  assert.deepEqual(all.flatMap(running), []);
});

test("G5 an agent inside a command keeps the marks of the outer one", linux, async (t) => {
  const { run } = setUp(t, { env: { ...process.env, BRIDLE_TOOL: "outer" } });
  assert.match(String((await run({ command: "echo $BRIDLE_TOOL" })).content), /^outer,[0-9a-f-]{36}$/);
});
