import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Event, type Hook, type OpenOptions, open, type TurnResult } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { Fields } from "../../../src/wire/fields.ts";
import { ofType, toolResults } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

const since = { version: "2.1.89", because: "hooks that put a call off came with it" };

const bash = (command: string) => ({ name: "Bash", input: { command, description: "run it" } });
const touching = scripted({ text: "Looking.", tools: [bash("touch made.txt; echo touched")] }, { text: "Done." });
const databases = [
  { label: "SQLite", description: "small" },
  { label: "Postgres", description: "big" },
];
const question = { question: "Which database?", header: "Database", multiSelect: false, options: databases };
const asking = scripted(
  { tools: [{ name: "AskUserQuestion", input: { questions: [question] } }] },
  { text: "Thanks." },
);

const says = (permissionDecision: string, more: Fields = {}) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, ...more },
});
const onEach = (hook: Hook): OpenOptions => ({ hooks: { PreToolUse: [{ hooks: [hook] }] }, onAsk: () => "deny" });
const made = ({ place }: Stage, file = "made.txt"): boolean => existsSync(join(place.cwd, file));

/** A turn whose calls are all put off, in an agent of its own. */
async function park(stage: Stage, prompt = touching, hook: Hook = () => says("defer")): Promise<TurnResult> {
  await using session = await open(stage.options(onEach(hook)));
  return await (await session.send(prompt)).result;
}

interface Resumed {
  readonly events: readonly Event[];
  readonly result: TurnResult | undefined;
  /** The calls that the hook was asked about. */
  readonly asked: readonly (string | undefined)[];
}

/** The agent goes on by itself; everything it says until its own turn ends. */
async function resume(
  stage: Stage,
  { sessionId = "" }: TurnResult,
  hook: Hook,
  more: OpenOptions = {},
): Promise<Resumed> {
  const asked: (string | undefined)[] = [];
  const watched: Hook = (input, context) => {
    asked.push(context.toolUseId);
    return hook(input, context);
  };
  await using session = await open(stage.options({ ...onEach(watched), resume: sessionId, ...more }));
  const events: Event[] = [];
  for await (const event of session.events) {
    events.push(event);
    if (event.type === "turn_complete") break;
  }
  return { events, result: ofType(events, "turn_complete")[0]?.result, asked };
}

export const deferredCalls: readonly Scenario[] = [
  {
    title:
      "P6 H12 a call that a hook puts off ends the turn, and its agent; resumed, the hook is asked again and allows it",
    since,
    async play(stage) {
      const parked = await park(stage);
      assert.deepEqual([parked.outcome, parked.text, parked.stopReason], ["deferred", "", "tool_deferred"]);
      const { toolUseId, name, input } = parked.deferred ?? {};
      assert.deepEqual([name, input?.command, made(stage)], ["Bash", "touch made.txt; echo touched", false]);
      assert.deepEqual(parked.denials, []);
      const { result, events, asked } = await resume(stage, parked, () => says("allow"));
      assert.deepEqual([asked, made(stage)], [[toolUseId], true]);
      assert.deepEqual([result?.outcome, result?.text, result?.prompts], ["success", "Done.", []]);
      assert.equal(ofType(events, "tool_result")[0]?.toolUseId, toolUseId);
      assert.match(toolResults(events)[0] ?? "", /touched/);
      assert.equal(result?.sessionId, parked.sessionId);
    },
  },
  {
    title: "P6 H12 resumed, the hook denies the call, and the model reads the reason",
    since,
    async play(stage) {
      const { events, result } = await resume(stage, await park(stage), () =>
        says("deny", { permissionDecisionReason: "the person said no" }),
      );
      assert.match(toolResults(events)[0] ?? "", /PreToolUse:Bash hook error: the person said no/);
      assert.deepEqual([made(stage), result?.outcome, result?.denials.length], [false, "success", 1]);
    },
  },
  {
    title: "P6 H12 resumed, the hook allows the call with another input, which is what runs",
    since,
    async play(stage) {
      const updatedInput = { command: "touch other.txt; echo edited", description: "edited" };
      const { events } = await resume(stage, await park(stage), () => says("allow", { updatedInput }));
      assert.match(toolResults(events)[0] ?? "", /edited/);
      assert.deepEqual([made(stage), made(stage, "other.txt")], [false, true]);
    },
  },
  {
    title: "P6 H8 resumed, a hook that asks or has no opinion leaves the call to whoever is asked for permission",
    since,
    async play(stage) {
      for (const [hook, file] of [
        [says("ask"), "a"],
        [{}, "b"],
      ] as const) {
        const parked = await park(stage, scripted({ tools: [bash(`touch ${file}`)] }, { text: "Done." }));
        const asks: (string | undefined)[] = [];
        const onAsk: OpenOptions["onAsk"] = ({ toolUseId }) => {
          asks.push(toolUseId);
          return "allow";
        };
        const { result } = await resume(stage, parked, () => hook, { onAsk });
        assert.deepEqual([asks, made(stage, file), result?.text], [[parked.deferred?.toolUseId], true, "Done."]);
      }
    },
  },
  {
    title: "P6 H12 a call can be put off again, as often as it takes",
    since,
    async play(stage) {
      const parked = await park(stage);
      const again = await resume(stage, parked, () => says("defer"));
      assert.deepEqual([again.result?.outcome, again.result?.deferred], ["deferred", parked.deferred]);
      const { result } = await resume(stage, parked, () => says("allow"));
      assert.deepEqual([result?.text, made(stage)], ["Done.", true]);
    },
  },
  {
    title: "P6 H10 a question waits as any other call, and a person answers it when it is resumed",
    since,
    async play(stage) {
      const parked = await park(stage, asking);
      assert.equal(parked.deferred?.name, "AskUserQuestion");
      const onQuestion = () => ({ "Which database?": "SQLite" });
      const { events } = await resume(stage, parked, () => ({}), { onQuestion });
      assert.match(toolResults(events)[0] ?? "", /"Which database\?"="SQLite"/);
    },
  },
  {
    title: "P6 H14 a prompt that is sent with the resumption has a turn of its own behind the one that goes on",
    since,
    async play(stage) {
      const { sessionId = "" } = await park(stage);
      await using session = await open(stage.options({ ...onEach(() => says("allow")), resume: sessionId }));
      const turn = await session.send(scripted({ text: "Second." }));
      const ends: (string | undefined)[] = [];
      for await (const event of turn) if (event.type === "turn_complete") ends.push(event.result.text);
      assert.deepEqual([ends, (await turn.result).text, made(stage)], [["Done.", "Second."], "Second.", true]);
    },
  },
  {
    title: "P6 a prompt in the process that put a call off drops the call",
    since,
    async play(stage) {
      await using session = await open(stage.options(onEach(() => says("defer"))));
      const parked = await (await session.send(touching)).result;
      assert.equal(parked.outcome, "deferred");
      assert.equal((await (await session.send(scripted({ text: "Second." }))).result).text, "Second.");
      await session.close();
      let calls = 0;
      const hook: Hook = () => {
        calls++;
        return says("allow");
      };
      await using next = await open(stage.options({ ...onEach(hook), resume: parked.sessionId ?? "" }));
      assert.equal((await (await next.send(scripted({ text: "Third." }))).result).text, "Third.");
      assert.deepEqual([calls, made(stage)], [0, false]);
    },
  },
  {
    title: "P6 of two calls, the one that is allowed runs, and the turn ends before the other",
    since,
    async play(stage) {
      const calls = scripted({ tools: [bash("touch a"), bash("touch b")] }, { text: "Done." });
      const hook: Hook = ({ tool_input }) => says((tool_input as Fields).command === "touch b" ? "defer" : "allow");
      const parked = await park(stage, calls, hook);
      assert.deepEqual([parked.deferred?.input.command, made(stage, "a"), made(stage, "b")], ["touch b", true, false]);
      const { result } = await resume(stage, parked, () => says("allow"));
      assert.deepEqual([result?.text, made(stage, "b")], ["Done.", true]);
    },
  },
  {
    title: "P6 a sub-agent's call cannot be put off: it is denied, and the turn goes on",
    since,
    async play(stage) {
      const prompt = scripted({ tools: [bash("touch made.txt")] }, { text: "Inner." });
      const input = { description: "sub", prompt, subagent_type: "general-purpose", run_in_background: false };
      const hook: Hook = ({ tool_name }) => says(tool_name === "Bash" ? "defer" : "allow");
      const tools = [{ name: "Agent", input }];
      const { outcome, text, deferred } = await park(stage, scripted({ tools }, { text: "Outer." }), hook);
      assert.deepEqual([outcome, text, deferred, made(stage)], ["success", "Outer.", undefined, false]);
    },
  },
  {
    title: "P6 H12 a hook that does not answer in time has not let the call through: it is neither run nor asked about",
    since: { version: "2.1.325", because: "sampled on this version" },
    async play(stage) {
      const hook: Hook = (_, { signal }) =>
        new Promise((resolve) => signal.addEventListener("abort", () => resolve({}), { once: true }));
      let asks = 0;
      const onAsk = () => {
        asks++;
        return "allow" as const;
      };
      const hooks = { PreToolUse: [{ hooks: [hook], timeoutMs: 1_000 }] };
      await using session = await open(stage.options({ hooks, onAsk }));
      const { text } = await (await session.send(touching)).result;
      assert.deepEqual([text, asks, made(stage)], ["Done.", 0, false]);
    },
  },
];
