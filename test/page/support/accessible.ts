import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface Results {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Fails with what a screen reader, a keyboard or weak eyes would stumble over. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  // As the debugger: the page's own policy lets no script in.
  const client = await page.context().newCDPSession(page);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await client.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    return result.value;
  };
  await evaluate(axe);
  const { violations } = (await evaluate("axe.run()")) as Results;
  await client.detach();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`),
    [],
    what,
  );
}
