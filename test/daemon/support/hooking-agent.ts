import { plainAgent } from "./plain-agent.ts";
import { all, eventsUntil, isTurnEnd } from "./session-events.ts";
import type { startDaemon } from "./start-daemon.ts";
import { createSession } from "./talk.ts";

/** Sends the hooks that its prompt lists, one after the other, and tells each answer. They are of a sub-agent, whose calls are never held. */
export const hooking = plainAgent((line, say, result) => {
  const seen = globalThis as { prompt?: typeof line; calls?: object[]; at?: number };
  if (line.type === "control_response") say({ type: "strange", answer: line });
  else {
    const { content } = line.message as { content: string | { text: string }[] };
    seen.prompt = line;
    seen.calls = JSON.parse(typeof content === "string" ? content : (content[0]?.text ?? ""));
  }
  const call = seen.calls?.shift();
  if (call === undefined) return say(result(seen.prompt ?? {}));
  seen.at = (seen.at ?? 0) + 1;
  const input = { hook_event_name: "PreToolUse", agent_id: "sub", ...call };
  const request = { subtype: "hook_callback", callback_id: "bridle_pre_tool_use", input, tool_use_id: `t${seen.at}` };
  say({ type: "control_request", request_id: String(seen.at), request });
});

/** What the daemon's hook answers to each of these tool uses; undefined: it has no opinion. */
export async function hookAnswers(
  daemon: Awaited<ReturnType<typeof startDaemon>>,
  calls: readonly object[],
): Promise<(string | undefined)[]> {
  const { id } = await createSession(daemon, JSON.stringify(calls));
  const events = await eventsUntil(daemon.client, id, isTurnEnd);
  return all(events, "unknown").map(({ payloadJson }) => {
    const { answer } = JSON.parse(payloadJson) as { answer: { response: { response?: Answer } } };
    return answer.response.response?.hookSpecificOutput?.permissionDecision;
  });
}

interface Answer {
  readonly hookSpecificOutput?: { readonly permissionDecision?: string };
}
