import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { type Fields, isFields, objects } from "../../src/wire/fields.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { installAgentSdk } from "../lab/install-agent-sdk.ts";
import { agentSdkOrSkip, sdkVersion } from "../sdk/agent-sdk.ts";
import { longConversation, task } from "./long-conversation.ts";
import { bridle, type Command, claude, TranscriptStage } from "./transcript-stage.ts";

/** Runs a function of the SDK in a process that knows nothing of this machine's own sessions. */
async function inSdk(stage: TranscriptStage, body: string): Promise<unknown> {
  const module = pathToFileURL(await installAgentSdk(sdkVersion)).href;
  const program = `
    const sdk = await import(${JSON.stringify(module)});
    const dir = ${JSON.stringify(stage.place.cwd)};
    process.stdout.write(JSON.stringify(await (async () => { ${body} })()) ?? "null");`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    env: stage.place.env,
  });
  assert.ok(stdout.length > 0, stderr.toString());
  return JSON.parse(stdout.toString());
}

/** A message in words that two programs share. */
function messageShape({ type, message, uuid: _, session_id: __, timestamp: ___, ...facts }: Fields): unknown[] {
  const { content } = isFields(message) ? message : {};
  const said = typeof content === "string" ? "text" : objects(content).map((block) => block.type);
  const parent = facts.parent_tool_use_id === null ? null : "a call";
  return [type, said, Object.keys(facts).sort(), parent];
}

/** What a terminal shows of a command that was typed is not in our transcripts. */
function isSaid({ isCompletedLocalCommand }: Fields): boolean {
  return isCompletedLocalCommand !== true;
}

function infoShape(info: unknown): Fields {
  const fields = info as Fields;
  const { summary, firstPrompt, customTitle, tag, gitBranch } = fields;
  return { keys: Object.keys(fields).sort(), summary, firstPrompt, customTitle, tag, gitBranch };
}

/** What every function of the SDK that is about sessions makes of what an agent left. */
async function sessionFacts(command: Command): Promise<Fields> {
  await using stage = await TranscriptStage.set();
  const id = await longConversation(stage, command);
  const two = scripted({ text: "Two tasks.", tools: [task({ text: "A." }), task({ text: "B." })] }, { text: "Done." });
  const [parallel] = await stage.say(command, two);
  const other = String(parallel?.session_id);
  const messages = async (session: string): Promise<unknown[]> =>
    objects(await inSdk(stage, `return sdk.getSessionMessages("${session}", { dir });`))
      .filter(isSaid)
      .map(messageShape);
  const listed = async (): Promise<Fields> => {
    const list = objects(await inSdk(stage, "return sdk.listSessions({ dir });"));
    const name = (session: unknown): string => (session === id ? "long" : session === other ? "parallel" : "fork");
    return Object.fromEntries(list.map((info) => [name(info.sessionId), infoShape(info)]));
  };
  const subAgents = async (session: string): Promise<unknown[]> => {
    const ids = (await inSdk(stage, `return sdk.listSubagents("${session}", { dir });`)) as string[];
    const read = (agent: string): Promise<unknown> =>
      inSdk(stage, `return sdk.getSubagentMessages("${session}", "${agent}", { dir });`);
    return Promise.all(ids.map(async (agent) => objects(await read(agent)).map(messageShape)));
  };
  const before = { list: await listed(), long: await messages(id), parallel: await messages(other) };
  const workers = { long: await subAgents(id), parallel: await subAgents(other) };
  const change = `
    await sdk.renameSession("${id}", "A name", { dir });
    await sdk.tagSession("${id}", "a tag", { dir });
    const fork = await sdk.forkSession("${other}", { dir });
    return [await sdk.getSessionInfo("${id}", { dir }), fork.sessionId];`;
  const [renamed, fork] = (await inSdk(stage, change)) as [unknown, string];
  const forked = { list: await listed(), messages: await messages(fork) };
  const [resumed] = await stage.say(command, scripted({ text: "In the fork." }), "--resume", fork);
  assert.equal(resumed?.session_id, fork);
  const told = JSON.stringify(stage.api.requests.at(-1)?.body);
  const after = await messages(fork);
  const left = await inSdk(stage, `await sdk.deleteSession("${other}", { dir }); return sdk.listSessions({ dir });`);
  const gone = !objects(left).some(({ sessionId }) => sessionId === other);
  return { before, workers, renamed: infoShape(renamed), forked, toldFork: /Two tasks\./.test(told), after, gone };
}

async function readyOrSkip(t: TestContext): Promise<Command | undefined> {
  const cli = await cliOrSkip(t, "2.1.325");
  return cli === undefined || (await agentSdkOrSkip(t)) === undefined ? undefined : claude(cli);
}

test("G2 the official SDK lists, reads, renames, tags, forks and deletes our sessions as it does Claude Code's", {
  timeout: 300_000,
}, async (t) => {
  const command = await readyOrSkip(t);
  if (command === undefined) return;
  const ours = await sessionFacts(bridle);
  assert.deepEqual(ours, await sessionFacts(command));
  assert.deepEqual([ours.toldFork, ours.gone], [true, true]);
});
