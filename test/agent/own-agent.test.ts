import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import * as z from "zod";
import type { Fields } from "../../src/wire/fields.ts";
import { agentSdkOrSkip, type SdkMessage } from "../sdk/agent-sdk.ts";
import { Conversation } from "../sdk/conversation.ts";
import { frameLabel } from "./frame-label.ts";

const example = join(import.meta.dirname, "..", "..", "examples", "own-agent.ts");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "bridle-own-agent-")));
after(() => rmSync(folder, { recursive: true, force: true }));

test("G8 an agent of one's own is a program of under 30 lines", () => {
  assert.ok(readFileSync(example, "utf8").trimEnd().split("\n").length < 30);
});

test("G8 the official SDK drives it: text as it comes, its tool with permission, a tool of the host, a message meanwhile", {
  timeout: 300_000,
}, async (t) => {
  const sdk = await agentSdkOrSkip(t);
  if (sdk === undefined) return;
  const executable = join(folder, "own-agent");
  writeFileSync(executable, `#!/bin/sh\nexec '${process.execPath}' '${example}' "$@"\n`);
  chmodSync(executable, 0o755);
  const added: Fields[] = [];
  const add = sdk.tool("add", "Adds.", { a: z.number(), b: z.number() }, async ({ a, b }) => {
    added.push({ a, b });
    return { content: [{ type: "text", text: String(Number(a) + Number(b)) }] };
  });
  const asked: string[] = [];
  const talk: Conversation = new Conversation((prompt) =>
    sdk.query({
      prompt,
      options: {
        pathToClaudeCodeExecutable: executable,
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder },
        includePartialMessages: true,
        mcpServers: { calc: sdk.createSdkMcpServer({ name: "calc", tools: [add] }) },
        canUseTool: async (name, input) => {
          asked.push(name);
          if (name === "KeepNote") talk.send("one more thing");
          return { behavior: "allow", updatedInput: { ...input, ...(name === "KeepNote" && { text: "edited" }) } };
        },
      },
    }),
  );
  talk.send("hello");
  const result = await talk.result();
  assert.equal(await talk.end().then((rest) => rest.length), 0);

  assert.deepEqual(asked, ["KeepNote", "mcp__calc__add"]);
  assert.deepEqual(added, [{ a: 2, b: 3 }]);
  assert.equal(readFileSync(join(folder, "note.txt"), "utf8"), "edited");
  assert.equal(result.subtype, "success");
  const blocks = talk.heard.filter(({ type }) => type !== "stream_event" && type !== "system");
  assert.deepEqual(blocks.map(frameLabel), [
    "text You said: hello. ",
    "tool_use KeepNote",
    "tool_result kept in note.txt",
    "text It is kept in note.txt. ",
    "tool_use mcp__calc__add",
    "tool_result 5",
    'text mcp__calc__add says [{"type":"text","text":"…',
    'result success mcp__calc__add says [{"type":"text","text":"…',
  ]);
  assert.match(String(result.result), /And then you said: one more thing$/);
  assert.deepEqual(deltas(talk.heard).slice(0, 3), ["You ", "said: ", "hello. "]);
});

function deltas(messages: readonly SdkMessage[]): unknown[] {
  return messages.flatMap(({ event }) => ((event as Fields | undefined)?.delta as Fields | undefined)?.text ?? []);
}
