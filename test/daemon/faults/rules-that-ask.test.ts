import assert from "node:assert/strict";
import { test } from "node:test";
import { type Event, Verdict } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/twin/twin-script.ts";
import { hookAnswers, hooking } from "../support/hooking-agent.ts";
import { plainAgent } from "../support/plain-agent.ts";
import { all, eventsUntil, isTurnEnd } from "../support/session-events.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { createSession } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

const permissions = {
  deny: ["Bash(rm:*)", "Read(.env)"],
  ask: ["Bash(git push:*)", "WebFetch(domain:x.org)"],
  allow: ["Bash(make:*)", "Bash(./run.sh)"],
};

test("P2 P9 the hook asks where a rule asks or may forbid, and has no opinion only where nothing can be forbidden", async () => {
  await using daemon = await startDaemon({ agents: { hooking }, settings: { permissions } });
  const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
  const cases: [object, string | undefined][] = [
    [bash("rm x"), "deny"],
    [bash("cat .env"), "deny"],
    [{ tool_name: "Monitor", tool_input: { command: "rm x" } }, "deny"],
    [{ tool_name: "mcp__shell__run", tool_input: { command: "rm x" } }, "deny"],
    [bash("git push"), "ask"],
    [bash("make && git push"), "ask"],
    [bash("$X x"), "ask"],
    [bash("(("), "ask"],
    [bash("cat $X"), "ask"],
    [bash("foo --file=.env"), "ask"],
    [bash("mv . ../y"), "ask"],
    [bash("find / -delete"), "ask"],
    [bash("bash -c 'rm -rf ~'"), "deny"],
    [{ tool_name: "WebFetch", tool_input: { url: "https://x.org/a" } }, "ask"],
    [{ tool_name: "Read", tool_input: { file_path: "x".repeat(5000) } }, "ask"],
    [{ tool_name: "Monitor", tool_input: { command: "git push" } }, "ask"],
    [bash("make"), undefined],
    [bash("ls"), undefined],
    [bash("npm test"), undefined],
    [{ tool_name: "Read", tool_input: { file_path: "a" } }, undefined],
    [{ tool_name: "AskUserQuestion", tool_input: {} }, undefined],
    [{ tool_name: "WebFetch", tool_input: { url: "https://y.org/a" } }, undefined],
    [{ tool_name: 7, tool_input: null }, undefined],
  ];
  const answers = await hookAnswers(
    daemon,
    cases.map(([call]) => ({ ...call, cwd: daemon.cwd })),
  );
  assert.deepEqual(
    cases.map(([call], at) => [call, answers[at]]),
    cases.map(([call, decision]) => [call, decision]),
  );
});

test("P2 P9 a person is told why the hook wanted a twin to ask, in the mode that asks nothing, too", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() }, settings: { permissions } });
  const bash = (command: string) => ({ tools: [{ name: "Bash", input: { command } }] });
  const steps = [bash("echo --file=.env; foo .env"), { text: "over" }];
  const text = twinPrompt({ steps });
  const { session } = await daemon.client.sessions.createSession({
    cwd: daemon.cwd,
    permissionMode: "bypassPermissions",
    prompt: { text },
  });
  const id = session?.id ?? "";
  const events = await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "permissionRequest");
  const ask = all(events, "permissionRequest")[0]?.ask;
  assert.match(ask?.reason ?? "", /perhaps it is what the rule Read\(\.env\) forbids/);
  await daemon.client.conversation.answerAsk({ askId: ask?.id ?? "", verdict: Verdict.DENY });
  await eventsUntil(daemon.client, id, isTurnEnd);
});

test("P3 P9 a rule for a relative path allows nothing where the shell may be elsewhere", async () => {
  // A hook tells where the shell is, if there is one; then permission is asked for.
  const running = plainAgent((line, say, result) => {
    const seen = globalThis as { prompt?: typeof line; cwd?: string };
    const input = { command: "./run.sh" };
    if (line.type === "control_response") {
      const { request_id } = line.response as { request_id: string };
      if (request_id === "ask") return say(result(seen.prompt ?? {}));
      const request = { subtype: "can_use_tool", tool_name: "Bash", input, tool_use_id: "t" };
      return say({ type: "control_request", request_id: "ask", request });
    }
    seen.prompt = line;
    const { content } = line.message as { content: string | { text: string }[] };
    const cwd = typeof content === "string" ? content : content[0]?.text;
    const hook = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: input, ...(cwd !== "?" && { cwd }) };
    const request = { subtype: "hook_callback", callback_id: "bridle_pre_tool_use", input: hook, tool_use_id: "t" };
    say({ type: "control_request", request_id: "hook", request });
  });
  await using daemon = await startDaemon({ agents: { running }, settings: { permissions } });
  const kindsFor = async (cwd: string): Promise<string[]> => {
    const { id } = await createSession(daemon, cwd);
    const isDecided = ({ kind }: Event): boolean =>
      kind.case === "permissionRequest" || kind.case === "permissionResolved";
    const events = await eventsUntil(daemon.client, id, isDecided);
    return events.filter(isDecided).map(({ kind }) => kind.case ?? "");
  };
  assert.deepEqual(await kindsFor(daemon.cwd), ["permissionResolved"], "by the rule");
  assert.deepEqual(await kindsFor(`${daemon.cwd}/sub`), ["permissionRequest"], "the shell has gone elsewhere");
  assert.deepEqual(await kindsFor("?"), ["permissionRequest"], "nobody knows where it is");
});
