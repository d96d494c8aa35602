import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { type Fields, objects, texts } from "../../src/wire/fields.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { hermetic } from "../lab/hermetic.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { AgentProcess } from "./agent-process.ts";
import { asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("notebooks");

const image = Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64");
const cells = [
  { cell_type: "markdown", id: "m1", metadata: {}, source: ["# Title\n", "text"] },
  {
    cell_type: "code",
    id: "c1",
    metadata: {},
    execution_count: 3,
    source: "print(1)\nx",
    outputs: [
      { output_type: "stream", name: "stdout", text: ["1\n", "2\n"] },
      { output_type: "execute_result", data: { "text/plain": ["'res'"], "image/png": image }, metadata: {} },
      { output_type: "error", ename: "NameError", evalue: "x", traceback: ["tb1", "tb2"] },
    ],
  },
  { cell_type: "code", metadata: {}, execution_count: null, source: [], outputs: [] },
  { cell_type: "raw", id: "r1", metadata: {}, source: "raw" },
];

function layNotebooks(cwd: string): void {
  const put = (name: string, nbformat_minor: number): void => {
    const notebook = { cells, metadata: { language_info: { name: "python" } }, nbformat: 4, nbformat_minor };
    writeFileSync(join(cwd, name), JSON.stringify(notebook, null, 1));
  };
  put("a.ipynb", 5);
  put("old.ipynb", 4);
  put("unread.ipynb", 5);
}

const edit = (cwd: string, name: string, input: Fields) => ({
  tools: [{ name: "NotebookEdit", input: { notebook_path: join(cwd, name), new_source: "z", ...input } }],
});
const read = (cwd: string, name: string) => ({ tools: [{ name: "Read", input: { file_path: join(cwd, name) } }] });

const steps = (cwd: string) => [
  edit(cwd, "unread.ipynb", { cell_id: "c1" }),
  read(cwd, "a.ipynb"),
  read(cwd, "old.ipynb"),
  edit(cwd, "a.ipynb", { cell_id: "c1" }),
  edit(cwd, "a.ipynb", { cell_id: "m1", cell_type: "markdown", edit_mode: "insert" }),
  edit(cwd, "a.ipynb", { cell_type: "code", edit_mode: "insert" }),
  edit(cwd, "a.ipynb", { cell_id: "r1", edit_mode: "delete" }),
  edit(cwd, "a.ipynb", { cell_id: "cell-1" }),
  edit(cwd, "a.ipynb", { cell_id: "nope" }),
  edit(cwd, "a.ipynb", { cell_id: "cell-99" }),
  edit(cwd, "a.ipynb", {}),
  edit(cwd, "a.ipynb", { edit_mode: "insert" }),
  edit(cwd, "a.txt", { cell_id: "c1" }),
  edit(cwd, "old.ipynb", { cell_id: "cell-0", cell_type: "code", edit_mode: "insert" }),
  read(cwd, "a.ipynb"),
];

/** What the model and the host were told of each call, without what differs from run to run. */
function resultsOf(frames: readonly Fields[], cwd: string): unknown[] {
  const results = frames.flatMap(({ type, message, tool_use_result: details }) => {
    const [block] = type === "user" ? objects((message as Fields).content) : [];
    return block?.type === "tool_result" ? [{ content: block.content, isError: block.is_error === true, details }] : [];
  });
  const made = results.flatMap(({ details }) => {
    const { edit_mode, cell_id } = (details ?? {}) as Fields;
    return edit_mode === "insert" && cell_id !== undefined ? [String(cell_id)] : [];
  });
  let text = JSON.stringify(results).replaceAll(cwd, "CWD");
  for (const [index, id] of made.entries()) text = text.replaceAll(id, `NEW${index}`);
  return JSON.parse(text) as unknown[];
}

async function ours(): Promise<unknown[]> {
  await using api = await ScriptedModelApi.start();
  const cwd = folder();
  layNotebooks(cwd);
  const argv = [...asking, "--permission-mode", "acceptEdits"];
  const env = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url });
  await using agent = new Driven(codingAgent, { argv, env, cwd });
  agent.send(user(scripted(...steps(cwd), { text: "done" })));
  await agent.saw("result success done");
  return resultsOf(agent.frames, cwd);
}

test("G5 notebooks are read and edited with the words and the objects of Claude Code 2.1.325", async (t) => {
  const cli = await cliOrSkip(t, "2.1.325");
  if (cli === undefined) return;
  await using api = await ScriptedModelApi.start();
  await using place = await hermetic(api.url);
  layNotebooks(place.cwd);
  await using agent = new AgentProcess({
    command: [cli.command, ...cli.args],
    argv: [...asking.filter((flag) => flag !== "--scripted-without-key"), "--permission-mode", "acceptEdits"],
    env: place.env,
    cwd: place.cwd,
  });
  agent.send(user(scripted(...steps(place.cwd), { text: "done" })));
  await agent.saw("result success done");
  const theirs = resultsOf(agent.frames, place.cwd);
  assert.equal(theirs.length, steps("").length);
  assert.deepEqual(await ours(), theirs);
});

test("G6 NotebookEdit is judged as an edit of its file: modes, deny rules and protected paths", async () => {
  const cases: readonly (readonly [
    mode: string,
    deny: readonly string[],
    name: string,
    verdict: "done" | "asked" | "denied",
  ])[] = [
    ["acceptEdits", [], "a.ipynb", "done"],
    ["default", [], "a.ipynb", "asked"],
    ["plan", [], "a.ipynb", "asked"],
    ["acceptEdits", ["Edit(./a.ipynb)"], "a.ipynb", "denied"],
    ["acceptEdits", ["Edit(*.ipynb)"], "./x/../a.ipynb", "denied"],
    ["acceptEdits", [], ".git/a.ipynb", "asked"],
    ["acceptEdits", [], "../outside.ipynb", "asked"],
  ];
  for (const [mode, deny, name, verdict] of cases) {
    const root = folder();
    const cwd = join(root, "work");
    for (const made of ["", "x", ".git"]) mkdirSync(join(cwd, made), { recursive: true });
    for (const place of ["a.ipynb", ".git/a.ipynb", "../outside.ipynb"])
      writeFileSync(join(cwd, place), JSON.stringify({ cells, nbformat: 4, nbformat_minor: 5 }));
    const argv = [
      ...asking,
      "--permission-mode",
      mode,
      "--settings",
      JSON.stringify({ permissions: { deny, allow: ["Read"] } }),
    ];
    await using agent = new Driven(codingAgent, { argv, env: environment(), cwd });
    const path = `${cwd}/${name}`;
    const call = { tools: [{ name: "NotebookEdit", input: { notebook_path: path, new_source: "z", cell_id: "c1" } }] };
    agent.send(user(scripted({ tools: [{ name: "Read", input: { file_path: path } }] }, call, { text: "done" })));
    if (verdict === "asked") {
      const { request_id } = await agent.saw("asks can_use_tool NotebookEdit");
      const response = { subtype: "success", request_id, response: { behavior: "deny", message: "no" } };
      agent.send({ type: "control_response", response });
    }
    await agent.saw("result success done");
    const asked = agent.labels.some((label) => label.startsWith("asks can_use_tool"));
    const isChanged = JSON.parse(readFileSync(join(cwd, name), "utf8")).cells[1].source === "z";
    assert.equal(isChanged ? "done" : asked ? "asked" : "denied", verdict, `${mode} ${deny} ${name}`);
    const init = agent.frames.find(({ subtype }) => subtype === "init");
    assert.ok(texts(init?.tools).includes("NotebookEdit"));
  }
});
