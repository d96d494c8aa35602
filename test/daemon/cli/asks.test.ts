import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { root } from "../../cli/run-bridle.ts";
import { asking, CliHome, type Running, script } from "./cli-home.ts";

const home = new CliHome();
after(() => home.close());

interface SeenAsk {
  readonly id: string;
  readonly toolName: string;
  readonly state: string;
}

/** A run whose ask is open, and the ask. */
async function waiting(prompt: string): Promise<{ running: Running; ask: SeenAsk }> {
  const running = home.start(["run", prompt]);
  running.child.stdin?.end();
  const [, short = ""] = await running.printed(/\? (\w{8}) (?:wants|asks)/);
  const asks = [...(await home.json<SeenAsk>(["approve"])), ...(await home.json<SeenAsk>(["answer"]))];
  const ask = asks.find(({ id }) => id.startsWith(short));
  assert.ok(ask);
  return { running, ask };
}

test("U2 without a terminal run says how to answer and waits; approve lists the ask and another process allows it", async () => {
  const file = join(home.project, "allowed");
  const { running, ask } = await waiting(asking(`touch ${file}`));
  assert.deepEqual([ask.toolName, ask.state], ["Bash", "ASK_STATE_OPEN"]);
  await running.printed(new RegExp(`bridle approve ${ask.id.slice(0, 8)}`));
  assert.match(await home.good(["approve"]), new RegExp(`${ask.id.slice(0, 8)} wants Bash: touch ${file}`));
  assert.ok(!existsSync(file), "it does not run before");
  assert.equal(await home.good(["approve", ask.id.slice(0, 6)]), "allowed\n");
  const { status, stdout, stderr } = await running.ended;
  assert.deepEqual([status, stdout], [exitCodes.ok, "May I?\nIt is decided.\n"]);
  assert.match(stderr, /Bash allowed on this machine/);
  assert.ok(existsSync(file));
});

test("U2 approve --input allows another command than the one that was asked for, and it is told", async () => {
  const [asked, instead] = ["asked", "instead"].map((name) => join(home.project, name)) as [string, string];
  const { running, ask } = await waiting(asking(`touch ${asked}`));
  const noJson = await home.run(["approve", ask.id, "--input", "touch"]);
  assert.equal(noJson.status, exitCodes.usage);
  assert.match(noJson.stderr, /--input must be a JSON object/);
  assert.equal((await home.run(["approve", ask.id, "--input", "{}", "--deny"])).status, exitCodes.usage);
  assert.equal(await home.good(["approve", ask.id, "--input", `{"command":"touch ${instead}"}`]), "allowed\n");
  assert.match((await running.ended).stderr, new RegExp(`with another input: touch ${instead}`));
  assert.deepEqual([existsSync(asked), existsSync(instead)], [false, true]);
});

test("U2 approve --deny tells the agent why; whoever is later learns who was faster and exits with 1", async () => {
  const { running, ask } = await waiting(asking("touch denied"));
  const [denied] = await home.json<{ won: boolean; ask: SeenAsk }>([
    "approve",
    ask.id,
    "--deny",
    "--message",
    "not that",
  ]);
  assert.deepEqual([denied?.won, denied?.ask.state], [true, "ASK_STATE_DENIED"]);
  assert.equal((await running.ended).status, exitCodes.ok, "a turn goes on after a denial");
  for (const id of [ask.id, ask.id.slice(0, 8)]) {
    const late = await home.run(["approve", id]);
    assert.equal(late.status, exitCodes.turnFailed, id);
    assert.match(late.stderr, /too late, it was denied on this machine/);
  }
  assert.equal((await home.run(["approve", "--deny"])).status, exitCodes.usage, "it is not said what");
  const none = await home.run(["approve", "zz"]);
  assert.equal(none.status, exitCodes.usage);
  assert.match(none.stderr, /there is no open ask zz; `bridle approve` lists them/);
});

test("P6 U2 approve --extend decides nothing and lets the ask wait longer: who follows is told, and later it is as before", async () => {
  const { running, ask } = await waiting(asking("touch extended"));
  const deadline = async () => {
    const asks = await home.json<SeenAsk & { deadlineMs: string }>(["approve"]);
    return Number(asks.find(({ id }) => id === ask.id)?.deadlineMs);
  };
  const before = await deadline();
  assert.match(await home.good(["approve", ask.id, "--extend", "2h"]), /^waits until /);
  assert.equal((await deadline()) - before, 2 * 3_600_000);
  await running.printed(/Bash waits for a decision 7 days from now on: extended by local/);
  assert.equal((await home.run(["approve", ask.id, "--extend", "2 hours"])).status, exitCodes.usage);
  assert.equal((await home.run(["approve", ask.id, "--extend", "2h", "--deny"])).status, exitCodes.usage);
  assert.equal((await home.run(["approve", "--extend", "2h"])).status, exitCodes.usage, "it is not said which");
  await home.good(["approve", ask.id, "--deny"]);
  assert.equal((await running.ended).status, exitCodes.ok);
  const late = await home.run(["approve", ask.id, "--extend", "2h"]);
  assert.deepEqual([late.status, /too late, it was denied/.test(late.stderr)], [exitCodes.turnFailed, true]);
});

test("U2 a denial that ends the turn exits with 77", async () => {
  const { running, ask } = await waiting(asking("touch refused"));
  await home.good(["approve", ask.id, "--deny", "--interrupt"]);
  assert.equal((await running.ended).status, exitCodes.refused);
});

test("U2 approve --always grants what the agent suggests, so that the same is not asked again", async () => {
  const prompt = asking("touch again");
  const { running, ask } = await waiting(prompt);
  await home.good(["approve", ask.id, "--always"]);
  await running.ended;
  const [, session = ""] = await running.printed(/session (\w+)/);
  const second = await home.run(["run", "--session", session, prompt]);
  assert.equal(second.status, exitCodes.ok);
  assert.doesNotMatch(second.stderr, /wants Bash/);
});

test("U2 run --yes allows what is asked for", async () => {
  const file = join(home.project, "yes");
  const { status } = await home.run(["run", "--yes", asking(`touch ${file}`)]);
  assert.deepEqual([status, existsSync(file)], [exitCodes.ok, true]);
});

test("U2 answer lists questions and answers them by number or in words", async () => {
  const questions = [
    {
      question: "Which one?",
      header: "One",
      options: [
        { label: "red", description: "" },
        { label: "blue", description: "" },
      ],
    },
  ];
  const question = script(
    { text: "?", tools: [{ name: "AskUserQuestion", input: { questions } }] },
    { text: "Thanks." },
  );
  for (const [given, told] of [
    ["2", "blue"],
    ["neither", "neither"],
  ] as const) {
    const running = home.start(["run", "--json", question]);
    running.child.stdin?.end();
    await running.printed(/"question":\{"ask"/);
    const [ask] = await home.json<SeenAsk>(["answer"]);
    assert.match(await home.good(["answer"]), /Which one\? {2}1: red {2}2: blue/);
    assert.match((await home.run(["approve"])).stderr, /1 question waits for an answer: bridle answer/);
    const none = await home.run(["answer", ask?.id.slice(0, 8) ?? "", "9"]);
    assert.equal(none.status, exitCodes.usage);
    assert.match(none.stderr, /^bridle: 9: there are 2 options/);
    assert.equal(await home.good(["answer", ask?.id ?? "", given]), `answered: ${told}\n`);
    const { status, stdout } = await running.ended;
    assert.equal(status, exitCodes.ok);
    assert.match(stdout, new RegExp(`toolResult.*${told}`));
  }
});

const hasScript = spawnSync("script", ["--version"]).status === 0;
const hasJq = spawnSync("jq", ["--version"]).status === 0;

/** On a terminal of its own. */
function onTerminal(...args: readonly string[]): Running {
  const line = [process.execPath, join(root, "bin", "bridle.cjs"), ...args].map((word) => `'${word}'`).join(" ");
  return home.terminal(`exec ${line}`);
}

test("U2 asks on a terminal of 80 and of 40 columns say that Enter is needed, show what will be written or run, and cut nothing off always", {
  skip: !hasScript && "no script(1)",
}, async () => {
  const command = `touch ${"long-name-".repeat(15)}end && touch second`;
  const content = Array.from({ length: 30 }, (_, n) => `content ${n}`).join("\n");
  writeFileSync(join(home.project, "edited"), "before\n");
  const edit = { file_path: join(home.project, "edited"), old_string: "before", new_string: "afterwards" };
  const tools: [object, readonly RegExp[]][] = [
    [{ name: "Bash", input: { command } }, [/│ touch (long-name-){15}end && touch second/]],
    [
      { name: "Write", input: { file_path: join(home.project, "written"), content } },
      [/│ \S+written\r?\n/, /\+ content 0\r?\n/, /… \d+ more lines: "e" shows all of it/],
    ],
    [{ name: "Edit", input: edit }, [/- before\r?\n/, /\+ afterwards\r?\n/]],
  ];
  for (const columns of [80, 40])
    for (const [tool, shown] of tools) {
      // What an edit changes has to be read first.
      const steps = [
        { tools: [{ name: "Read", input: { file_path: edit.file_path } }] },
        { tools: [tool] },
        { text: "It is decided." },
      ];
      const line = [process.execPath, join(root, "bin", "bridle.cjs"), "run", script(...steps)];
      const running = home.terminal(`stty cols ${columns}; exec ${line.map((word) => `'${word}'`).join(" ")}`);
      await running.printed(/type one of these, then Enter/);
      for (const pattern of shown) assert.match(running.stdout, pattern);
      assert.match(running.stdout, / {2}a: always: .* (for this session|for you in this project)\r?\n/);
      if (shown.length === 3) {
        running.child.stdin?.write("e\n");
        await running.printed(/\+ content 29\r?\n/);
      }
      running.child.stdin?.write("n\n");
      await running.printed(/It is decided\./);
      await running.ended;
    }
});

test("U2 errors name the flags that a person gave, not the fields of the API", async () => {
  for (const [args, message] of [
    [["--resume", "nonsense"], /^bridle: --resume must be a UUID; found nonsense/m],
    [["--permission-mode", "sometimes"], /^bridle: --permission-mode must be /m],
    [["--agent", "nope"], /^bridle: --agent must be one of /m],
    [["--title", "x".repeat(5000)], /^bridle: --title must be /m],
  ] as const) {
    const { status, stderr } = await home.run(["run", ...args, "hello"]);
    assert.equal(status, exitCodes.usage, stderr);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /resume_agent_session_id|permission_mode/);
  }
  const search = await home.run(["sessions", "--search", "x".repeat(2000)]);
  assert.equal(search.status, exitCodes.usage);
  assert.match(search.stderr, /--search must be a text of at most 1024 bytes/);
});

test("U2 the example with jq in the help of run prints the text", { skip: !hasJq && "no jq" }, async () => {
  const help = await home.good(["run", "--help"]);
  const [, filter = ""] = /bridle run --json "hello" \| jq -r '([^']+)'/.exec(help) ?? [];
  const events = await home.good(["run", "--json", script({ text: "as it is said" })]);
  const { stdout, status } = spawnSync("jq", ["-r", filter], { input: events, encoding: "utf8" });
  assert.equal(status, 0);
  assert.equal(stdout.replaceAll("\n", ""), "as it is said");
});

test("U2 an answer that is typed after somebody else's is not sent as a prompt", {
  skip: !hasScript && "no script(1)",
}, async () => {
  const { running, ask } = await waiting(asking("touch late"));
  const [, id = ""] = await running.printed(/session (\w{8})/);
  const attached = onTerminal("attach", id);
  await attached.printed(/what you type is sent; Ctrl-C leaves[\s\S]*y: allow, this once\r?\n {2}n: deny/);
  await home.good(["approve", ask.id]);
  await attached.printed(/It is decided\./);
  attached.child.stdin?.write("y\n");
  await attached.printed(/not sent: it was allowed on this machine/);
  attached.child.stdin?.write("\x03");
  assert.equal((await attached.ended).status, exitCodes.ok);
  const [session] = await home.json<{ turns: number }>(["sessions", "show", id]);
  assert.equal(session?.turns, 1);
});

test("U2 on a terminal an ask is answered right there, and attach sends what is typed", {
  skip: !hasScript && "no script(1)",
}, async () => {
  const file = join(home.project, "typed");
  const running = onTerminal("run", asking(`touch ${file}`));
  await running.printed(
    /a: always: allow Bash\(touch .*\r?\n {2}e: show all of it\r?\n {2}type one of these, then Enter/,
  );
  running.child.stdin?.write("e\n");
  await running.printed(/then Enter[\s\S]*│ touch [\s\S]*then Enter/);
  running.child.stdin?.write("y\n");
  await running.printed(/It is decided\./);
  assert.equal((await running.ended).status, exitCodes.ok);
  assert.ok(existsSync(file));
  const [, id = ""] = await running.printed(/session (\w{8})/);
  const attached = onTerminal("attach", id);
  await attached.printed(/It is decided\./);
  attached.child.stdin?.write(`${script({ text: "typed and sent" })}\n`);
  await attached.printed(/^typed and sent/m);
  attached.child.stdin?.write("\x03");
  assert.equal((await attached.ended).status, exitCodes.ok);
});
