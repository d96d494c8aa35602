import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { AgentProcess } from "./agent-process.ts";
import { asking, user } from "./drive.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "bridle-agent-search-")));
after(() => rmSync(folder, { recursive: true, force: true }));
const cwd = join(folder, "project");
mkdirSync(cwd);
writeFileSync(join(cwd, "hay.txt"), "one\na needle\n");

// No ripgrep there: the thread that searches is a file of the package.
const env = { PATH: "/nowhere", HOME: folder, TMPDIR: folder, BRIDLE_AGENT_DB: join(folder, "agent.db") };

async function told(prompt: string, argv: readonly string[]): Promise<string> {
  await using agent = new AgentProcess({ env, cwd, argv });
  agent.send(user(prompt));
  agent.child.stdin.end();
  assert.equal(await agent.ended(), 0, agent.stderr);
  return agent.stdout;
}

test("G5 the agent as it is installed finds files and searches them without ripgrep", async () => {
  const prompt = scripted(
    { tools: [{ name: "Glob", input: { pattern: "*.txt" } }] },
    { tools: [{ name: "Grep", input: { pattern: "needle", output_mode: "content", "-B": 1 } }] },
    { text: "Done." },
  );
  const said = await told(prompt, asking);
  assert.ok(said.includes('"content":"hay.txt"'), said);
  assert.ok(said.includes(JSON.stringify("hay.txt-1-one\nhay.txt:2:a needle")), said);
});

test("G5 in the words of seed 001 the options of Grep are called as they are everywhere", async () => {
  const input = { pattern: "needle", outputMode: "content", "-B": 1, headLimit: 5 };
  const prompt = scripted({ tools: [{ name: "grep", input }] }, { text: "Done." });
  const said = await told(prompt, ["--stdio", "--db", join(folder, "seed.db")]);
  assert.ok(said.includes("hay.txt-1-one"), said);
});
