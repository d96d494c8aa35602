import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { type Fields, isFields, objects } from "../../src/wire/fields.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import type { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { longConversation } from "./long-conversation.ts";
import { bridle, type Command, claude, TranscriptStage } from "./transcript-stage.ts";

/** The words of the last request: what the model was told, without what each program says of itself. */
function toldTexts(api: ScriptedModelApi): string[] {
  const body = api.requests.at(-1)?.body;
  const messages = isFields(body) ? objects(body.messages) : [];
  return messages
    .filter(({ role }) => role !== "system")
    .flatMap(({ content }) => (typeof content === "string" ? [content] : objects(content).map(words)))
    .filter((text) => text !== "" && !text.startsWith("<system-reminder>"))
    .map((text) => text.replace(/^go SCRIPT:.*/s, "a script"));
}

function words({ type, text, name, tool_use_id, thinking }: Fields): string {
  if (type === "text") return String(text);
  return type === "thinking" ? String(thinking) : `${type} ${name ?? tool_use_id}`;
}

const answered = (text: string): string => scripted({ text });
const idOf = (frames: readonly Fields[]): string => String(frames.find(({ session_id }) => session_id)?.session_id);

async function both(t: Parameters<typeof cliOrSkip>[0]): Promise<readonly (readonly [Command, Command])[]> {
  const cli = await cliOrSkip(t, "2.1.325");
  return cli === undefined ? [] : [[claude(cli), bridle] as const, [bridle, claude(cli)] as const];
}

test("G7 what one of them said, Claude Code or our agent, the other resumes, continues and gives back", {
  timeout: 300_000,
}, async (t) => {
  for (const [first, second] of await both(t)) {
    await using stage = await TranscriptStage.set();
    const { cwd } = stage.place;
    const read = (name: string): object => ({ name: "Read", input: { file_path: join(cwd, name) } });
    const steps = [{ text: "Looking.", tools: [read("a"), read("b")] as never }, { text: "One." }];
    const id = idOf(await stage.say(first, scripted(...steps)));
    const resumed = await stage.say(second, answered("Two."), "--resume", id);
    assert.equal(idOf(resumed), id);
    const told = toldTexts(stage.api);
    assert.deepEqual(told.slice(0, 2), ["a script", "Looking."]);
    assert.equal(told.filter((text) => text.startsWith("tool_use Read")).length, 2, "both calls");
    assert.equal(told.filter((text) => text.startsWith("tool_result")).length, 2, "both results");
    assert.deepEqual(told.slice(-2), ["One.", "a script"]);
    const again = await stage.say(first, answered("Three."), "--continue");
    assert.equal(idOf(again), id);
    assert.deepEqual(toldTexts(stage.api).slice(-4), ["One.", "a script", "Two.", "a script"]);
    const forked = await stage.say(second, answered("Four."), "--resume", id, "--fork-session");
    assert.notEqual(idOf(forked), id);
    assert.deepEqual(toldTexts(stage.api).slice(-3), ["a script", "Three.", "a script"]);
    // Costs include what was spent before, whoever spent it: an answer is 100 and 25 tokens.
    const result = forked.find(({ type }) => type === "result");
    const [used] = Object.values(result?.modelUsage as Record<string, Fields>);
    assert.deepEqual([used?.inputTokens, used?.outputTokens], [500, 125]);
  }
});

test("G7 after a compaction by one of them the other goes on with the summary and what was kept", {
  timeout: 300_000,
}, async (t) => {
  for (const [first, second] of await both(t)) {
    await using stage = await TranscriptStage.set();
    const id = await longConversation(stage, first);
    await stage.say(second, answered("Resumed."), "--resume", id);
    const told = toldTexts(stage.api);
    assert.match(told[0] ?? "", /^This session is being continued from a previous conversation/);
    assert.ok(!told.includes("Tools done."), "what was compacted is gone");
    assert.deepEqual(told.filter((text) => !text.startsWith("<")).slice(-4), [
      "Both.",
      "a script",
      "After.",
      "a script",
    ]);
  }
});

test("G7 --resume-session-at goes back to any message that the stream or the transcript named, here and in a fork", {
  timeout: 300_000,
}, async (t) => {
  for (const [first, second] of await both(t)) {
    await using stage = await TranscriptStage.set();
    const said = await stage.say(first, answered("One."));
    const id = idOf(said);
    for (const text of ["Two.", "Three."]) await stage.say(first, answered(text), "--resume", id);
    const uuid = String(said.find(({ type }) => type === "assistant")?.uuid);
    const at = ["--resume", id, "--resume-session-at"];
    const forked = await stage.say(second, answered("Fork."), ...at, uuid, "--fork-session");
    assert.notEqual(idOf(forked), id);
    assert.deepEqual(toldTexts(stage.api), ["a script", "One.", "a script"]);
    await stage.say(second, answered("Back."), ...at, uuid);
    assert.deepEqual(toldTexts(stage.api), ["a script", "One.", "a script"]);
    // From now on this is the conversation, for both.
    await stage.say(first, answered("On."), "--resume", id);
    assert.deepEqual(toldTexts(stage.api), ["a script", "One.", "a script", "Back.", "a script"]);
    const last = stage.lines(id).findLast(({ uuid }) => uuid !== undefined);
    await stage.say(second, answered("Any."), ...at, String(last?.uuid));
    assert.deepEqual(toldTexts(stage.api).slice(-3), ["a script", "On.", "a script"]);

    const unknown = "00000000-0000-4000-8000-000000000000";
    const refused = await stage.say(second, "hi", ...at, unknown);
    assert.deepEqual(
      refused.map(({ subtype, errors }) => [subtype, errors]),
      [["error_during_execution", [`No message found with message.uuid of: ${unknown}`]]],
    );
    await using without = stage.start(second, "--resume-session-at", uuid);
    assert.equal(await without.ended(), 1);
    assert.match(without.stderr, /--resume-session-at .*--resume/);
  }
});
