import assert from "node:assert/strict";
import { join } from "node:path";
import { type Hermetic, hermetic } from "../lab/hermetic.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import type { AgentUnderTest } from "../live/agent-under-test.ts";
import { isRunning } from "../live/processes.ts";
import { until } from "../live/until.ts";
import { agentCommand } from "./agent-command.ts";
import type { Errand, Verdict } from "./client.ts";

/** Where a client meets an agent. */
export interface ClientStage extends AsyncDisposable {
  readonly place: Hermetic;
  /** All that a client is told but the prompts. */
  errand(verdict: Verdict): Omit<Errand, "prompts">;
  /** A file in the folder of the agent. */
  file(name: string): string;
  /** Fails unless the client started this agent, and left none of it running. */
  agentsEnded(): Promise<void>;
}

export async function setClientStage(agent: AgentUnderTest, entry: string): Promise<ClientStage> {
  const api = await ScriptedModelApi.start();
  const place = await hermetic(api.url);
  const command = await agentCommand(agent, join(place.home, "bin"));
  return {
    place,
    errand: (verdict) => ({ entry, command: command.path, place, verdict }),
    file: (name) => join(place.cwd, name),
    agentsEnded: async () => {
      const pids = await command.pids();
      assert.ok(pids.length > 0, "the client started another agent");
      await until("the agent ends with its client", () => !pids.some(isRunning), 20_000);
    },
    [Symbol.asyncDispose]: async () => {
      await api.close();
      await place.dispose();
    },
  };
}
