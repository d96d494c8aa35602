import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { type Fields, objects } from "../../src/wire/fields.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { agentSdkOrSkip } from "../sdk/agent-sdk.ts";
import { task } from "./long-conversation.ts";
import { bridle, type Command, claude, TranscriptStage } from "./transcript-stage.ts";

interface Mirrored {
  readonly fields: readonly string[];
  /** Whether the messages of each file are those that were told, by what it holds. */
  readonly files: { readonly [kind: string]: boolean };
  /** Are all messages told before the result? */
  readonly isInTime: boolean;
}

async function mirrored(command: Command): Promise<Mirrored> {
  await using stage = await TranscriptStage.set();
  const prompt = scripted({ tools: [task({ text: "Report." })] }, { text: "Done." });
  const frames = await stage.say(command, prompt, "--session-mirror");
  const mirrors = frames.filter(({ type }) => type === "transcript_mirror");
  const told = new Map<string, Fields[]>();
  for (const { filePath, entries } of mirrors)
    told.set(String(filePath), [...(told.get(String(filePath)) ?? []), ...objects(entries)]);
  const files = [...told].map(([path, entries]) => {
    const kind = path.includes("/subagents/") ? "sub-agent" : "session";
    const written = readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Fields);
    return [kind, isDeepStrictEqual(messages(entries), messages(written))] as const;
  });
  const result = frames.findIndex(({ type }) => type === "result");
  const late = frames.slice(result).flatMap(({ entries }) => objects(entries));
  return {
    fields: [...new Set(mirrors.flatMap((frame) => Object.keys(frame)))].sort(),
    files: Object.fromEntries(files),
    isInTime: !late.some(({ type }) => type === "user" || type === "assistant"),
  };
}

/** Claude Code keeps some lines of its own to itself. */
function messages(lines: readonly Fields[]): Fields[] {
  return lines.filter(({ type }) => type === "user" || type === "assistant");
}

test("G2 --session-mirror tells the host every message of a transcript, those of sub-agents too, as Claude Code does", {
  timeout: 300_000,
}, async (t) => {
  const cli = await cliOrSkip(t, "2.1.325");
  if (cli === undefined) return;
  const ours = await mirrored(bridle);
  assert.deepEqual(ours, await mirrored(claude(cli)));
  assert.deepEqual(ours, {
    fields: ["entries", "filePath", "type"],
    files: { session: true, "sub-agent": true },
    isInTime: true,
  });
});

test("K2 the official SDK keeps our sessions in a store of its host's, and resumes them from there", {
  timeout: 300_000,
}, async (t) => {
  const sdk = await agentSdkOrSkip(t);
  if (sdk === undefined) return;
  await using stage = await TranscriptStage.set();
  const { env, cwd } = stage.place;
  const store = new Map<string, Fields[]>();
  const keyOf = ({ projectKey, sessionId, subpath }: Fields): string => `${projectKey} ${sessionId} ${subpath ?? ""}`;
  const sessionStore = {
    append: async (key: Fields, entries: Fields[]) => {
      store.set(keyOf(key), [...(store.get(keyOf(key)) ?? []), ...entries]);
    },
    load: async (key: Fields) => store.get(keyOf(key)) ?? null,
  };
  const say = async (text: string, more: Fields): Promise<Fields | undefined> => {
    const options = { pathToClaudeCodeExecutable: bridle[1] as string, cwd, env, sessionStore, ...more };
    let result: Fields | undefined;
    for await (const message of sdk.query({ prompt: scripted({ text }), options }))
      if (message.type === "result") result = message;
    return result;
  };
  const first = await say("One.", {});
  assert.equal(first?.result, "One.");
  // Another machine has neither the transcript nor the database.
  await using other = await TranscriptStage.set();
  const elsewhere = { ...other.place.env, ANTHROPIC_BASE_URL: stage.api.url };
  const second = await say("Two.", { resume: first?.session_id, env: elsewhere });
  assert.deepEqual([second?.result, second?.session_id], ["Two.", first?.session_id]);
  const body = stage.api.requests.at(-1)?.body as Fields;
  assert.match(JSON.stringify(body.messages), /"text":"One\."/);
});
