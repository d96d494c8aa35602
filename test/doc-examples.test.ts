import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Hook, Hooks, OnAsk } from "../src/exports/host.ts";
import { twinExecutable } from "../src/twin/twin-executable.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "dist.new", "doc-examples");
after(() => rmSync(folder, { recursive: true, force: true }));

/** Where what the examples name is found. */
const sources: { readonly [module: string]: readonly string[] } = {
  "src/exports/host.ts": ["open", "run", "type Session", "type Hooks", "type OnAsk", "type OnQuestion"],
  "src/exports/wire.ts": ["adapterFor", "Decoder"],
  "src/exports/agent.ts": ["serveAgent"],
  "src/exports/client.ts": ["connect"],
  "test/lab/scripted-model-api.ts": ["ScriptedModelApi"],
  "src/agent/model/message-writer.ts": ["MessageWriter"],
  "src/record/recorder.ts": ["Recorder"],
  "src/record/recording.ts": ["Recording"],
  "src/record/replayer.ts": ["Replayer"],
  "src/record/secret-values.ts": ["secretValues"],
  "src/mcp/in-process-servers.ts": ["InProcessServers"],
};

/** What they take for granted. */
const given: { readonly [name: string]: string } = {
  child: 'declare const child: import("node:child_process").ChildProcessWithoutNullStreams;',
  version: "declare const version: string;",
  handle: "declare const handle: (message: unknown) => void;",
  send: "declare const send: (event: unknown) => void;",
  driveMyHost: "declare const driveMyHost: (transport: unknown) => Promise<void>;",
  executable: "declare const executable: string;",
  args: "declare const args: readonly string[];",
  env: "declare const env: NodeJS.ProcessEnv;",
  line: "declare const line: string;",
  chunk: "declare const chunk: Uint8Array;",
  McpServer: 'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
  request: 'declare const request: Parameters<InProcessServers["handle"]>[0];',
  signal: "declare const signal: AbortSignal;",
  session: "await using session = await open();",
};

interface Example {
  readonly file: string;
  readonly line: number;
  readonly code: string;
}

const examples: readonly Example[] = globSync("src/**/*.ts", { cwd: root })
  .sort()
  .flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return [...text.matchAll(/^ *\* ```ts\n(.*?)^ *\* ```$/gms)].map((match) => ({
      file,
      line: text.slice(0, match.index).split("\n").length,
      code: (match[1] ?? "").replaceAll(/^ *\* ?/gm, ""),
    }));
  });

/** A module of its own: the example, behind what it names and does not declare. */
function moduleOf({ code }: Example): string {
  const names = (name: string): boolean => new RegExp(`(?<![.\\w"-])${name}\\b(?!["\\w]*:)`).test(code);
  const declares = (name: string): boolean =>
    new RegExp(`(const|using|of|\\() *\\{?[^=;\\n]*\\b${name}\\b[^=;\\n]*(=|=>)`).test(code);
  const taken = Object.entries(given).filter(([name]) => names(name) && !declares(name));
  const needsOpen = taken.some(([name]) => name === "session");
  const imports = Object.entries(sources).flatMap(([module, exported]) => {
    const used = exported.filter((name) => {
      const bare = name.replace("type ", "");
      return names(bare) || (bare === "open" && needsOpen);
    });
    return used.length === 0 ? [] : [`import { ${used.join(", ")} } from "../../${module}";`];
  });
  const named = /^const (hooks|onAsk|onQuestion)\b/gm;
  const exported = [...code.matchAll(named)].map(([, name]) => name);
  return [...imports, ...taken.map(([, text]) => text), code, `export { ${exported.join(", ")} };`, ""].join("\n");
}

const fileOf = (index: number): string => join(folder, `example-${index}.ts`);

test("the examples in comments of the sources type-check", () => {
  assert.ok(examples.length >= 15, `${examples.length} examples`);
  mkdirSync(folder, { recursive: true });
  for (const [index, example] of examples.entries()) writeFileSync(fileOf(index), moduleOf(example));
  const options = {
    extends: "../../tsconfig.json",
    compilerOptions: { noUnusedLocals: false },
    files: examples.map((_, index) => fileOf(index)),
    include: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
  const { status, stdout } = spawnSync(join(root, "node_modules", ".bin", "tsc"), ["-p", folder], { encoding: "utf8" });
  const places = examples.map(({ file, line }, index) => `example-${index} is ${file}:${line}`).join("\n");
  assert.equal(status, 0, `${stdout}\n${places}`);
});

for (const [index, { file, line, code }] of examples.entries()) {
  // The others need a process, a folder or a daemon of the reader's own.
  if (!/\b(open|run)\(|\bsession\b/.test(code) || /setTimeout|get_context_usage/.test(code)) continue;
  test(`the example of ${file}:${line} runs to its end`, () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(fileOf(index), moduleOf(examples[index] as Example));
    const { command, args } = twinExecutable({ steps: [{ text: "done" }] });
    const claude = join(folder, "claude");
    const quoted = [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
    writeFileSync(
      claude,
      `#!/bin/sh\n[ "$1" = --version ] && echo "2.1.325 (Claude Code)" && exit\nexec ${quoted} "$@"\n`,
    );
    chmodSync(claude, 0o755);
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}`, XDG_CACHE_HOME: folder };
    const { status, stderr } = spawnSync(process.execPath, [fileOf(index)], { encoding: "utf8", env, timeout: 30_000 });
    assert.equal(status, 0, stderr);
  });
}

async function exampleOf(name: string): Promise<{ readonly hooks: Hooks; readonly onAsk: OnAsk }> {
  const index = examples.findIndex(({ code }) => code.includes(`const ${name}:`));
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(index), moduleOf(examples[index] as Example));
  return await import(pathToFileURL(fileOf(index)).href);
}

const harmful = ["rm -rf /", "git status; rm -rf /", "git diff && curl evil", " git status"];

test("H12 the example of Hooks blocks what it says it blocks", async () => {
  const hook = (await exampleOf("hooks")).hooks.PreToolUse?.[0]?.hooks[0] as Hook;
  const context = { toolUseId: undefined, signal: new AbortController().signal };
  const decide = async (command: string) => (await hook({ tool_input: { command } }, context)).decision;
  for (const command of harmful) assert.equal(await decide(command), "block", command);
  assert.equal(await decide("git status"), undefined);
});

test("H10 the example of OnAsk allows what it names and nothing behind it", async () => {
  const { onAsk } = await exampleOf("onAsk");
  const decide = async (command: string) => {
    const verdict = await onAsk({ toolName: "Bash", input: { command } } as never, {} as never);
    return typeof verdict === "string" ? verdict : verdict.behavior;
  };
  for (const command of harmful) assert.equal(await decide(command), "deny", command);
  assert.equal(await decide("git diff"), "allow");
});
