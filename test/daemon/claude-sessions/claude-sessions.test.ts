// Runs alone: it compares times.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { transcriptPath } from "../../../src/agent/memory/transcript-path.ts";
import { ClaudeSessions } from "../../../src/daemon/claude-sessions/claude-sessions.ts";

type Line = object | string;

class Home {
  readonly path: string;
  #made = 0;

  constructor(t: TestContext) {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), "bridle-claude-sessions-")));
    t.after(() => rmSync(this.path, { recursive: true, force: true }));
  }

  get sessions(): ClaudeSessions {
    return new ClaudeSessions({ HOME: this.path });
  }

  /** Each is a minute newer than the one before. */
  write(cwd: string, lines: readonly Line[], id = this.nextId()): { id: string; path: string } {
    const path = transcriptPath(join(this.path, ".claude"), cwd, id);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, lines.map((line) => (typeof line === "string" ? line : `${JSON.stringify(line)}\n`)).join(""));
    utimesSync(path, 1_700_000_000 + 60 * this.#made, 1_700_000_000 + 60 * this.#made);
    return { id, path };
  }

  nextId(): string {
    return `00000000-0000-4000-8000-${String(++this.#made).padStart(12, "0")}`;
  }
}

const user = (cwd: string, content: unknown, more: object = {}): object => ({
  parentUuid: null,
  isSidechain: false,
  type: "user",
  message: { role: "user", content },
  cwd,
  ...more,
});

test("D1 sessions are listed newest first, with folder, title, time and size", async (t) => {
  const home = new Home(t);
  const first = home.write("/project/a", [user("/project/a", "  What is\nup? ")]);
  const second = home.write("/project/b.c", [user("/project/b.c", [{ type: "text", text: "Look" }])]);
  const [newest, older, ...rest] = await home.sessions.list();
  assert.deepEqual(rest, []);
  assert.deepEqual([newest?.id, newest?.cwd, newest?.title], [second.id, "/project/b.c", "Look"]);
  assert.deepEqual([older?.id, older?.cwd, older?.title], [first.id, "/project/a", "What is up?"]);
  assert.equal(older?.updatedMs, (1_700_000_000 + 60) * 1000);
  assert.ok(Number(older?.bytes) > 50);
  assert.deepEqual(await home.sessions.find(first.id), older);
  assert.equal(await home.sessions.find("../../x"), undefined);
  assert.deepEqual(
    (await home.sessions.list({ limit: 1 })).map(({ id }) => id),
    [second.id],
  );
});

test("D1 the folder comes from the lines: two folders with one name are told apart, and the newest of each is found", async (t) => {
  const home = new Home(t);
  const dots = home.write("/project/a.b", [user("/project/a.b", "one")]);
  const dashes = home.write("/project/a-b", [user("/project/a-b", "two")]);
  const { sessions } = home;
  assert.equal((await sessions.newestOf("/project/a.b"))?.id, dots.id);
  assert.equal((await sessions.newestOf("/project/a-b"))?.id, dashes.id);
  assert.equal(await sessions.newestOf("/project/a/b"), undefined);
  assert.equal(await sessions.newestOf("/elsewhere"), undefined);
});

test("D1 a session that moved to another folder belongs where it began; a linked folder is the real one", async (t) => {
  const home = new Home(t);
  const real = join(home.path, "real");
  mkdirSync(real);
  symlinkSync(real, join(home.path, "link"));
  const { id } = home.write(real, [user(join(real, "sub"), "x"), user(real, "y")]);
  assert.equal((await home.sessions.find(id))?.cwd, real);
  assert.equal((await home.sessions.newestOf(join(home.path, "link")))?.id, id);
});

test("D1 the title is the person's, else the model's, else the first thing typed", async (t) => {
  const home = new Home(t);
  const prompt = user("/w", "first");
  const cases: [Line[], string][] = [
    [[prompt, { type: "summary", summary: "A summary", leafUuid: "x" }], "A summary"],
    [[{ type: "summary", summary: "s" }, { type: "ai-title", aiTitle: "A title" }, prompt], "A title"],
    [[prompt, { type: "custom-title", customTitle: "Old" }, { type: "custom-title", customTitle: "Mine" }], "Mine"],
    [[user("/w", "<command-name>/clear</command-name>"), user("/w", "Caveat: x"), prompt], "first"],
    [[user("/w", "meta", { isMeta: true }), user("/w", "side", { isSidechain: true }), prompt], "first"],
    [[user("/w", [{ type: "tool_result", content: "x" }]), { type: "last-prompt", lastPrompt: "last" }], "last"],
    [[user("/w", "é😀".repeat(100))], `${"é😀".repeat(100).slice(0, 117)}é…`],
    [[user("/w", "a\u001b[31mb\u0000")], "a [31mb"],
    [[{ type: "assistant", cwd: "/w", message: {} }], ""],
  ];
  for (const [lines, title] of cases) {
    const { id } = home.write("/w", lines);
    assert.equal((await home.sessions.find(id))?.title, title);
  }
});

test("D1 sub-agents, files without a conversation, links and pipes are left out", async (t) => {
  const home = new Home(t);
  const { path } = home.write("/w", [user("/w", "real")]);
  const folder = join(path, "..");
  home.write("/w", [user("/w", "Warmup", { isSidechain: true })], "agent-a21a73e");
  home.write("/w", [user("/w", "Warmup", { isSidechain: true })]);
  home.write("/w", [{ type: "summary", summary: "only this" }]);
  home.write("/w", ["", "garbage", "[1]\n", "null\n"]);
  symlinkSync("/etc/hostname", join(folder, `${home.nextId()}.jsonl`));
  execFileSync("mkfifo", [join(folder, `${home.nextId()}.jsonl`)]);
  mkdirSync(join(folder, `${home.nextId()}.jsonl`));
  writeFileSync(join(folder, "..", "a-file"), "");
  assert.deepEqual(
    (await home.sessions.list()).map(({ title }) => title),
    ["real"],
  );
});

test("D1 half lines and huge files are no trouble: only the ends are read", async (t) => {
  const home = new Home(t);
  const half = home.write("/w", [user("/w", "torn"), '{"type":"assistant","mess']);
  const image = user("/w", [{ type: "image", source: { data: "A".repeat(3_000_000) } }]);
  const huge = home.write("/w", [image, image, { type: "custom-title", customTitle: "at the end" }, user("/w", "x")]);
  // Neither end has a whole line within 16 KiB.
  const long = home.write("/w", [user("/w", `long ${"x".repeat(200_000)}`), user("/w", "y".repeat(100_000))]);
  // No end has one at all: there is nothing to resume it by.
  home.write("/w", [image, image]);
  const titles = new Map((await home.sessions.list()).map(({ id, title }) => [id, title]));
  assert.equal(titles.size, 3);
  assert.equal(titles.get(half.id), "torn");
  assert.equal(titles.get(huge.id), "at the end");
  assert.match(titles.get(long.id) ?? "", /^long x+…$/);
});

test("D1 a transcript that grew is read again, one that is gone is not listed", async (t) => {
  const home = new Home(t);
  const { sessions } = home;
  const one = home.write("/w", [user("/w", "one")]);
  const two = home.write("/w", [user("/w", "two")]);
  assert.equal((await sessions.list()).length, 2);
  appendFileSync(one.path, `${JSON.stringify({ type: "custom-title", customTitle: "renamed" })}\n`);
  rmSync(two.path);
  assert.deepEqual(
    (await sessions.list()).map(({ title }) => title),
    ["renamed"],
  );
});

test("D1 without a home, or without Claude Code, there are none; CLAUDE_CONFIG_DIR is looked at", async (t) => {
  const home = new Home(t);
  assert.deepEqual(await new ClaudeSessions({}).list(), []);
  assert.equal(await new ClaudeSessions({}).newestOf("/w"), undefined);
  assert.deepEqual(await home.sessions.list(), []);
  home.write("/w", [user("/w", "x")]);
  const elsewhere = new ClaudeSessions({ HOME: "/nowhere", CLAUDE_CONFIG_DIR: join(home.path, ".claude") });
  assert.equal((await elsewhere.list()).length, 1);
});

test("D1 two thousand transcripts are listed quickly, and at once the next time", async (t) => {
  const home = new Home(t);
  const lines = Array.from({ length: 60 }, (_, at) => user("", `prompt ${at} ${"x".repeat(900)}`));
  for (let at = 0; at < 2000; at++) {
    const cwd = `/project/project-${at % 40}`;
    home.write(cwd, [user(cwd, `Session ${at}`), ...lines]);
  }
  const { sessions } = home;
  const timed = async (): Promise<number> => {
    const begin = performance.now();
    assert.equal((await sessions.list({ limit: 5000 })).length, 2000);
    return performance.now() - begin;
  };
  const [cold, warm] = [await timed(), await timed()];
  t.diagnostic(`2000 transcripts: ${cold.toFixed(0)} ms, then ${warm.toFixed(0)} ms`);
  assert.ok(cold < 5000, `${cold} ms`);
  assert.ok(warm < cold, `${warm} ms after ${cold} ms`);
});
