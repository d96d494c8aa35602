import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CDPSession, Page } from "playwright-core";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface Results {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

interface AccessibleOptions {
  /** Only what depends on colours: for another theme of what was looked at whole. */
  readonly only?: "colours";
}

/** Colours that are on their way from one to another are nobody's. What never ends, such as a dot that beats, is not waited for. */
const still = `Promise.all(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime < Infinity)
  .map((one) => one.finished.catch(() => {})))`;

const debuggers = new WeakMap<Page, Promise<CDPSession>>();

/** One for each page, kept: with the end of any of them Chromium takes a page's virtual authenticators away, whoever added them. */
function debuggerOf(page: Page): Promise<CDPSession> {
  const known = debuggers.get(page) ?? page.context().newCDPSession(page);
  debuggers.set(page, known);
  return known;
}

/** Fails with what a screen reader, a keyboard or weak eyes would stumble over. */
export async function assertAccessible(page: Page, what: string, { only }: AccessibleOptions = {}): Promise<void> {
  // As the debugger: the page's own policy lets no script in.
  const client = await debuggerOf(page);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await client.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    return result.value;
  };
  await evaluate(`${still}.then(() => {})`);
  if ((await evaluate("typeof axe")) !== "object") await evaluate(axe);
  const rules = only === "colours" ? ["color-contrast", "link-in-text-block"] : undefined;
  const options = rules === undefined ? {} : { runOnly: rules };
  const { violations } = (await evaluate(
    `axe.run(${JSON.stringify({ ...options, resultTypes: ["violations"] })})`,
  )) as Results;
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`),
    [],
    what,
  );
}
