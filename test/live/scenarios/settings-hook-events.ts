import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OpenOptions, open } from "../../../src/exports/host.ts";
import type { ScriptedTool, Step } from "../../../src/script/script.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { Fields } from "../../../src/wire/fields.ts";
import { toolResults } from "../events-of.ts";
import { markedSeconds, processesWith } from "../processes.ts";
import type { Scenario } from "../scenario.ts";
import { answering, command, noted, noting, settings, turn } from "../settings-hook-stage.ts";
import type { Stage } from "../stage.ts";
import { until } from "../until.ts";

const since = { version: "2.1.325", because: "sampled on this version" };

function bash(text: string): Step {
  return { tools: [{ name: "Bash", input: { command: text, description: "do it" } }] };
}

function task(...steps: readonly Step[]): ScriptedTool {
  const input = { description: "a task", prompt: scripted(...steps), subagent_type: "general-purpose" };
  return { name: "Agent", input: { ...input, run_in_background: false } };
}

/** Hooks that note what they are told in a file of their matcher's name. */
function notingBy(...matchers: readonly string[]): Fields[] {
  return matchers.map((matcher) => ({ matcher, hooks: [command(noting(matcher || "all"))] }));
}

/** Prompts one after another in a session of their own; its id. */
async function talk(stage: Stage, options: OpenOptions, ...prompts: readonly string[]): Promise<string> {
  await using session = await open(stage.options(options));
  let id: string | undefined;
  for (const prompt of prompts) id = (await (await session.send(prompt)).result).sessionId;
  await session.close();
  return id ?? "";
}

function lastMessages(stage: Stage): string {
  return JSON.stringify((stage.api.requests.at(-1)?.body as Fields | undefined)?.messages);
}

const inFolder = (stage: Stage, file: string): boolean => existsSync(join(stage.place.cwd, file));

export const settingsHookEvents: readonly Scenario[] = [
  {
    title: "G2 a Notification hook of a settings file is told of an ask that stays open, and of none that is answered",
    since,
    async play(stage) {
      settings(stage, "user", { Notification: notingBy("", "permission_prompt", "idle_prompt") });
      await turn(stage);
      const onAsk = async () => {
        assert.equal(noted(stage, "all").length, 0, "the ask before was answered at once");
        await until("somebody is told", () => noted(stage, "all").length > 0, 20_000);
        return "allow" as const;
      };
      await using session = await open(stage.options({ onAsk }));
      const { result } = await session.send(scripted(bash("touch other.txt"), { text: "Done." }));
      assert.deepEqual([(await result).outcome, inFolder(stage, "other.txt")], ["success", true]);
      await session.close();
      const [told, ...more] = noted(stage, "all") as [Fields, ...Fields[]];
      assert.equal(more.length, 0);
      assert.deepEqual(Object.keys(told).toSorted(), [
        ...["cwd", "hook_event_name", "message", "notification_type", "prompt_id", "session_id", "transcript_path"],
      ]);
      assert.equal(told.message, "Claude needs your permission to use Bash");
      assert.equal(told.notification_type, "permission_prompt");
      assert.deepEqual([noted(stage, "permission_prompt").length, noted(stage, "idle_prompt").length], [1, 0]);
    },
  },
  {
    title: "G5 a SubagentStop hook of a settings file is told who stops and with what, the Stop hook is not",
    since,
    async play(stage) {
      settings(stage, "user", {
        SubagentStop: notingBy("", "general-purpose", "Explore"),
        Stop: [{ hooks: [command(noting("stop"))] }],
      });
      const { result } = await turn(stage, { tools: [task({ text: "Reporting." })] }, { text: "Done." });
      assert.deepEqual([noted(stage, "general-purpose").length, noted(stage, "Explore").length], [1, 0]);
      const [told, ...more] = noted(stage, "all") as [Fields, ...Fields[]];
      assert.equal(more.length, 0);
      // How hard the model thinks is told only where it has been chosen.
      const { effort: _effort, agent_id, prompt_id, transcript_path, agent_transcript_path, ...rest } = told;
      assert.deepEqual(rest, {
        session_id: result.sessionId,
        cwd: stage.place.cwd,
        permission_mode: "default",
        agent_type: "general-purpose",
        hook_event_name: "SubagentStop",
        stop_hook_active: false,
        last_assistant_message: "Reporting.",
        background_tasks: [],
        session_crons: [],
      });
      assert.ok(String(transcript_path).endsWith(`${result.sessionId}.jsonl`));
      assert.ok(String(agent_transcript_path).endsWith(`${result.sessionId}/subagents/agent-${agent_id}.jsonl`));
      assert.ok(existsSync(String(agent_transcript_path)));
      const stops = noted(stage, "stop");
      assert.deepEqual(
        stops.map((stop) => [stop.last_assistant_message, stop.prompt_id]),
        [["Done.", prompt_id]],
      );
    },
  },
  {
    title: "G5 a SubagentStop hook of a settings file sends a sub-agent back to work",
    since,
    async play(stage) {
      const once = "[ -e again ] && exit 0; touch again; echo there is more >&2; exit 2";
      settings(stage, "user", { SubagentStop: [{ hooks: [command(once)] }] });
      const { events } = await turn(
        stage,
        { tools: [task({ text: "the first" }, { text: "the second" })] },
        { text: "Done." },
      );
      const reports = JSON.stringify(toolResults(events));
      assert.match(reports, /the second/);
      const asked = stage.api.requests.map(({ body }) => JSON.stringify((body as Fields | undefined)?.messages));
      assert.ok(asked.some((messages) => /Stop hook feedback:\\n.*there is more/.test(messages ?? "")));
    },
  },
  {
    title: "G2 a SessionStart hook of a settings file is told whether a session is new, resumed, forked or compacted",
    since,
    async play(stage) {
      const sources = ["startup", "resume", "fork", "compact"];
      const saying = sources.map((matcher) => ({ matcher, hooks: [command(`echo the word of ${matcher}`)] }));
      settings(stage, "user", { SessionStart: [...notingBy(""), ...saying] });
      const words = () => new Set(lastMessages(stage).match(/(?<=SessionStart:\w+ hook success: the word of )\w+/g));
      const resume = await talk(stage, {}, scripted({ text: "one" }), scripted({ text: "two" }));
      await talk(stage, { resume }, scripted({ text: "three" }));
      assert.deepEqual([...words()], ["startup", "resume"]);
      const fork = await talk(stage, { resume, fork: true }, scripted({ text: "four" }));
      assert.deepEqual([...words()], ["startup", "resume", "fork"]);
      await talk(stage, { resume }, "/compact", scripted({ text: "five" }));
      assert.ok(words().has("compact") && !words().has("startup"));
      const told = noted(stage, "all");
      assert.deepEqual(
        told.map(({ source, session_id }) => [source, session_id]),
        [
          ["startup", resume],
          ["resume", resume],
          ["fork", fork],
          ["resume", resume],
          ["compact", resume],
        ],
      );
      for (const { session_id, transcript_path, permission_mode } of told) {
        assert.ok(String(transcript_path).endsWith(`${session_id}.jsonl`));
        assert.equal(permission_mode, undefined);
      }
      assert.equal(typeof told.at(-1)?.model, "string");
      for (const { source, ...input } of told.slice(0, 4)) {
        const { seconds_since_last_response: seconds, ...rest } = input;
        const names = ["context_tokens", "prompt_cache_likely_expired", "estimated_cache_write_usd"];
        const isOld = source !== "startup";
        assert.deepEqual(
          names.map((name) => rest[name]),
          isOld ? [125, false, 0.0006] : [undefined, undefined, undefined],
        );
        assert.ok(isOld ? Number.isInteger(seconds) && Number(seconds) < 60 : seconds === undefined, String(seconds));
      }
    },
  },
  {
    title: "G2 nobody waits for an async hook of a settings file: it decides nothing, and the model hears it later",
    since,
    async play(stage) {
      const hookSpecificOutput = { hookEventName: "PostToolUse", additionalContext: "the late word" };
      const untilTold = "until [ -e go ]; do sleep 0.05; done";
      settings(stage, "user", {
        PreToolUse: [{ hooks: [command(`${untilTold}; echo no >&2; exit 2`, { async: true })] }],
        PostToolUse: [{ hooks: [command(`${untilTold}; ${answering({ hookSpecificOutput })}`, { async: true })] }],
      });
      const ends: unknown[] = [];
      const extraArgs = { "include-hook-events": true } as const;
      await using session = await open(stage.options({ onAsk: () => "allow", extraArgs }));
      const listening = (async () => {
        for await (const event of session.events)
          if (event.type === "notice" && event.word === "system/hook_response") ends.push(event.fields);
      })();
      const first = await session.send(scripted(bash("touch made.txt"), { text: "Done." }));
      assert.deepEqual([(await first.result).text, inFolder(stage, "made.txt"), ends.length], ["Done.", true, 0]);
      await (await session.send(scripted(bash("touch go"), { text: "Gone." }))).result;
      await until("both have ended", () => ends.length >= 2);
      await (await session.send(scripted({ text: "Heard." }))).result;
      assert.match(lastMessages(stage), /the late word/);
      await session.close();
      await listening;
    },
  },
  {
    title: "G2 an async hook of a settings file ends with the session",
    since,
    async play(stage) {
      const seconds = markedSeconds();
      settings(stage, "user", { Stop: [{ hooks: [command(`sleep ${seconds}`, { async: true })] }] });
      await using session = await open(stage.options());
      await (await session.send(scripted({ text: "Done." }))).result;
      await until("it runs", () => processesWith(`sleep ${seconds}`).length > 0);
      await session.close();
      await until("it is gone", () => processesWith(`sleep ${seconds}`).length === 0);
    },
  },
  {
    title:
      "G2 hooks of a settings file are told the session's title and how hard the model tries, where it has been asked",
    since,
    async play(stage) {
      const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"];
      settings(stage, "user", Object.fromEntries(events.map((name) => [name, [{ hooks: [command(noting("all"))] }]])));
      const extraArgs = { effort: "low", name: "My Title" };
      await using session = await open(stage.options({ onAsk: () => "allow", extraArgs }));
      await (await session.send(scripted(bash("echo 1"), { text: "Done." }))).result;
      await session.close();
      const told = noted(stage, "all").map(({ effort, session_title }) => [effort, session_title]);
      const [title, effort] = [
        [undefined, "My Title"],
        [{ level: "low" }, undefined],
      ];
      assert.deepEqual(told, [title, title, effort, effort, effort, [undefined, undefined]]);
    },
  },
  {
    title:
      "G2 each hook of a settings file is told the mode, the kind of agent and what to keep as Claude Code tells it",
    since,
    async play(stage) {
      const sessionEvents = ["SessionStart", "SessionEnd", "UserPromptSubmit", "Stop", "PreCompact", "PostCompact"];
      const events = [...sessionEvents, "PreToolUse", "PostToolUse", "SubagentStart", "SubagentStop"];
      settings(stage, "user", Object.fromEntries(events.map((name) => [name, [{ hooks: [command(noting("all"))] }]])));
      mkdirSync(join(stage.place.configFolder, "agents"), { recursive: true });
      const helper = "---\nname: helper\ndescription: helps\n---\nYou help.\n";
      writeFileSync(join(stage.place.configFolder, "agents", "helper.md"), helper);
      const words = scripted({ tools: [task({ text: "Reporting." })] }, { text: "one" });
      const talked = [words, scripted({ text: "two" }), "/compact", scripted({ text: "three" }), "/compact the names"];
      await talk(stage, { onAsk: () => "allow", extraArgs: { agent: "helper" } }, ...talked);
      // Claude Code compacts by agents of its own, which it tells of, too.
      const told = noted(stage, "all").filter(
        ({ hook_event_name, agent_type }) => hook_event_name !== "SubagentStop" || agent_type !== "helper",
      );
      assert.deepEqual(
        told.map((each) => [each.hook_event_name, each.permission_mode, each.agent_type, each.custom_instructions]),
        [
          ["SessionStart", undefined, "helper", undefined],
          ["UserPromptSubmit", "default", "helper", undefined],
          ["PreToolUse", "default", "helper", undefined],
          ["SubagentStart", undefined, "general-purpose", undefined],
          ["SubagentStop", "default", "general-purpose", undefined],
          ["PostToolUse", "default", "helper", undefined],
          ["Stop", "default", "helper", undefined],
          ["UserPromptSubmit", "default", "helper", undefined],
          ["Stop", "default", "helper", undefined],
          ["PreCompact", undefined, "helper", null],
          ["SessionStart", undefined, "helper", undefined],
          ["PostCompact", undefined, "helper", undefined],
          ["UserPromptSubmit", "default", "helper", undefined],
          ["Stop", "default", "helper", undefined],
          ["PreCompact", undefined, "helper", "the names"],
          ["SessionStart", undefined, "helper", undefined],
          ["PostCompact", undefined, "helper", undefined],
          ["SessionEnd", undefined, "helper", undefined],
        ],
      );
    },
  },
  {
    title: "G2 nobody waits for a hook of a settings file that says async first, and it ends with the session",
    since,
    async play(stage) {
      const seconds = markedSeconds();
      const behind = `echo '{"async":true}'; sleep ${seconds}; exit 2`;
      settings(stage, "user", { PreToolUse: [{ hooks: [command(behind)] }] });
      const { asks, made, result } = await turn(stage);
      assert.deepEqual([asks, made, result.outcome], [1, true, "success"]);
      await until("it is gone", () => processesWith(`sleep ${seconds}`).length === 0);
    },
  },
  {
    title: "G2 a hook that says async behind other words is waited for, and blocks",
    since,
    async play(stage) {
      settings(stage, "user", { PreToolUse: [{ hooks: [command("echo hello; echo '{\"async\":true}'; exit 2")] }] });
      const { asks, made } = await turn(stage);
      assert.deepEqual([asks, made], [0, false]);
    },
  },
  {
    title: "G2 what a hook says behind its async reaches the model with a later prompt",
    since,
    async play(stage) {
      const late = { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "words that came late" } };
      settings(stage, "user", { SessionStart: [{ hooks: [command(`echo '{"async":true}'; ${answering(late)}`)] }] });
      await using session = await open(stage.options());
      const isTold = (): boolean => /words that came late/.test(JSON.stringify(stage.api.requests.at(-1)?.body ?? ""));
      for (let prompts = 0; prompts < 30 && !isTold(); prompts++)
        await (await session.send(scripted(bash("echo on"), { text: "Done." }))).result;
      assert.ok(isTold());
    },
  },
  ...(
    [
      ["Bash(touch *)", "true && touch made.txt"],
      ["Bash(touch *)", "X=1 touch made.txt"],
      ["Bash(touch *)", "echo $(touch made.txt)"],
      ["Bash(touch *)", "(cd . ; touch made.txt)"],
      ["Bash(touch *)", "for x in 1; do touch made.txt; done"],
      ["Bash(touch *)", "cat <(touch made.txt)"],
      ["Bash", "touch made.txt"],
      ["", "touch made.txt"],
    ] as const
  ).map(([condition, text]) => ({
    title: `G2 a guard of a settings file with the condition ${JSON.stringify(condition)} is not passed over by ${text}`,
    since,
    async play(stage: Stage) {
      settings(stage, "user", { PreToolUse: [{ hooks: [command("echo no >&2; exit 2", { if: condition })] }] });
      const { asks, made, result } = await turn(stage, bash(text), { text: "Done." });
      assert.deepEqual([asks, made, result.outcome], [0, false, "success"]);
    },
  })),
];
