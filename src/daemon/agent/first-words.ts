import { feature } from "../../adapters/features.ts";
import { isBridleError } from "../../errors.ts";
import { text, texts } from "../../wire/fields.ts";
import { preToolUseId } from "../asks/tool-requests.ts";
import type { AgentDriver } from "./agent-driver.ts";

/** How long the agent waits for the hook's answer, in seconds: a day, since while no daemon runs nobody answers. */
const hookTimeout = 24 * 3600;

/**
 * Tells the agent who we are and which hook it has to call. Gives what is missing, for a person; undefined where
 * nothing is. Rejects with `timeout` or `closed` when it does not answer.
 */
export async function sayFirstWords(driver: AgentDriver, timeoutMs: number): Promise<string | undefined> {
  if (driver.reading.dialect !== undefined)
    return `this agent speaks ${driver.reading.dialect}, which has no permissions: ${unjudged}`;
  const hooked = driver.reading.adapter.has(feature.hooks.word);
  const hooks = { PreToolUse: [{ hookCallbackIds: [preToolUseId], timeout: hookTimeout }] };
  try {
    const answer = await driver.request("initialize", hooked ? { hooks } : {}, timeoutMs);
    driver.described(answer);
    const { claude_code_version, capabilities } = answer;
    driver.reading.learn({ agentVersion: text(claude_code_version), someCapabilities: texts(capabilities) });
    return hooked ? undefined : `this agent version has no hooks: ${unseen}`;
  } catch (error) {
    if (isBridleError(error, "refused")) return `the agent refused initialize: ${unseen}`;
    throw error;
  }
}

const unjudged = "rules and people do not decide what it does";
const unseen = "deny rules see only what it asks about";
