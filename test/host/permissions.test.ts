import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, Notice, OnAsk, OnQuestion, OpenOptions, Question } from "../../src/exports/host.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { openAgent, told } from "./open-agent.ts";
import { asksOnce, openTwin } from "./open-twin.ts";
import { within } from "./within.ts";

/** What the agent gets for one `can_use_tool`, and the events it made. */
async function askOnce(
  options: Pick<OpenOptions, "onAsk" | "onQuestion">,
  request: Fields = {},
): Promise<{ answer: Fields; events: Event[] }> {
  await using agent = await openAgent("puppet", options);
  const base = { subtype: "can_use_tool", tool_name: "Bash", input: { command: "ls" }, tool_use_id: "t1" };
  const frame = { type: "control_request", request_id: "r1", request: { ...base, ...request } };
  const turn = await agent.session.send(JSON.stringify([frame]));
  const events: Event[] = [];
  const read = async (): Promise<Fields> => {
    for await (const event of turn) {
      events.push(event);
      const [answer] = told([event], "answer") as Fields[];
      if (answer !== undefined) return answer;
    }
    throw new Error("no answer");
  };
  return { answer: await within(5000, "the answer", read()), events };
}

const suggestion = { type: "addRules", rules: [{ toolName: "Bash" }], behavior: "allow", destination: "session" };

const verdicts: { [name: string]: [onAsk: OnAsk, answer: Fields, resolved: string] } = {
  "the word allow sends the input back": [
    () => "allow",
    { behavior: "allow", updatedInput: { command: "ls" }, toolUseID: "t1" },
    "allow",
  ],
  "an edited input replaces it whole": [
    () => ({ behavior: "allow", updatedInput: { command: "pwd" } }),
    { behavior: "allow", updatedInput: { command: "pwd" }, toolUseID: "t1" },
    "allow",
  ],
  "updated permissions go along": [
    ({ suggestions }) => ({ behavior: "allow", updatedPermissions: suggestions }),
    { behavior: "allow", updatedInput: { command: "ls" }, updatedPermissions: [suggestion], toolUseID: "t1" },
    "allow",
  ],
  "the word deny has a message and no interrupt": [
    () => "deny",
    { behavior: "deny", message: "Permission was denied.", toolUseID: "t1" },
    "deny",
  ],
  "a deny with message and interrupt": [
    async () => ({ behavior: "deny", message: "no", interrupt: true }),
    { behavior: "deny", message: "no", interrupt: true, toolUseID: "t1" },
    "deny",
  ],
  "a callback that throws denies": [
    () => {
      throw new Error("broken");
    },
    { behavior: "deny", message: "The permission callback failed: broken", toolUseID: "t1" },
    "deny",
  ],
};

for (const [name, [onAsk, expected, resolved]] of Object.entries(verdicts)) {
  test(`H10 ${name}`, async () => {
    const { answer, events } = await askOnce({ onAsk }, { permission_suggestions: [suggestion] });
    assert.deepEqual([answer.subtype, answer.request_id, answer.response], ["success", "r1", expected]);
    const asks = events.filter((event) => event.type === "ask" || event.type === "ask_resolved");
    assert.deepEqual(
      asks.map((event) => [event.type, event.requestId, event.type === "ask_resolved" && event.verdict]),
      [
        ["ask", "r1", false],
        ["ask_resolved", "r1", resolved],
      ],
    );
  });
}

test("H10 a verdict that is none is an error for the agent, which then denies", async () => {
  for (const verdict of [undefined, { behavior: "perhaps" }, "yes", { behavior: "allow", updatedInput: 7 }]) {
    const { answer, events } = await askOnce({ onAsk: () => verdict as never });
    assert.ok(answer.subtype === "error" || (answer.response as Fields).behavior === "deny", JSON.stringify(answer));
    const resolved = events.find((event) => event.type === "ask_resolved");
    assert.notEqual(resolved?.type === "ask_resolved" && resolved.verdict, "allow");
  }
});

test("H10 a request the agent withdraws aborts the callback's signal and is resolved as cancelled", async () => {
  const reason = Promise.withResolvers<unknown>();
  const onAsk: OnAsk = (_ask, { signal }) => {
    signal.addEventListener("abort", () => reason.resolve(signal.reason));
    return new Promise(() => {});
  };
  await using agent = await openTwin(asksOnce, { onAsk });
  const turn = await agent.session.send("go");
  const verdicts: string[] = [];
  for await (const event of turn) {
    if (event.type === "ask") await agent.session.interrupt();
    if (event.type === "ask_resolved") verdicts.push(event.verdict);
  }
  assert.deepEqual(verdicts, ["cancelled"]);
  assert.match(String(await within(1000, "the abort", reason.promise)), /withdrew/);
  assert.equal((await turn.result).outcome, "interrupted");
});

const realShape = {
  questions: [
    { question: "Which database?", header: "DB", multiSelect: false, options: [{ label: "SQLite", description: "s" }] },
    { question: "Which tests?", header: "T", multiSelect: true, options: [{ label: "unit" }, { label: "live" }] },
  ],
};
const seedShape = {
  questions: [
    { question: "Which database?", multi_select: false, options: ["SQLite"] },
    { question: "Which tests?", multi_select: true, options: ["unit", "live"] },
  ],
};

for (const [name, input] of Object.entries({ real: realShape, documented: seedShape })) {
  test(`H10 questions in the ${name} shape arrive typed, all of them, and are answered with a map`, async () => {
    let asked: readonly Question[] = [];
    const onQuestion: OnQuestion = (questions) => {
      asked = questions;
      return { "Which database?": "SQLite", "Which tests?": ["unit", "live"] };
    };
    const onAsk: OnAsk = () => "deny";
    const { answer, events } = await askOnce({ onAsk, onQuestion }, { tool_name: "AskUserQuestion", input });
    assert.deepEqual(
      asked.map(({ question, multiSelect, options }) => [question, multiSelect, options.map(({ label }) => label)]),
      [
        ["Which database?", false, ["SQLite"]],
        ["Which tests?", true, ["unit", "live"]],
      ],
    );
    const updatedInput = { ...input, answers: { "Which database?": "SQLite", "Which tests?": "unit, live" } };
    assert.deepEqual(answer.response, { behavior: "allow", updatedInput, toolUseID: "t1" });
    const question = events.find((event) => event.type === "question");
    assert.deepEqual(question?.type === "question" && question.questions, asked);
  });
}

test("H10 a question nobody answers, or whose callback throws, is declined", async () => {
  const callbacks: OnQuestion[] = [
    () => undefined,
    () => {
      throw new Error("broken");
    },
  ];
  for (const onQuestion of callbacks) {
    const { answer } = await askOnce({ onQuestion }, { tool_name: "AskUserQuestion", input: realShape });
    assert.equal((answer.response as Fields).behavior, "deny");
  }
});

test("H10 without onQuestion a question is an ask like any other", async () => {
  let tool = "";
  const onAsk: OnAsk = ({ toolName }) => {
    tool = toolName;
    return "deny";
  };
  await askOnce({ onAsk }, { tool_name: "AskUserQuestion", input: realShape });
  assert.equal(tool, "AskUserQuestion");
});

test("C7 the library hears questions in the old form and a prompt in the arguments, once each, with a page to read", async () => {
  const notices: Notice[] = [];
  const questions = [{ question: "Which?", options: ["A", "B"], multi_select: false }];
  const script = { steps: [{ tools: [{ name: "AskUserQuestion", input: { questions } }] }, { text: "done" }] };
  await using agent = await openTwin(script, {
    extraArgs: { print: "Run the tests." },
    onQuestion: () => ({ "Which?": "A" }),
    onAsk: () => "allow",
    trace: (notice) => notices.push(notice),
  });
  for (let n = 0; n < 2; n++) await (await agent.session.send("go")).result;
  const heard = notices.filter(({ code }) => code === "deprecation").map(({ message }) => message.split("#").at(-1));
  assert.deepEqual(heard, ["argv_prompt.", "question_option_strings."]);
});

test("H10 where a turn cannot be interrupted, an allow that comes after a deny with interrupt is a deny", async () => {
  const stopped = Promise.withResolvers<void>();
  const onAsk: OnAsk = async ({ input }) => {
    if (input.command === "first") return { behavior: "deny", interrupt: true };
    await stopped.promise;
    return "allow";
  };
  await using agent = await openAgent("puppet", { agentVersion: "1.0.64", onAsk });
  const init = { type: "system", subtype: "init", session_id: "s", cwd: "/", tools: ["Bash"], mcp_servers: [] };
  const asks = ["second", "first"].map((command) => {
    const request = { subtype: "can_use_tool", tool_name: "Bash", input: { command } };
    return { type: "control_request", request_id: command, request };
  });
  const turn = await agent.session.send(
    JSON.stringify([{ ...init, model: "m", permissionMode: "default", uuid: "u" }, ...asks]),
  );
  const read = async (): Promise<Fields[]> => {
    const answers: Fields[] = [];
    for await (const event of turn) {
      answers.push(...(told([event], "answer") as Fields[]));
      if (answers.length === 1) stopped.resolve();
      if (answers.length === 2) return answers;
    }
    throw new Error("no answer");
  };
  const answers = await within(5000, "the answers", read());
  assert.deepEqual(
    answers.map(({ request_id, response }) => [request_id, (response as Fields).behavior]),
    [
      ["first", "deny"],
      ["second", "deny"],
    ],
  );
});
