import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
import { isBridleError, type OpenOptions, open, type TurnResult } from "../../src/exports/host.ts";
import type { RecordedLine, RecordedSession } from "../../src/record/recorded-line.ts";
import { Recording } from "../../src/record/recording.ts";
import { Replayer } from "../../src/record/replayer.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { setStage } from "./stage.ts";

/** A server of the SDK lives for one connection. */
function calculator(): McpServer {
  const server = new McpServer({ name: "calc", version: "1.0.0" });
  server.registerTool("add", { inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => ({
    content: [{ type: "text", text: String(a + b) }],
  }));
  return server;
}

const option = (label: string) => ({ label, description: `take ${label}` });
const questions = [{ question: "Which?", header: "It", multiSelect: false, options: [option("One"), option("Two")] }];
const prompt = scripted(
  { text: "Working.", tools: [{ name: "Bash", input: { command: "echo made > made.txt", description: "make it" } }] },
  { tools: [{ name: "mcp__calc__add", input: { a: 2, b: 3 } }] },
  { tools: [{ name: "AskUserQuestion", input: { questions } }] },
  { text: "Done." },
);

/** What the host does, live and again: asks, questions, hooks, an in-process tool, a call of its own, two turns. */
async function drive(options: OpenOptions): Promise<TurnResult[]> {
  await using session = await open({
    ...options,
    partialMessages: true,
    mcpServers: { calc: calculator() },
    allowedTools: ["mcp__calc__add"],
    hooks: { PostToolUse: [{ matcher: "Bash", hooks: [() => ({ systemMessage: "seen" })] }] },
    onAsk: () => ({ behavior: "allow" }),
    onQuestion: () => ({ "Which?": "Two" }),
  });
  const first = await (await session.send(prompt)).result;
  await session.setModel("claude-3-5-haiku-20241022");
  const second = await (await session.send(scripted({ text: "And more." }))).result;
  return [first, second];
}

/** The recording with one byte of one line changed, inside its last string. */
function withChangedByte(recording: Recording, number: number): RecordedSession {
  const change = (line: RecordedLine): RecordedLine => {
    if (line.number !== number || !("frame" in line)) return line;
    const json = line.json.replace(/\w(?="[^"]*$)/, (last) => (last === "x" ? "y" : "x"));
    assert.notEqual(json, line.json);
    return { ...line, json, frame: JSON.parse(json) as unknown };
  };
  return { meta: recording.meta, lines: () => [...recording.lines()].map(change) };
}

for (const version of ["2.1.325", "2.0.76"]) {
  test(`H19 a session with Claude Code ${version} replays without it, and a changed answer fails the replay`, {
    timeout: 400_000,
  }, async (t) => {
    const cli = await cliOrSkip(t, version);
    if (cli === undefined) return;
    const agent = { name: "Claude Code", version, executable: cli.command, executableArgs: cli.args };
    await using stage = await setStage(agent);
    const folder = join(stage.place.home, "recording");
    const live = await drive(stage.options({ record: folder }));
    assert.deepEqual(
      live.map(({ text }) => text),
      ["Done.", "And more."],
    );
    const recorded = readFileSync(join(folder, "frames.ndjson"), "utf8");
    assert.ok(!recorded.includes(stage.place.env.ANTHROPIC_API_KEY ?? "?"));
    const requests = stage.api.requests.length;

    const replay = async (recording: RecordedSession): Promise<[Replayer, TurnResult[] | undefined]> => {
      const replayer = new Replayer(recording, { side: "agent", timeoutMs: 5_000 });
      const { transport } = replayer;
      const options = { transport, agentVersion: version, cwd: stage.place.cwd, env: stage.place.env };
      return [replayer, await drive(options).catch(() => undefined)];
    };
    const recording = new Recording(folder);
    const [replayer, again] = await replay(recording);
    await replayer.done;
    assert.deepEqual(
      again?.map(({ text, outcome }) => [text, outcome]),
      live.map(({ text, outcome }) => [text, outcome]),
    );
    assert.equal(stage.api.requests.length, requests, "nobody asked the model");

    const answers = [...recording.lines()].filter(
      (line) => line.dir === ">" && "frame" in line && line.json.includes('"control_response"'),
    );
    assert.ok(answers.length >= 6, `${answers.length} answers`);
    for (const { number } of answers) {
      const [changed] = await replay(withChangedByte(recording, number));
      await assert.rejects(changed.done, (error) => isBridleError(error, "replay_mismatch"), `line ${number}`);
    }
  });
}
