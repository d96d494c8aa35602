import { test } from "node:test";
import { agentSdkOrSkip } from "./agent-sdk.ts";
import { type FindAgent, playScenarios } from "./play-scenarios.ts";
import { sdkScenarios } from "./sdk-scenarios.ts";
import { setSdkStage } from "./sdk-stage.ts";

/** Every scenario in which the official SDK drives the agent. Installing may take minutes; a scenario may not. */
export function sdkSuite(name: string, findAgent: FindAgent): void {
  test(`the official SDK drives ${name}`, { timeout: 900_000, concurrency: 2 }, async (t) => {
    const agent = await findAgent(t);
    const sdk = agent && (await agentSdkOrSkip(t));
    if (agent === undefined || sdk === undefined) return;
    await playScenarios(t, agent, sdkScenarios, () => setSdkStage(agent, sdk));
  });
}
