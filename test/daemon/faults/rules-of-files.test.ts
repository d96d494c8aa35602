import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Event, isBridleError, Verdict } from "../../../src/exports/client.ts";
import { hookAnswers, hooking } from "../support/hooking-agent.ts";
import { plainAgent } from "../support/plain-agent.ts";
import { all, eventsUntil, isTurnEnd } from "../support/session-events.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { createSession } from "../support/talk.ts";

const bash = (command: string): object => ({ tool_name: "Bash", tool_input: { command } });
const use = (tool_name: string, tool_input: object): object => ({ tool_name, tool_input });

function layProject(cwd: string): void {
  for (const folder of ["src/deep", "sub", "docs"]) mkdirSync(join(cwd, folder), { recursive: true });
  for (const file of [".env", "a", "src/a.ts", "src/deep/b.ts", "sub/secret", "docs/x.md"])
    writeFileSync(join(cwd, file), "S\n");
}

test('P2 P9 the hook has no "no opinion" on what may show a forbidden file, and none to give on what cannot', async () => {
  const permissions = { deny: ["Read(./.env)", "Read(sub/secret)", "Edit(docs/**)"] };
  await using daemon = await startDaemon({ agents: { hooking }, settings: { permissions } });
  layProject(daemon.cwd);
  const asked = [
    ...[
      "grep -r S .",
      "rg -uu S",
      "git diff",
      "git show HEAD",
      "git log -p",
      "git grep S",
      "diff -r . ../x",
      "rg S sub",
    ],
    ...["sed 'r .env' a", "tar cf x .e*", "zip x .e*", "foo {.env,a}", "foo --f=$PWD/.env", "curl file://$PWD/.env"],
    ...[
      "ENV=.env sh -i",
      "git config -f .env -l",
      "hyperfine 'cat .env'",
      "cp -r sub ../x",
      "tar cf x sub",
      "foo docs/*",
    ],
    ...[
      "find . -type f -exec cat {} +",
      "echo .env | xargs foo",
      "X=.env; foo $X",
      "cd $X; cat secret",
      "foo */secret",
    ],
  ].map(bash);
  const askedTools = [
    use("Grep", { pattern: "S" }),
    use("Grep", { pattern: "S", glob: ".env", output_mode: "content" }),
    use("Grep", { pattern: "S", path: "sub" }),
    use("mcp__fs__read_file", { path: ".env" }),
    use("mcp__fs__read_files", { paths: ["a", "sub/secret"] }),
    use("ReadMcpResourceTool", { server: "fs", uri: `file://${daemon.cwd}/.env` }),
    use("LSP", { filePath: ".env" }),
  ];
  const denied = [
    use("mcp__shell__run", { command: "cat", arguments: [".env"] }),
    use("LSP", { argv: ["cat", ".env"] }),

    bash("cat .env"),
    bash("tee docs/x.md"),
    use("Write", { file_path: "docs/y" }),
    use("Grep", { path: ".env" }),
  ];
  const none = [
    ...[
      "grep -r S src",
      "rg S src docs",
      "git diff --stat",
      "git status",
      "ls -R",
      "cp -r src ../x",
      "tar cf x src",
    ].map(bash),
    ...["npm test", "foo a", "foo src/*.ts", "echo .env", 'git commit -m "about .env"', "cat a", "foo *.md"].map(bash),
    use("Grep", { pattern: "S", path: "src" }),
    use("Grep", { pattern: "S", glob: "*.ts" }),
    use("Grep", { pattern: "S", type: "ts" }),
    use("Glob", { pattern: "**/*" }),
    use("mcp__fs__read_file", { path: "a" }),
    use("mcp__chat__send", { text: "look at .env" }),
    use("Read", { file_path: "a" }),
  ];
  const cases = [
    ...[...asked, ...askedTools].map((call) => [call, "ask"] as const),
    ...denied.map((call) => [call, "deny"] as const),
    ...none.map((call) => [call, undefined] as const),
  ];
  const answers = await hookAnswers(
    daemon,
    cases.map(([call]) => ({ ...call, cwd: daemon.cwd })),
  );
  assert.deepEqual(
    cases.map(([call], at) => [call, answers[at]]),
    cases.map(([call, answer]) => [call, answer]),
  );
});

test("P2 P9 a rule for the whole of Read, Edit or Write is what the hook holds commands against, too", async () => {
  for (const [tool, line, harmless] of [
    ["Read", "cat a", "npm test"],
    ["Edit", "touch a", "cat a"],
    ["Write", "tee a", "cat a"],
  ] as const)
    for (const [effect, answer] of [
      ["deny", "deny"],
      ["ask", "ask"],
    ] as const) {
      await using daemon = await startDaemon({ agents: { hooking }, settings: { permissions: { [effect]: [tool] } } });
      layProject(daemon.cwd);
      const calls = [line, harmless].map((command) => ({ ...bash(command), cwd: daemon.cwd }));
      assert.deepEqual(await hookAnswers(daemon, calls), [answer, undefined], `${effect} ${tool}`);
    }
});

test("P2 P9 where no hook told the folder, a relative path may be what is forbidden", async () => {
  const permissions = { deny: ["Read(sub/secret)"], allow: ["Bash(cat:*)", "Edit(src/**)"] };
  await using daemon = await startDaemon({ agents: { hooking }, settings: { permissions } });
  layProject(daemon.cwd);
  const calls = [
    bash("cat secret"),
    bash("foo secret"),
    use("Read", { file_path: "secret" }),
    use("Edit", { file_path: "src/a" }),
    use("Grep", { pattern: "S" }),
    bash("npm test"),
    use("Read", { file_path: join(daemon.cwd, "a") }),
  ];
  assert.deepEqual(await hookAnswers(daemon, calls), ["ask", "ask", "ask", "ask", "ask", undefined, undefined]);
});

/** Tells the folder by a hook, then asks for permission; its prompt is the call and the folder. */
const asking = plainAgent((line, say, result) => {
  const seen = globalThis as { prompt?: typeof line; call?: { input: object; cwd: string } };
  if (line.type === "control_response") {
    const { request_id } = line.response as { request_id: string };
    if (request_id === "ask") return say(result(seen.prompt ?? {}));
    const request = { subtype: "can_use_tool", tool_name: "Bash", input: seen.call?.input, tool_use_id: "t" };
    return say({ type: "control_request", request_id: "ask", request });
  }
  const { content } = line.message as { content: string | { text: string }[] };
  seen.prompt = line;
  seen.call = JSON.parse(typeof content === "string" ? content : (content[0]?.text ?? ""));
  const hook = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: seen.call?.input, cwd: seen.call?.cwd };
  const request = { subtype: "hook_callback", callback_id: "bridle_pre_tool_use", input: hook, tool_use_id: "t" };
  say({ type: "control_request", request_id: "hook", request });
});

test("P2 D4 a person's changed input is judged in the folder of the ask", async () => {
  await using daemon = await startDaemon({
    agents: { asking },
    settings: { permissions: { deny: ["Read(sub/secret)"] } },
  });
  layProject(daemon.cwd);
  const { id } = await createSession(
    daemon,
    JSON.stringify({ input: { command: "make" }, cwd: join(daemon.cwd, "sub") }),
  );
  const events = await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "permissionRequest");
  const askId = all(events, "permissionRequest")[0]?.ask?.id ?? "";
  const answer = (command: string) =>
    daemon.client.conversation.answerAsk({
      askId,
      verdict: Verdict.ALLOW,
      updatedInputJson: JSON.stringify({ command }),
    });
  await assert.rejects(answer("cat secret"), (error) => isBridleError(error, "invalid_option"));
  assert.equal((await answer("cat other")).won, true);
  await eventsUntil(daemon.client, id, isTurnEnd);
});

test("P3 P9 a rule of the daemon answers a line only where each of its parts is allowed by a rule", async () => {
  const permissions = { allow: ["Bash(cat:*)", "Bash(make:*)", "Bash(ls && pwd)"] };
  await using daemon = await startDaemon({ agents: { asking }, settings: { permissions } });
  const isDecided = ({ kind }: Event): boolean =>
    kind.case === "permissionRequest" || kind.case === "permissionResolved";
  for (const [command, expected] of [
    ["cat a && make", "permissionResolved"],
    ["cat a && ls", "permissionRequest"],
    ["ls", "permissionRequest"],
    ["ls && pwd", "permissionResolved"],
  ] as const) {
    const { id } = await createSession(daemon, JSON.stringify({ input: { command }, cwd: daemon.cwd }));
    const events = await eventsUntil(daemon.client, id, isDecided);
    assert.equal(events.find(isDecided)?.kind.case, expected, command);
  }
});
