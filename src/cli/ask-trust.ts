import { type AwaitingTrust, awaitingTrust } from "../agent/permission/awaiting-trust.ts";
import { TrustStore } from "../agent/permission/trust-store.ts";
import type { BridleClient } from "../api/client.ts";
import { oneLine, styled } from "./output.ts";
import { typedLines } from "./typed-lines.ts";

/** What the settings in a folder would bring, a line each. */
export function tellAwaiting(awaiting: readonly AwaitingTrust[]): void {
  for (const { file, brings } of awaiting) {
    process.stderr.write(`${file}\n`);
    for (const line of brings) process.stderr.write(`  ${oneLine(line, 200)}\n`);
  }
}

/**
 * Asks the person at the terminal, once, whether the settings in the folder may allow something. Only Bridle's own agent is
 * told by it: others look after that themselves. Whoever says no is asked again the next time, and nothing is lost.
 */
export async function askTrust(client: BridleClient, folder: string, agent: string | undefined): Promise<void> {
  const awaiting = awaitingTrust(folder, process.env);
  if (awaiting.length === 0 || !(await isOwnAgent(client, agent))) return;
  process.stderr.write(`${styled("yellow", "?")} The settings in ${folder} came with it, and say:\n`);
  tellAwaiting(awaiting);
  process.stderr.write("  Trust this folder, so that they count in full? Type y, or anything else for no, and Enter: ");
  if (/^\s*y(es)?\s*$/i.test(await typedLine())) new TrustStore(process.env).trust(folder);
  else process.stderr.write(styled("dim", `  they only restrict; bridle trust '${folder}' changes that\n`));
}

async function isOwnAgent(client: BridleClient, agent: string | undefined): Promise<boolean> {
  if (agent !== undefined) return agent === "bridle";
  const { agents } = await client.daemon.healthDetails({});
  return agents.some(({ name, isDefault }) => isDefault && name === "bridle");
}

function typedLine(): Promise<string> {
  return new Promise((resolve) => {
    const lines = typedLines(
      (line) => {
        lines[Symbol.dispose]();
        resolve(line);
      },
      () => resolve(""),
    );
  });
}
