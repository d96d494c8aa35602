import type { Verdict } from "../../../src/conversation/ask.ts";
import { freshConversation } from "../../../src/daemon/core/conversation-state.ts";
import type { Effect } from "../../../src/daemon/core/effect.ts";
import { hook, init, result, success } from "./agent-lines.ts";
import { CoreSession } from "./core-session.ts";
import { orderlyExit, readyState } from "./session-states.ts";

export const parkAfterMs = 1000;

/** In the middle of a turn, with an agent whose hooks tell of calls that a person will be asked about. */
export function inTurn(version = "2.1.325"): CoreSession {
  const state = readyState(freshConversation(version, false));
  const core = new CoreSession(
    { ...state, facts: { ...state.facts, agentSessionId: "c" } },
    { limits: { parkAfterMs } },
  );
  core.ruling = { willBeAsked: true };
  prompt(core, "p");
  core.says({ ...init, claude_code_version: version });
  core.effects.length = 0;
  return core;
}

export function prompt(core: CoreSession, promptId: string): void {
  const content = { json: JSON.stringify(promptId), text: promptId, title: promptId };
  core.apply({ type: "prompt", call: promptId, promptId, content, sender: "me", delivery: "auto" });
}

export function decide(core: CoreSession, verdict: Verdict, askId = "ask-1"): readonly Effect[] {
  return core.apply({ type: "decide", call: askId, askId, digest: "", verdict, by: "me" });
}

/** What the hook was answered last: `none` is no opinion. */
export function hookSaid(core: CoreSession, effects?: readonly Effect[]): unknown {
  const answer = core.written(effects).findLast(({ response }) => response !== undefined)?.response?.response as
    | { hookSpecificOutput?: { permissionDecision?: string; updatedInput?: object } }
    | undefined;
  if (answer === undefined) return undefined;
  const { permissionDecision = "none", updatedInput } = answer.hookSpecificOutput ?? {};
  return updatedInput === undefined ? permissionDecision : [permissionDecision, updatedInput];
}

export const waits = (core: CoreSession): readonly string[] => core.state.asks.map((open) => open.waits.in);

export const deferred = { stop_reason: "tool_deferred", deferred_tool_use: { id: "use-h", name: "Bash", input: {} } };

/** The call waited for long; the turn ended, and the agent with it. */
export function parked(version?: string): CoreSession {
  const core = inTurn(version);
  core.says(hook("h"));
  core.later(parkAfterMs);
  core.says(result("p", deferred));
  core.apply({ type: "exited", agentId: "a", exit: orderlyExit });
  return core;
}

/** The agent that was started for what was decided is ready. */
export function resume(core: CoreSession, agentId = "b"): void {
  const launch = core.state.launches;
  core.apply({ type: "launch_ready", launch, agentId, version: "2.1.325", dialect: undefined });
  core.apply({ type: "started", agentId });
  core.says(success(`${agentId}-1`));
}
