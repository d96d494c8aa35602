import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenOptions } from "../../src/exports/host.ts";
import { type Fields, isFields } from "../../src/wire/fields.ts";
import { type Hermetic, hermetic } from "../lab/hermetic.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import type { AgentUnderTest } from "./agent-under-test.ts";

/** Where a scenario plays: an agent, a model that says what prompts script, and folders of its own. */
export interface Stage extends AsyncDisposable {
  readonly agent: AgentUnderTest;
  readonly api: ScriptedModelApi;
  readonly place: Hermetic;
  /** The options to start the agent with, hermetically; `more` comes on top. */
  options(more?: OpenOptions): OpenOptions;
}

/** A person has trusted these folders, in the words of Claude Code: without that Bridle's agent runs none of their hooks. */
export function trustFolders({ place }: Stage, ...folders: readonly string[]): void {
  const file = join(place.configFolder, ".claude.json");
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Fields) : {};
  const projects = isFields(known.projects) ? known.projects : {};
  const trusted = folders.map((folder) => [folder, { ...(projects[folder] as Fields), hasTrustDialogAccepted: true }]);
  writeFileSync(file, JSON.stringify({ ...known, projects: { ...projects, ...Object.fromEntries(trusted) } }));
}

/** Longer than any scenario takes: what hangs shall fail as itself and not as the test's own time limit. */
const sessionTimeoutMs = 45_000;

export async function setStage(agent: AgentUnderTest): Promise<Stage> {
  const api = await ScriptedModelApi.start();
  const place = await hermetic(api.url);
  const { executable, executableArgs, version } = agent;
  return {
    agent,
    api,
    place,
    options: (more = {}) => ({
      executable,
      executableArgs,
      agentVersion: version,
      cwd: place.cwd,
      env: place.env,
      // Some versions start in another mode and ask nothing.
      permissionMode: "default",
      stderr: "tail",
      timeoutMs: sessionTimeoutMs,
      ...more,
    }),
    [Symbol.asyncDispose]: async () => {
      await api.close();
      await place.dispose();
    },
  };
}
