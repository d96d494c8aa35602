import { AcpSession } from "./acp-session.ts";
import type { Client, Errand, Outcome, Turn } from "./client.ts";

/** An adapter of the Agent Client Protocol. */
export function acpClient(adapter: Omit<Client, "asks" | "speaksAcp" | "play">): Client {
  return { ...adapter, asks: "by control request", speaksAcp: true, play };
}

async function play(errand: Errand): Promise<Outcome> {
  await using session = await AcpSession.open(errand);
  const turns: Turn[] = [];
  for (const prompt of errand.prompts) turns.push(await session.prompt(prompt));
  return { asked: session.asked, turns };
}
