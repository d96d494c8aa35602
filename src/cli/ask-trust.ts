import { TrustStore } from "../agent/permission/trust-store.ts";
import { type AwaitingTrust, foldersAwaitingTrust } from "../agent/trust/awaiting-trust.ts";
import type { BridleClient } from "../api/client.ts";
import { spelledOut, styled } from "./output.ts";
import { typedLines } from "./typed-lines.ts";

/** What a folder would bring, each thing on a line of its own and whole: nobody agrees to what they were not shown. */
export function awaitingText(awaiting: readonly AwaitingTrust[]): string {
  const lines = awaiting.flatMap(({ file, brings }) => [file, ...brings.map((line) => `  ${line}`)]);
  return lines.map((line) => `${spelledOut(line)}\n`).join("");
}

/**
 * Asks the person at the terminal, once, whether what came with the folder may allow something and run its programs: before
 * any of them runs. Only Bridle's own agent is told by it: others look after that themselves. Whoever says no is asked
 * again the next time, and nothing is lost.
 */
export async function askTrust(client: BridleClient, folder: string, agent: string | undefined): Promise<void> {
  const waiting = foldersAwaitingTrust(folder, process.env);
  if (waiting.length === 0 || !(await isOwnAgent(client, agent))) return;
  for (const one of waiting) await askAbout(one.folder, one.awaiting);
}

async function askAbout(folder: string, awaiting: readonly AwaitingTrust[]): Promise<void> {
  const name = spelledOut(folder);
  process.stderr.write(`${styled("yellow", "?")} These came with ${name}, and say:\n${awaitingText(awaiting)}`);
  const lines = awaiting.reduce((sum, { brings }) => sum + 1 + brings.length, 0);
  if (lines > (process.stderr.rows ?? 24) - 4)
    process.stderr.write(`  ${styled("yellow", `That were ${lines} lines: look at all of them.`)}\n`);
  process.stderr.write("  Trust this folder, so that they count in full? Type y, or anything else for no, and Enter: ");
  if (/^\s*y(es)?\s*$/i.test(await typedLine())) new TrustStore(process.env).trust(folder);
  else process.stderr.write(styled("dim", `  they only restrict; bridle trust '${name}' changes that\n`));
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
