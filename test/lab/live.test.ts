import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { cliOrSkip } from "./cli-or-skip.ts";
import { hermetic } from "./hermetic.ts";
import type { InstalledCli } from "./install-cli.ts";
import { ScriptedModelApi } from "./scripted-model-api.ts";

const flags = ["--output-format", "stream-json", "--verbose", "--input-format", "stream-json"];

/** One message to a CLI, and everything it said until it was done. */
async function oneTurn(
  cli: InstalledCli,
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
  content: string,
): Promise<{ lines: Fields[]; code: unknown; stderr: string }> {
  const child = spawn(cli.command, [...cli.args, ...flags], { cwd, env, timeout: 60_000, killSignal: "SIGKILL" });
  const line = { type: "user", message: { role: "user", content }, parent_tool_use_id: null, session_id: "" };
  child.stdin.end(`${JSON.stringify(line)}\n`);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const lines = stdout.split("\n").filter((part) => part !== "");
  return { lines: lines.map((part) => JSON.parse(part) as Fields), code, stderr };
}

for (const version of ["2.1.325", "2.0.76"]) {
  test(`L1 the real ${version} runs a scripted turn with a tool, hermetically`, { timeout: 400_000 }, async (t) => {
    const cli = await cliOrSkip(t, version);
    if (cli === undefined) return;
    await using api = await ScriptedModelApi.start();
    await using place = await hermetic(api.url);
    const read = { name: "Bash", input: { command: "echo from-the-tool", description: "say it" } };
    const prompt = scripted({ text: "Looking.", tools: [read] }, { text: "Done.", repeat: 3 });
    const { lines, code, stderr } = await oneTurn(cli, place, prompt);

    const result = lines.at(-1);
    assert.equal(result?.type, "result", stderr);
    assert.equal(result?.result, "Done.Done.Done.");
    assert.equal(code, 0);
    const init = lines.find(({ type, subtype }) => type === "system" && subtype === "init");
    assert.equal(init?.claude_code_version, version);
    assert.equal(init?.cwd, place.cwd);
    assert.match(JSON.stringify(lines.filter(({ type }) => type === "user")), /from-the-tool/);

    const conversation = api.requests.filter(
      ({ body }) => ((body as Fields | undefined)?.tools as [] | undefined)?.length,
    );
    assert.equal(conversation.length, 2);
    assert.ok(api.requests.every(({ method, path }) => method === "HEAD" || path === "/v1/messages"));
    assert.ok(existsSync(join(place.configFolder, "projects")), "its files are in the folder it was given");
    assert.deepEqual(readdirSync(place.cwd), []);
  });
}

test("L1 the real CLI meets scripted errors and goes on", { timeout: 400_000 }, async (t) => {
  const cli = await cliOrSkip(t, "2.1.325");
  if (cli === undefined) return;
  await using api = await ScriptedModelApi.start();
  await using place = await hermetic(api.url);
  const error = { status: 429, type: "rate_limit_error", message: "slow", times: 1, retryAfter: 0 };
  const { lines } = await oneTurn(cli, place, scripted({ text: "after the retry", error }));
  assert.equal(lines.at(-1)?.result, "after the retry");
  const cut = scripted({ text: "after the cut", cut: { afterChunks: 1, times: 1 } });
  assert.equal((await oneTurn(cli, place, cut)).lines.at(-1)?.result, "after the cut");
});

test("L1 the real CLI takes an answer of 5 MB", { timeout: 400_000 }, async (t) => {
  const cli = await cliOrSkip(t, "2.1.325");
  if (cli === undefined) return;
  await using api = await ScriptedModelApi.start();
  await using place = await hermetic(api.url);
  const { lines } = await oneTurn(cli, place, scripted({ text: "0123456789", repeat: 500_000, chunks: 20 }));
  assert.equal(String(lines.at(-1)?.result).length, 5_000_000);
});
