import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SettingsPart } from "../../src/agent/hook/configured-hooks.ts";
import type { HookEnd } from "../../src/agent/hook/run-hook.ts";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { type Fields, isFields } from "../../src/wire/fields.ts";
import { answer, asking, Driven, user } from "../agent/drive.ts";
import { type HookCase, hookCase } from "./hook-cases.ts";
import { type Expected, expectedOf } from "./hook-oracle.ts";
import { Random } from "./random.ts";

/** The same with real settings files, real programs and the whole agent: did the tool run, and was anybody asked? */
export async function runHooks(cases: number, seed: number): Promise<void> {
  const random = new Random(seed);
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-fuzz-hooks-")));
  try {
    for (let number = 0; number < cases; number++) {
      const made = realCase(random);
      const isAllowed = random.next() < 0.6;
      const found = await played(made, isAllowed, join(root, String(number)));
      const wanted = outcome(expectedOf(made), isAllowed);
      if (found !== wanted)
        throw new Error(
          `seed ${seed}, run ${number}: ${found} instead of ${wanted}\n${JSON.stringify({ isAllowed, ...made, ends: Object.fromEntries(made.ends) }, null, 1)}`,
        );
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function outcome(expected: Expected, isAllowed: boolean): string {
  if (expected === "deny") return "refused";
  if (expected === "ask") return "asked";
  return expected === "allow" || isAllowed ? "ran" : "asked";
}

/** One that a file of the person and a flag can say, and whose call stays the one that is looked for. */
function realCase(random: Random): HookCase {
  for (;;) {
    const { parts, ends } = hookCase(random);
    const own = parts.find(({ scope }) => scope === "user");
    const flag = parts.find(({ scope }) => scope === "commandLine");
    const found = [own, flag].flatMap((part) => (part === undefined ? [] : [part]));
    const changes = [...ends.values()].some(({ stdout }) => stdout.includes("updatedInput"));
    const isHooked = found.some(({ settings }) => JSON.stringify(settings.hooks)?.includes('"h'));
    if (isHooked && !changes) return { parts: found, ends, tool: "Bash" };
  }
}

async function played({ parts, ends }: HookCase, isAllowed: boolean, folder: string): Promise<string> {
  const [cwd, config, programs] = ["project", "config", "programs"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [cwd, config, programs]) mkdirSync(path, { recursive: true });
  for (const [name, end] of ends) writeProgram(join(programs, name), end);
  const settings = (scope: SettingsPart["scope"]): string => {
    const found = parts.find((part) => part.scope === scope)?.settings ?? {};
    return JSON.stringify(found, (_key, value: unknown) =>
      isFields(value) ? withProgram(value, programs, ends) : value,
    );
  };
  writeFileSync(join(config, "settings.json"), settings("user"));
  const argv = [...asking, "--no-session-persistence", "--settings", settings("commandLine")];
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, CLAUDE_CONFIG_DIR: config };
  const rules = isAllowed ? ["--allowedTools", "Bash"] : [];
  await using agent = new Driven(codingAgent, { argv: [...argv, ...rules], env, cwd, isKnown: false });
  agent.send(user(scripted({ tools: [{ name: "Bash", input: { command: "touch made" } }] }, { text: "done" })));
  let asks = 0;
  for (;;) {
    const frame = await agent.saw("");
    if (frame.type === "control_request") {
      asks++;
      agent.send(answer(frame, { behavior: "deny", message: "no" }));
    }
    if (frame.type !== "result") continue;
    if (existsSync(join(cwd, "made"))) return asks === 0 ? "ran" : "ran although it was asked";
    return asks === 0 ? "refused" : "asked";
  }
}

function withProgram(hook: Fields, programs: string, ends: HookCase["ends"]): Fields {
  const end = typeof hook.command === "string" ? ends.get(hook.command) : undefined;
  if (end === undefined) return hook;
  const timeout = end.how === "timed out" ? { timeout: 0.2 } : {};
  return { ...hook, ...timeout, command: join(programs, String(hook.command)) };
}

function writeProgram(path: string, { stdout, stderr, exitCode, how, isCut }: HookEnd): void {
  // One that is not there stands for what never ran.
  if (exitCode === null && how === "ended") return;
  writeFileSync(`${path}.out`, isCut ? "x".repeat(1_100_000) : stdout);
  const lines = [
    "#!/bin/sh",
    `cat '${path}.out'`,
    `printf '%s' '${stderr}' >&2`,
    how === "timed out" ? "exec sleep 30" : "",
    `exit ${exitCode ?? 0}`,
  ];
  writeFileSync(path, lines.join("\n"));
  chmodSync(path, 0o755);
}
