import { test } from "node:test";
import { oneShotScenarios } from "./one-shot-scenarios.ts";
import { setOneShotStage } from "./one-shot-stage.ts";
import { type FindAgent, playScenarios } from "./play-scenarios.ts";

/** Every scenario in which the agent is a command that answers once. */
export function oneShotSuite(name: string, findAgent: FindAgent): void {
  test(`a command line runs ${name} once`, { timeout: 900_000, concurrency: 2 }, async (t) => {
    const agent = await findAgent(t);
    if (agent === undefined) return;
    await playScenarios(t, agent, oneShotScenarios, () => setOneShotStage(agent));
  });
}
