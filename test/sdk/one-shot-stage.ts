import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { type Hermetic, hermetic } from "../lab/hermetic.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import type { AgentUnderTest } from "../live/agent-under-test.ts";

/** Where an agent is run as a command, with a model that says what prompts script and folders of its own. */
export interface OneShotStage extends AsyncDisposable {
  readonly api: ScriptedModelApi;
  readonly place: Hermetic;
  /** Runs the agent to its end. */
  run(args: readonly string[], input?: OneShotInput): Promise<OneShot>;
}

interface OneShotInput {
  /** What is piped in; "open" is a pipe that nobody writes to or closes. Without it there is nothing to read. */
  readonly stdin?: string | { readonly stays: "open" };
  /** Sent once the model was asked. */
  readonly signal?: NodeJS.Signals;
}

interface OneShot {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
}

/** A command that takes longer is killed. */
const commandMs = 30_000;

export async function setOneShotStage({ executable, executableArgs }: AgentUnderTest): Promise<OneShotStage> {
  const api = await ScriptedModelApi.start();
  const place = await hermetic(api.url);
  const { cwd, env } = place;
  const run: OneShotStage["run"] = async (args, { stdin = "", signal } = {}) => {
    const ending = { timeout: commandMs, killSignal: "SIGKILL" } as const;
    const child = spawn(executable, [...executableArgs, ...args], { cwd, env, ...ending });
    // An agent that does not read has closed the pipe.
    child.stdin.on("error", () => undefined);
    if (typeof stdin === "string") child.stdin.end(stdin);
    const asked = api.requests.length;
    const sendSignal = async (): Promise<void> => {
      if (signal === undefined) return;
      await api.waitFor("a request", ({ requests }) => requests.length > asked);
      child.kill(signal);
    };
    try {
      const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close"), sendSignal()]);
      const [stdout, stderr, [exitCode]] = await ended;
      return { stdout, stderr, exitCode: exitCode as number | null };
    } finally {
      child.kill("SIGKILL");
    }
  };
  const dispose = async (): Promise<void> => {
    await api.close();
    await place.dispose();
  };
  return { api, place, run, [Symbol.asyncDispose]: dispose };
}
