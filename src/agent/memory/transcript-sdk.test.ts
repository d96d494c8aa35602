import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { hermetic } from "../../../test/lab/hermetic.ts";
import { installAgentSdk } from "../../../test/lab/install-agent-sdk.ts";
import { InstallFailure } from "../../../test/lab/install-failure.ts";
import type { Fields } from "../../wire/fields.ts";
import type { Entry } from "./entry.ts";
import { TranscriptFile } from "./transcript-file.ts";
import { transcriptPath } from "./transcript-path.ts";

const sdkVersion = "0.3.325";
const version = "2.1.325";

async function sdkOrSkip(t: TestContext): Promise<string | undefined> {
  try {
    return await installAgentSdk(sdkVersion);
  } catch (error) {
    if (process.env.CI === "true" || !(error instanceof InstallFailure) || !error.isEnvironment) throw error;
    t.skip(`the Agent SDK ${sdkVersion} is not here: ${error.message}`);
    return undefined;
  }
}

/** What the SDK says, asked in a process that knows nothing of this machine's own sessions. */
function ask(sdk: string, env: Readonly<Record<string, string>>, expression: string): unknown {
  const program = `
    const sdk = await import(${JSON.stringify(pathToFileURL(sdk).href)});
    process.stdout.write(JSON.stringify(await (${expression})) ?? "null");`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { env });
  assert.ok(stdout.length > 0, stderr.toString());
  return JSON.parse(stdout.toString());
}

function turn(text: string): Entry[] {
  const [id, tool] = [randomUUID(), randomUUID()];
  const message = { id, type: "message", model: "m", usage: { input_tokens: 1, output_tokens: 1 } };
  return [
    { uuid: randomUUID(), role: "user", content: text },
    { uuid: randomUUID(), role: "assistant", content: [{ type: "text", text: "Looking." }], message },
    {
      uuid: randomUUID(),
      role: "assistant",
      content: [{ type: "tool_use", id: tool, name: "Bash", input: {} }],
      message,
    },
    { uuid: randomUUID(), role: "user", content: [{ type: "tool_result", tool_use_id: tool, content: "hi" }] },
    { uuid: randomUUID(), role: "assistant", content: [{ type: "text", text: "Done." }], message },
  ];
}

test("G2 the official SDK lists and reads our transcripts, a fork and a title with them", {
  timeout: 300_000,
}, async (t) => {
  const sdk = await sdkOrSkip(t);
  if (sdk === undefined) return;
  await using place = await hermetic("http://127.0.0.1:9");
  const { cwd, configFolder, env } = place;
  const [id, forkId] = [randomUUID(), randomUUID()];
  const onFailure = (error: Error): never => assert.fail(error);
  const options = { cwd, version, onFailure, gitBranch: () => "main" };
  const path = transcriptPath(configFolder, cwd, id);

  const original = new TranscriptFile({ ...options, path, sessionId: id });
  // Longer than what the SDK reads of either end of a file to list it.
  const long = "x".repeat(100_000);
  const first = turn(`hello ${long}`);
  await original.append(first);
  const resumed = new TranscriptFile({ ...options, path, sessionId: id, history: first });
  const second = turn("and again");
  await resumed.append(second);
  const late: Entry = { uuid: randomUUID(), role: "assistant", content: [{ type: "text", text: long }] };
  await resumed.append([late]);
  const history = [...first, ...second, late];
  const fork = new TranscriptFile({
    ...options,
    path: transcriptPath(configFolder, cwd, forkId),
    sessionId: forkId,
    history,
  });
  const third = turn("in the fork");
  await fork.append(third);
  await fork.setTitle("The fork");

  const sessions = ask(sdk, env, `sdk.listSessions({ dir: ${JSON.stringify(cwd)} })`) as Fields[];
  const facts = new Map(
    sessions.map(({ sessionId, summary, customTitle, cwd }) => [sessionId, { summary, customTitle, cwd }]),
  );
  assert.equal(facts.size, 2);
  assert.deepEqual(facts.get(id), { summary: "and again", customTitle: undefined, cwd });
  assert.deepEqual(facts.get(forkId), { summary: "The fork", customTitle: "The fork", cwd });
  assert.equal(sessions.find(({ sessionId }) => sessionId === id)?.gitBranch, "main");

  for (const [sessionId, entries] of [
    [id, history],
    [forkId, [...history, ...third]],
  ] as const) {
    const messages = ask(sdk, env, `sdk.getSessionMessages(${JSON.stringify(sessionId)})`) as Fields[];
    assert.deepEqual(
      messages.map(({ type, uuid, session_id, message }) => ({ type, uuid, session_id, message })),
      entries.map(({ uuid, role, content, message }) => ({
        type: role,
        uuid,
        session_id: sessionId,
        message: { ...message, role, content },
      })),
    );
  }
});

test("G2 the official SDK finds the transcript of a folder with a very long path", { timeout: 300_000 }, async (t) => {
  const sdk = await sdkOrSkip(t);
  if (sdk === undefined) return;
  await using place = await hermetic("http://127.0.0.1:9");
  const { configFolder, env } = place;
  const cwd = `/tmp/${"a_ü.b/".repeat(50)}end`;
  const sessionId = randomUUID();
  const path = transcriptPath(configFolder, cwd, sessionId);
  await new TranscriptFile({ path, cwd, version, sessionId }).append(turn("hello"));
  const sessions = ask(sdk, env, `sdk.listSessions({ dir: ${JSON.stringify(cwd)} })`) as Fields[];
  assert.deepEqual(
    sessions.map(({ sessionId, summary }) => [sessionId, summary]),
    [[sessionId, "hello"]],
  );
});
