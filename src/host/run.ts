import type { TurnResult } from "../conversation/turn-result.ts";
import type { Fields } from "../wire/fields.ts";
import { checkPrompt } from "./check-prompt.ts";
import { open } from "./open.ts";
import type { OpenOptions } from "./options.ts";

/**
 * One prompt, one result: starts an agent, waits for the turn and ends it.
 *
 * ```ts
 * const { text } = await run("Summarise the README.", { permissionMode: "plan" });
 * ```
 */
export async function run(prompt: string | readonly Fields[], options: OpenOptions = {}): Promise<TurnResult> {
  checkPrompt(prompt);
  await using session = await open(options);
  const turn = await session.send(prompt);
  return await turn.result;
}
