import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Entry } from "./entry.ts";
import { Memory } from "./memory.ts";
import { applicationId, migrations } from "./migrations.ts";

const cwd = "/work";

function said(content: Entry["content"], role: Entry["role"] = "user"): Entry {
  return { uuid: "u", role, content };
}

function found(memory: Memory, query: string, except?: { sessionId: string; after: number }): string[] {
  return memory.past.search(query, { cwd, ...(except !== undefined && { except }) }).map(({ snippet }) => snippet);
}

test("G7 what was said is found by its words, in its folder only, without what is before the model", () => {
  using memory = Memory.open(":memory:");
  const first = memory.begin({ id: "a", cwd }, [said("The heron is blue.")]);
  memory.append("a", [said([{ type: "text", text: "Blue it is." }], "assistant")]);
  memory.begin({ id: "b", cwd: "/other" }, [said("A blue heron elsewhere.")]);
  assert.deepEqual(found(memory, "blue heron"), ["The heron is blue.", "Blue it is."]);
  assert.deepEqual(found(memory, "blue heron", { sessionId: "a", after: first }), ["The heron is blue."]);
  assert.deepEqual(found(memory, "blue heron", { sessionId: "a", after: 0 }), []);
  const [hit] = memory.past.search("heron", { cwd });
  assert.deepEqual([hit?.sessionId, hit?.role, hit?.number], ["a", "user", first]);
});

test("G7 calls, results, thoughts and pictures are not what was said", () => {
  using memory = Memory.open(":memory:");
  memory.begin({ id: "a", cwd }, [
    said([{ type: "thinking", thinking: "heron" }], "assistant"),
    said([{ type: "tool_use", id: "t", name: "Bash", input: { command: "heron" } }], "assistant"),
    said([{ type: "tool_result", tool_use_id: "t", content: "heron" }]),
  ]);
  assert.deepEqual(found(memory, "heron"), []);
});

test("G7 of a long message the part that fits is given, in one line", () => {
  using memory = Memory.open(":memory:");
  memory.begin({ id: "a", cwd }, [said(`${"before ".repeat(1_000)}\nthe heron\n${"after ".repeat(1_000)}`)]);
  const [snippet = ""] = found(memory, "heron");
  assert.match(snippet, /^….*the heron.*…$/);
  assert.ok(snippet.length <= 402);
});

test("G7 a database of the first version gets its messages into the index", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-memory-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "agent.db");
  const old = new DatabaseSync(file);
  old.exec(`${migrations[0]}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = 1`);
  old.exec("INSERT INTO sessions (key, id, cwd, created_ms, updated_ms) VALUES (1, 'a', '/work', 0, 0)");
  const insert = old.prepare(
    "INSERT INTO messages (session, uuid, role, content, at_ms) VALUES (1, 'u', 'user', ?, 0)",
  );
  for (const content of ["the blue heron", [{ type: "text", text: "a grey heron" }, { type: "image" }], []])
    insert.run(JSON.stringify(content));
  old.close();
  using memory = Memory.open(file);
  assert.deepEqual(found(memory, "heron").sort(), ["a grey heron", "the blue heron"]);
  memory.append("a", [said("one more heron")]);
  assert.equal(found(memory, "heron").length, 3);
});

test("G7 what tells a scripted model how to answer is no memory", () => {
  using memory = Memory.open(":memory:");
  memory.begin({ id: "a", cwd }, [said('go SCRIPT:{"steps":[{"text":"heron"}]}'), said("A heron.", "assistant")]);
  assert.deepEqual(found(memory, "heron"), ["A heron."]);
});
