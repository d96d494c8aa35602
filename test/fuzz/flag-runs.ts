import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { answer, asking, Driven, user } from "../agent/drive.ts";
import type { GivenFlag } from "./flag-cases.ts";
import { commandLine } from "./fuzz-flags.ts";
import { Random } from "./random.ts";

const touching = scripted({ tools: [{ name: "Bash", input: { command: "touch made" } }] }, { text: "done" });

/** Whole agents with such command lines: a call that one flag alone stops is not made; what cannot be decided is exit 1. */
export async function runFlags(cases: number, seed: number): Promise<void> {
  const random = new Random(seed);
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-fuzz-flags-")));
  try {
    for (let number = 0; number < cases; number++) {
      const { argv, given, isDoubtful } = commandLine(random, [[]]);
      const found = await played(argv, join(root, String(number)));
      const stopped = given.some(stops) || !offersBash(given);
      const isFine = isDoubtful ? found === "exit 1" : found === "ran" ? !stopped : found === "stopped" && stopped;
      if (!isFine)
        throw new Error(`seed ${seed}, run ${number}: ${found}\n${JSON.stringify({ argv, isDoubtful, stopped })}`);
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Where Bash is allowed, and nobody says yes to what is asked. */
function stops({ name, value = "" }: GivenFlag): boolean {
  switch (name) {
    case "disallowedTools":
      // Each value names Bash, or a tool whose rules hold for what commands do with files.
      return true;
    case "managed-settings":
    case "settings":
      return value !== "{}";
    case "permission-mode":
      return value === "plan";
    default:
      return false;
  }
}

/** All lists of tools are one; with `--restricted` it has to name Bash itself. */
function offersBash(given: readonly GivenFlag[]): boolean {
  const lists = given.flatMap(({ name, value = "" }) => (name === "tools" ? [value] : []));
  const tools = lists.length === 0 ? "default" : lists.join();
  if (tools.includes("default")) return !given.some(({ name }) => name === "restricted");
  return tools.includes("Bash");
}

async function played(argv: readonly string[], folder: string): Promise<string> {
  const cwd = join(folder, "project");
  mkdirSync(cwd, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, CLAUDE_CONFIG_DIR: join(folder, "config") };
  const line = [...asking, "--model=scripted", "--allowedTools=Bash", ...argv];
  const agent = new Driven(codingAgent, { argv: line, env, cwd, isKnown: false });
  agent.send(user(touching));
  const ended = agent.exit.then((code) => `exit ${code}`);
  for (;;) {
    const frame = await Promise.race([agent.saw(""), ended]);
    if (typeof frame === "string") return frame;
    if (frame.type === "control_request") agent.send(answer(frame, { behavior: "deny", message: "no" }));
    if (frame.type !== "result") continue;
    await agent.finish();
    return existsSync(join(cwd, "made")) ? "ran" : "stopped";
  }
}
