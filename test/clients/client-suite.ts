import { type TestContext, test } from "node:test";
import type { AgentUnderTest } from "../live/agent-under-test.ts";
import { acpScenarios } from "./acp-scenarios.ts";
import type { Client } from "./client.ts";
import { clientOrSkip } from "./client-or-skip.ts";
import { setClientStage } from "./client-stage.ts";
import { clients } from "./clients.ts";
import { permissionScenarios } from "./permission-scenarios.ts";

const scenarios = [...permissionScenarios, ...acpScenarios];

/** Every client with an agent. Installing a client may take minutes; a scenario may not. */
export function clientSuite(
  title: string,
  findAgent: (test: TestContext) => Promise<AgentUnderTest | undefined>,
): void {
  test(title, { timeout: 1_200_000 }, async (t) => {
    const agent = await findAgent(t);
    if (agent === undefined) return;
    for (const client of clients) await t.test(`G2 ${nameOf(client)}`, (t) => tryClient(t, client, agent));
  });
}

function nameOf({ package: name, version, way }: Client): string {
  return [name, version, way].filter(Boolean).join(" ");
}

async function tryClient(t: TestContext, client: Client, agent: AgentUnderTest): Promise<void> {
  const entry = await clientOrSkip(t, client);
  if (entry === undefined) return;
  for (const scenario of scenarios.filter(({ fits }) => fits?.(client) ?? true)) {
    await t.test(`G2 ${nameOf(client)}: ${scenario.title} (${agent.name})`, { timeout: 60_000 }, async () => {
      await using stage = await setClientStage(agent, entry);
      await scenario.play(client, stage);
    });
  }
}
