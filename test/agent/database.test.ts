import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { Memory } from "../../src/agent/memory/memory.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { AgentProcess } from "./agent-process.ts";
import { asking, Driven, user } from "./drive.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "bridle-agent-database-")));
after(() => rmSync(folder, { recursive: true, force: true }));

const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder };
const id = "11111111-1111-4111-8111-111111111111";
let files = 0;

/** A good one, with a conversation. */
function database(): string {
  const file = join(folder, `${++files}.db`);
  using memory = Memory.open(file);
  memory.begin({ id, cwd: folder }, [{ uuid: "1", role: "user", content: "kept" }]);
  return file;
}

function start(file: string, argv: readonly string[]): Driven {
  return new Driven(codingAgent, { argv: [...argv, "--model", "scripted", "--db", file], env, cwd: folder });
}

const hello = user(scripted({ text: "hello" }));

const unusable: readonly { title: string; spoil: (file: string) => void; says: RegExp }[] = [
  {
    title: "from a newer version",
    spoil: (file) => {
      const newer = new DatabaseSync(file);
      newer.exec("PRAGMA user_version = 999");
      newer.close();
    },
    says: /has version 999, and this Bridle knows \d+: update Bridle, or choose another with --db/,
  },
  {
    title: "damaged",
    spoil: (file) => writeFileSync(file, readFileSync(file).fill(0xa5, 0, 4096)),
    says: /is damaged .*: move it away or choose another with --db/,
  },
];

for (const { title, spoil, says } of unusable) {
  for (const argv of [asking, ["--stdio"]]) {
    const dialect = argv === asking ? "claude" : "seed-001";

    test(`G7 a database ${title}: the result says so, the agent lives on, the file stays as it is (${dialect})`, async () => {
      const file = database();
      spoil(file);
      const before = readFileSync(file);
      const agent = start(file, argv);
      agent.send(hello);
      const failed = await agent.saw("result");
      assert.equal(failed.is_error, true);
      assert.match(JSON.stringify(failed.errors ?? failed.result), says);
      assert.deepEqual(readFileSync(file), before);
      renameSync(file, `${file}.aside`);
      agent.send(hello);
      await agent.saw("result success hello");
      assert.equal(await agent.finish(), 0);
    });

    test(`G7 a database ${title} cannot be resumed from: result, stderr and exit code say so (${dialect})`, async () => {
      const file = database();
      spoil(file);
      const before = readFileSync(file);
      const agent = start(file, [...argv, "--resume", id]);
      assert.equal(await agent.exit, 1);
      assert.match(agent.stderr, says);
      const failed = await agent.saw("result");
      assert.equal(failed.is_error, true);
      assert.match(JSON.stringify(failed.errors ?? failed.result), says);
      assert.deepEqual(readFileSync(file), before);
    });
  }
}

test("G7 a database in a place where none can be: the result says so, the agent lives on", async () => {
  const agent = start(join(database(), "agent.db"), asking);
  agent.send(hello);
  assert.match(JSON.stringify(await agent.saw("result")), /cannot be used .*mend that or choose another with --db/);
  assert.equal(await agent.finish(), 1);
});

test("G7 a database that another process holds: the turn fails after a while, and the next one works", async () => {
  const file = database();
  const agent = start(file, [...asking, "--resume", id]);
  agent.send(hello);
  await agent.saw("result success hello");
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  agent.send(user("lost"));
  assert.match(JSON.stringify(await agent.saw("result")), /is being written by another process; try again/);
  other.exec("COMMIT");
  other.close();
  agent.send(hello);
  await agent.saw("result success hello");
  assert.equal(await agent.finish(), 0);
  using memory = Memory.open(file);
  const roles = memory.load(id)?.messages.map(({ role }) => role);
  assert.deepEqual(roles, ["user", "user", "assistant", "user", "assistant"], "what could not be kept was not said");
});

test("G7 two agents on one file, and two in one conversation, lose nothing", { timeout: 60_000 }, async () => {
  const file = database();
  const turns = 15;
  const work = async (name: string, argv: readonly string[]): Promise<void> => {
    await using agent = new AgentProcess({ env, cwd: folder, argv: [...asking, "--db", file, ...argv] });
    for (let turn = 0; turn < turns; turn++) {
      agent.send(user(scripted({ text: `${name}-${turn}.` })));
      await agent.saw(`result success ${name}-${turn}.`);
    }
    agent.child.stdin.end();
    assert.equal(await agent.ended(), 0);
  };
  await Promise.all([work("a", ["--resume", id]), work("b", ["--resume", id]), work("c", [])]);
  using memory = Memory.open(file);
  const said = JSON.stringify(memory.list().flatMap((session) => memory.load(session.id)?.messages ?? []));
  for (const name of ["a", "b", "c"])
    for (let turn = 0; turn < turns; turn++) assert.ok(said.includes(`"text":"${name}-${turn}."`), `${name}-${turn}`);
});

for (const [what, variable, place] of [
  ["configuration folder", "CLAUDE_CONFIG_DIR", undefined],
  ["home", "HOME", undefined],
  // Node's own way of making folders there never comes back.
  ["configuration folder below /proc", "CLAUDE_CONFIG_DIR", "/proc/bridle"],
] as const) {
  test(`G7 a ${what} that cannot be written: the agent works, says so on stderr, and exits 0`, async () => {
    const file = join(folder, `no-folder-${what.replaceAll("/", "-")}`);
    writeFileSync(file, "");
    for (const argv of [asking, ["--stdio"]]) {
      await using agent = new AgentProcess({
        env: { ...env, [variable]: place ?? join(file, "x"), BRIDLE_PROVIDER: "scripted" },
        cwd: folder,
        argv,
      });
      agent.send(user(scripted({ text: "one" })));
      await agent.saw("result success one");
      agent.send(user(scripted({ text: "two" })));
      await agent.saw("result success two");
      agent.child.stdin.end();
      assert.equal(await agent.ended(), 0);
      assert.equal(agent.stderr.match(/Warning: nothing is kept/g)?.length, 1, agent.stderr);
    }
  });
}

test("G7 conversations are kept with the configuration: another CLAUDE_CONFIG_DIR has none of them", async () => {
  const sessionId = "22222222-2222-4222-8222-222222222222";
  const start = (name: string, ...argv: string[]): AgentProcess =>
    new AgentProcess({
      env: { ...env, CLAUDE_CONFIG_DIR: join(folder, name), BRIDLE_PROVIDER: "scripted" },
      cwd: folder,
      argv: [...asking, ...argv],
    });
  {
    await using first = start("ada", "--session-id", sessionId);
    first.send(hello);
    await first.saw("result success hello");
  }
  await using other = start("bob", "--resume", sessionId);
  assert.equal(await other.ended(), 1);
  assert.match(other.stderr, /No conversation found/);
  await using same = start("ada", "--resume", sessionId);
  same.send(hello);
  await same.saw("result success hello");
});
