import assert from "node:assert/strict";
import type { Fields } from "../../../src/wire/fields.ts";
import { toolResults } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";
import { answering, command, noted, noting, settings, turn } from "../settings-hook-stage.ts";
import type { Stage } from "../stage.ts";

const since = { version: "2.1.325", because: "sampled on this version" };

const specific = (permissionDecision: string, more: Fields = {}): Fields => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision,
    permissionDecisionReason: "said by the hook",
    ...more,
  },
});

/** What a PreToolUse command does, and what comes of it. */
const guards: readonly {
  readonly title: string;
  readonly command: string;
  readonly more?: Fields;
  readonly matcher?: string;
  readonly asks: number;
  readonly made: boolean;
  readonly reads?: RegExp;
}[] = [
  {
    title: "exit code 2 blocks, its stderr is the reason",
    command: "echo no >&2; exit 2",
    asks: 0,
    made: false,
    reads: /hook error: \[echo no >&2; exit 2\]: no/,
  },
  {
    title: "exit code 2 outranks the answer",
    command: `${answering(specific("allow"))}; exit 2`,
    asks: 0,
    made: false,
    reads: /No stderr output/,
  },
  { title: "exit code 1 blocks nothing", command: "echo oops >&2; exit 1", asks: 1, made: true },
  { title: "a denial blocks", command: answering(specific("deny")), asks: 0, made: false, reads: /said by the hook/ },
  {
    title: "a denial blocks with exit code 1, too",
    command: `${answering(specific("deny"))}; exit 1`,
    asks: 0,
    made: false,
  },
  {
    title: "the older word for it blocks",
    command: answering({ decision: "block", reason: "old words" }),
    asks: 0,
    made: false,
    reads: /old words/,
  },
  { title: "an allowance is not asked about", command: answering(specific("allow")), asks: 0, made: true },
  {
    title: "another input is run instead",
    command: answering(specific("allow", { updatedInput: { command: "echo another" } })),
    asks: 0,
    made: false,
    reads: /another/,
  },
  {
    title: "with args there is no shell",
    command: "/bin/sh",
    more: { args: ["-c", 'test "$0" = "a b" && exit 2', "a b"] },
    asks: 0,
    made: false,
  },
  {
    title: "onFailure says that a failure blocks",
    command: "exit 1",
    more: { onFailure: "block" },
    asks: 0,
    made: false,
  },
  {
    title: "a yes with a condition is one to what fits it",
    command: answering(specific("allow")),
    more: { if: "Bash(touch *)" },
    asks: 0,
    made: true,
  },
  {
    title: "a yes with a condition is none to the rest",
    command: answering(specific("allow")),
    more: { if: "Bash(git *)" },
    asks: 1,
    made: true,
  },
  { title: "ask asks", command: answering(specific("ask")), asks: 1, made: true },
  { title: "plain text is no answer", command: "echo fine", asks: 1, made: true },
  { title: "a program that is not there is no yes", command: "/nonexistent/guard", asks: 1, made: true },
  {
    title: "an answer in no words of the protocol is no yes",
    command: answering({ decision: "maybe" }),
    asks: 1,
    made: true,
  },
  { title: "one that takes too long is ended", command: "sleep 300", more: { timeout: 1 }, asks: 1, made: true },
  { title: "a matcher names several tools", command: "exit 2", matcher: "Edit|Bash", asks: 0, made: false },
  { title: "a matcher is an expression", command: "exit 2", matcher: "^B.*h$", asks: 0, made: false },
  {
    title: "a matcher that is a part of the name does not match",
    command: "exit 2",
    matcher: "Bas",
    asks: 1,
    made: true,
  },
  { title: "an empty matcher matches", command: "exit 2", matcher: "", asks: 0, made: false },
];

export const settingsHooks: readonly Scenario[] = [
  ...guards.map(({ title, command: text, more, matcher = "Bash", asks, made, reads }) => ({
    title: `G2 a PreToolUse hook of a settings file: ${title}`,
    since,
    async play(stage: Stage) {
      settings(stage, "user", { PreToolUse: [{ matcher, hooks: [command(text, more)] }] });
      const played = await turn(stage);
      assert.deepEqual([played.asks, played.made, played.result.outcome], [asks, made, "success"]);
      if (reads) assert.match(JSON.stringify(toolResults(played.events)), reads);
    },
  })),
  {
    title: "G2 the hooks of all settings run, a command that several name once, and disableAllHooks stops them",
    since,
    async play(stage) {
      for (const scope of ["user", "project", "local"] as const)
        settings(stage, scope, { PreToolUse: [{ hooks: [command(noting(scope)), command(noting("same"))] }] });
      await turn(stage);
      const counts = ["user", "project", "local", "same"].map((name) => noted(stage, name).length);
      assert.deepEqual(counts, [1, 1, 1, 1]);
      // By the person: a project nobody has trusted stops only its own hooks in this agent.
      settings(stage, "user", {}, { disableAllHooks: true });
      await turn(stage);
      assert.deepEqual([noted(stage, "project").length, noted(stage, "local").length], [1, 1]);
    },
  },
  {
    title: "G2 hooks of a settings file are told what happens, from the start of the session to its end",
    since,
    async play(stage) {
      const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"];
      settings(stage, "user", Object.fromEntries(events.map((name) => [name, [{ hooks: [command(noting("all"))] }]])));
      const { result } = await turn(stage);
      const all = noted(stage, "all");
      assert.deepEqual(
        all.map(({ hook_event_name }) => hook_event_name),
        events,
      );
      assert.ok(all.every(({ session_id, cwd }) => session_id === result.sessionId && cwd === stage.place.cwd));
      assert.ok(all.every(({ transcript_path }) => String(transcript_path).endsWith(`${result.sessionId}.jsonl`)));
      const [start, prompt, before, after, stop, end] = all as [Fields, Fields, Fields, Fields, Fields, Fields];
      assert.deepEqual([start.source, end.reason], ["startup", "other"]);
      assert.match(String(prompt.prompt), /SCRIPT/);
      assert.deepEqual([before.tool_name, before.permission_mode], ["Bash", "default"]);
      assert.equal((after.tool_response as Fields).interrupted, false);
      assert.deepEqual([stop.stop_hook_active, stop.last_assistant_message], [false, "Done."]);
      assert.equal(new Set(all.slice(1).map(({ prompt_id }) => prompt_id)).size, 1);
    },
  },
  {
    title: "G2 a UserPromptSubmit hook of a settings file keeps a prompt from the model, or adds to it",
    since,
    async play(stage) {
      settings(stage, "user", { UserPromptSubmit: [{ hooks: [command("echo nope >&2; exit 2")] }] });
      const { result } = await turn(stage, { text: "never" });
      assert.match(result.text ?? "", /^UserPromptSubmit operation blocked by hook:\n\[echo nope >&2; exit 2\]: nope/);
      assert.equal(stage.api.requests.length, 0);
      settings(stage, "user", {
        SessionStart: [{ matcher: "startup", hooks: [command("echo from the start")] }],
        UserPromptSubmit: [{ hooks: [command("echo from the prompt")] }],
      });
      await turn(stage, { text: "ok" });
      const asked = JSON.stringify(stage.api.requests.at(-1)?.body);
      assert.match(asked, /SessionStart:startup hook success: from the start/);
      assert.match(asked, /from the prompt/);
    },
  },
  {
    title: "G2 a Stop hook of a settings file sends the model back to work once",
    since,
    async play(stage) {
      const once = "[ -e again ] && exit 0; touch again; echo there is more >&2; exit 2";
      settings(stage, "user", { Stop: [{ hooks: [command(once)] }] });
      const { result } = await turn(stage, { text: "first" }, { text: "second" });
      assert.equal(result.text, "second");
      assert.match(JSON.stringify(stage.api.requests.at(-1)?.body), /Stop hook feedback:\\n.*there is more/);
    },
  },
  {
    title: "G2 a PostToolUse hook of a settings file is heard by the model, and may end the turn",
    since,
    async play(stage) {
      settings(stage, "user", { PostToolUse: [{ hooks: [command("echo look again >&2; exit 2")] }] });
      await turn(stage);
      assert.match(JSON.stringify(stage.api.requests.at(-1)?.body), /look again/);
      const before = stage.api.requests.length;
      settings(stage, "user", {
        PostToolUse: [{ hooks: [command(answering({ continue: false, stopReason: "enough" }))] }],
      });
      const { result } = await turn(stage);
      assert.equal(result.outcome, "success");
      assert.equal(stage.api.requests.length, before + 1);
    },
  },
];
