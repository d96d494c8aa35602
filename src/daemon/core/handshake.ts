import { feature } from "../../adapters/features.ts";
import type { Outcome } from "../../channel/open-requests.ts";
import { isBridleError } from "../../errors.ts";
import { text, texts } from "../../wire/fields.ts";
import { factsOfInitialize } from "./agent-facts.ts";
import { beginEnding } from "./ending.ts";
import { preToolUseId } from "./hooked-tool.ts";
import type { Input } from "./input.ts";
import { awaitResumed } from "./parking.ts";
import { sendNext } from "./prompts.ts";
import { ask } from "./requests.ts";
import type { Transition } from "./transition.ts";

/** How long the agent waits for the hook's answer, in seconds. Calls wait there for people; its timer has 24 days and a bit. */
const hookTimeout = 24 * 24 * 3600;

/** It runs: it is told who we are and which hook it has to call. */
export function started(t: Transition, { agentId }: Extract<Input, { type: "started" }>): void {
  if (t.agent.at !== "starting" || t.agent.process.id !== agentId) return;
  const { process } = t.agent;
  const ms = t.clock.steadyMs - process.startedMs;
  t.trace({ what: "agent_started", agent: t.facts.agent, ms });
  shakeHands(t);
}

/** Of an agent that runs and was told nothing yet. */
export function shakeHands(t: Transition): void {
  const { process, conversation } = t;
  if (process === undefined || conversation === undefined) return;
  const timeoutMs = t.limits.initializeTimeoutMs;
  t.agent = { at: "handshake", process };
  const { dialect, adapter } = conversation;
  if (dialect !== undefined) {
    degrade(t, `this agent speaks ${dialect}, which has no permissions: ${unjudged}`);
    return becomeReady(t);
  }
  const hooked = adapter.has(feature.hooks.word);
  const hooks = { PreToolUse: [{ hookCallbackIds: [preToolUseId], timeout: hookTimeout }] };
  const payload = hooked ? { hooks } : {};
  try {
    ask(t, { subtype: "initialize", payload, timeoutMs, purpose: { for: "handshake", hooked } });
  } catch (error) {
    if (!isBridleError(error)) throw error;
    // Its version lacks even this: nobody could drive it, and left alone it would run on.
    silent(t, error.message);
  }
}

export function handshakeAnswered(t: Transition, hooked: boolean, outcome: Outcome): void {
  if (t.agent.at !== "handshake") return;
  if ("payload" in outcome) {
    const { payload } = outcome;
    t.effects.push({ type: "keep_agent_facts", facts: factsOfInitialize(payload) });
    t.conversation?.learn({
      agentVersion: text(payload.claude_code_version),
      someCapabilities: texts(payload.capabilities),
    });
    if (!hooked) degrade(t, `this agent version has no hooks: ${unseen}`);
    return becomeReady(t);
  }
  if (isBridleError(outcome.error, "refused")) {
    degrade(t, `the agent refused initialize: ${unseen}`);
    return becomeReady(t);
  }
  // Else its end is heard of by itself.
  if (isBridleError(outcome.error, "timeout")) silent(t, outcome.error.message);
}

/** It runs and does not answer: it is ended, and that counts as a crash. */
function silent(t: Transition, message: string): void {
  t.error("initialize_failed", message);
  beginEnding(t, "silent");
}

function becomeReady(t: Transition): void {
  if (t.agent.at !== "handshake") return;
  const { process } = t.agent;
  t.trace({ what: "agent_ready", agent: t.facts.agent, ms: t.clock.steadyMs - process.startedMs });
  t.agent = { at: "ready", process, idleSinceMs: undefined };
  awaitResumed(t);
  sendNext(t);
}

function degrade(t: Transition, message: string): void {
  if (t.conversation?.degradedBecause === undefined) t.conversation?.set({ degradedBecause: message });
  t.set({ degraded: true });
  t.notice("bridle/degraded", { message });
}

const unjudged = "rules and people do not decide what it does";
const unseen = "deny rules see only what it asks about";
