import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/agent/memory/memory.ts";
import type { ModelRequest } from "../../src/script/model-request.ts";
import type { Step } from "../../src/script/script.ts";
import { type Fields, objects } from "../../src/wire/fields.ts";
import { until } from "../live/until.ts";
import { user } from "./drive.ts";
import { bodyText, MemoryStage } from "./memory-stage.ts";

/** Knows what stands in the request, and nothing else. */
function knowsOnly(word: string): (request: ModelRequest) => Step {
  return ({ body, side }) => {
    if (side) return { text: "{}" };
    return { text: bodyText(body).includes(word) ? `It is ${word}.` : "I no longer know." };
  };
}

for (const [how, argv, env] of [
  ["--recall", ["--recall"], {}],
  ["BRIDLE_RECALL=1", [], { BRIDLE_RECALL: "1" }],
  ["the dialect of seed 001", ["--stdio"], {}],
] as const) {
  test(`G7 a fact told in one session is in the model's request of a new one: ${how}`, async (t) => {
    const stage = await MemoryStage.open(t, knowsOnly("Zorblax"));
    {
      await using first = stage.agent(argv, env);
      first.send(user("By the way, my cat is called Zorblax. Never mind for now.", { session_id: "first" }));
      await first.saw("result");
    }
    await using second = stage.agent(argv, env);
    second.send(user("How is my cat called?", { session_id: "second" }));
    await second.saw("result success It is Zorblax.");
    const { messages } = stage.lastRequest;
    assert.equal(objects(messages).length, 1, "the context was empty");
    assert.match(bodyText(messages), /From your memory of earlier conversations in this folder/);
    using memory = Memory.open(stage.database);
    const stored = memory.list().flatMap(({ id }) => memory.load(id)?.messages ?? []);
    assert.ok(!bodyText(stored).includes("From your memory"), "what was recalled is no part of the conversation");
  });
}

test("G7 in Claude's dialect no session is told what another one said, by itself or by a tool", async (t) => {
  const stage = await MemoryStage.open(t, ({ side, body }) => {
    if (side) return { text: JSON.stringify({ entries: [{ topic: "cat", text: "It is called Zorblax." }] }) };
    if (bodyText(body.messages).includes("MemorySearch")) return { text: "searched" };
    return { tools: [{ name: "MemorySearch", input: { query: "cat Zorblax" } }] };
  });
  const env = { BRIDLE_CONSOLIDATE_AFTER: "1" };
  const said: string[] = [];
  for (const argv of [[], [], ["--setting-sources="]]) {
    await using agent = stage.agent(argv, env);
    agent.send(user(said.length === 0 ? "My cat is called Zorblax." : "How is my cat called?"));
    await agent.saw("result success searched");
    const init = agent.frames.find(({ subtype }) => subtype === "init")?.tools as string[];
    assert.ok(!init.includes("MemoryWrite"));
    said.push(bodyText(stage.lastRequest.messages));
  }
  assert.ok(said[0]?.includes("Zorblax"));
  for (const later of said.slice(1)) {
    assert.doesNotMatch(later.replaceAll('{"query":"cat Zorblax"}', ""), /Zorblax|From your memory/);
    assert.match(later, /Nothing is remembered/);
  }
  assert.equal(stage.api.requests.filter(({ body }) => (body as Fields).tools === undefined).length, 0);
});

test("G7 nothing is recalled in another folder, nor where nothing is to be kept", async (t) => {
  const stage = await MemoryStage.open(t, knowsOnly("Zorblax"));
  const tell = async (argv: readonly string[]): Promise<void> => {
    await using agent = stage.agent(["--recall", ...argv]);
    agent.send(user("My cat is called Zorblax."));
    await agent.saw("result");
  };
  const ask = async (argv: readonly string[], folder?: string): Promise<unknown> => {
    await using agent = stage.agent(["--recall", ...argv], {}, stage.folder(folder));
    agent.send(user("How is my cat called?"));
    return (await agent.saw("result")).result;
  };
  await tell(["--no-session-persistence"]);
  assert.equal(await ask([]), "I no longer know.");
  await tell([]);
  assert.equal(await ask([], "elsewhere"), "I no longer know.");
  assert.equal(await ask(["--no-session-persistence"]), "I no longer know.");
  const names = objects(stage.lastRequest.tools).map(({ name }) => name);
  assert.ok(!names.includes("MemorySearch") && !names.includes("MemoryWrite"));
  assert.equal(await ask([]), "It is Zorblax.");
});

const entries = { entries: [{ topic: "Release day", text: "Releases are cut on Thursdays." }] };

test("G7 after enough messages the agent is asked for facts, says so, and knows them in a new session", async (t) => {
  const stage = await MemoryStage.open(t, ({ side, body }) => {
    if (side) return { text: `Here they are:\n\`\`\`json\n${JSON.stringify(entries)}\n\`\`\`` };
    return { text: bodyText(body).includes("Thursdays") ? "Thursdays" : "unknown" };
  });
  {
    await using agent = stage.agent(["--recall"], { BRIDLE_CONSOLIDATE_AFTER: "4" });
    agent.send(user("one"));
    await agent.saw("result");
    agent.send(user("two"));
    await agent.saw("result");
    const told = await agent.saw("informational");
    assert.deepEqual(
      [told.content, told.level],
      ["Long-term memory: 1 entries created, 0 updated", "info"],
      "in Claude's dialect in words it has",
    );
  }
  assert.equal(stage.api.requests.filter(({ body }) => (body as Fields).tools === undefined).length, 1);
  await using later = stage.agent(["--recall"]);
  // No word of the entry: what was learned last is told anyway.
  later.send(user("Good morning!"));
  assert.equal((await later.saw("result")).result, "Thursdays");
});

test("G1 consolidation is reported as the seed has it, after the result, with created and updated counted", async (t) => {
  let round = 0;
  const stage = await MemoryStage.open(t, ({ side }) => {
    if (!side) return { text: "ok" };
    const changed = { topic: "release DAY", text: "Releases are cut on Fridays." };
    return { text: JSON.stringify(round++ === 0 ? entries : { entries: [changed, { topic: "b", text: "B" }] }) };
  });
  await using agent = stage.agent(["--stdio"], { BRIDLE_CONSOLIDATE_AFTER: "2" });
  for (const counts of [
    { entries_created: 1, entries_updated: 0 },
    { entries_created: 1, entries_updated: 1 },
  ]) {
    agent.send(user("hi", { session_id: "s" }));
    await agent.saw("result");
    assert.deepEqual(await agent.saw("consolidation"), { type: "system", subtype: "consolidation", ...counts });
  }
  using memory = Memory.open(stage.database);
  const facts = memory.facts.newest({ cwd: stage.folder() });
  assert.deepEqual(facts.map(({ text }) => text).sort(), ["B", "Releases are cut on Fridays."]);
  assert.ok(facts.every(({ sessionId }) => sessionId === "s"));
});

test("G7 what a model says instead of facts is not written, and is not asked for again", async (t) => {
  const stage = await MemoryStage.open(t, ({ side }) => ({ text: side ? "I would rather not." : "ok" }));
  await using agent = stage.agent(["--recall"], { BRIDLE_CONSOLIDATE_AFTER: "2" });
  using memory = Memory.open(stage.database);
  agent.send(user("first words"));
  await agent.saw("result");
  await until("the first words were looked through", () => Number(memory.list()[0]?.consolidated) > 0);
  agent.send(user("hi again"));
  await agent.saw("result");
  await stage.api.waitFor("the next question", ({ requests }) => requests.length === 4);
  const asked = bodyText(stage.api.requests.at(-1)?.body);
  assert.ok(asked.includes("hi again") && !asked.includes("first words"), "only what is new is looked through");
  assert.deepEqual(memory.facts.newest({ cwd: stage.folder() }), []);
});

test("G7 a prompt breaks consolidation off, and so does the end of input", async (t) => {
  const stage = await MemoryStage.open(t, ({ side }) => (side ? { text: "{}", stall: true } : { text: "ok" }));
  await using agent = stage.agent(["--recall"], { BRIDLE_CONSOLIDATE_AFTER: "2" });
  agent.send(user("one"));
  await agent.saw("result");
  await stage.api.waitFor("the question for facts", ({ requests }) => requests.length === 2);
  agent.send(user("two"));
  await agent.saw("result");
  await stage.api.waitFor("its end", ({ aborted }) => aborted === 1);
  await stage.api.waitFor("the question again", ({ requests }) => requests.length === 4);
  // The question would never be answered: who waits for it does not end.
  assert.equal(await agent.finish(), 0);
  await stage.api.waitFor("its end, too", ({ aborted }) => aborted === 2);
});

for (const dialect of ["claude", "seed-001"] as const) {
  test(`G7 the model keeps a fact and searches for it by tools, without being asked about it (${dialect})`, async (t) => {
    const named = (name: string): string => (dialect === "claude" ? name : name[0]?.toLowerCase() + name.slice(1));
    const steps: Step[] = [
      { tools: [{ name: named("MemoryWrite"), input: { topic: "db", text: "Port 5433, Straße 7" } }] },
      { tools: [{ name: named("MemorySearch"), input: { query: 'NEAR("db" AND) port: strasse* "' } }] },
      { tools: [{ name: named("MemorySearch"), input: { query: "nothing like it" } }] },
      { text: "done" },
    ];
    let at = 0;
    const stage = await MemoryStage.open(t, ({ side }) => (side ? undefined : steps[Math.min(at++, 3)]));
    await using agent = stage.agent(dialect === "claude" ? ["--recall"] : ["--stdio"]);
    agent.send(user("remember it"));
    await agent.saw("result success done");
    const results = agent.labels.filter((label) => label.startsWith("tool_result"));
    assert.deepEqual(results, [
      'tool_result The entry "db" was created.',
      `tool_result Entry of ${new Date().toISOString().slice(0, 10)}, db: Port 5433, Straße 7`,
      "tool_result Nothing is remembered that has any of these …",
    ]);
    assert.ok(!agent.labels.some((label) => label.startsWith("asks")));
    if (dialect === "seed-001") return;
    const tools = agent.frames.find(({ subtype }) => subtype === "init")?.tools as string[];
    assert.ok(tools.includes("MemorySearch") && tools.includes("MemoryWrite"));
  });
}

test("G7 a deny rule and --tools take the memory's tools away", async (t) => {
  const stage = await MemoryStage.open(t, () => ({ text: "ok" }));
  await using agent = stage.agent([
    "--recall",
    "--disallowedTools",
    "MemoryWrite",
    "--tools",
    "Read,MemoryWrite,MemorySearch",
  ]);
  agent.send(user("hi"));
  await agent.saw("result");
  assert.deepEqual(
    objects(stage.lastRequest.tools)
      .map(({ name }) => name)
      .sort(),
    ["MemorySearch", "Read"],
  );
});
