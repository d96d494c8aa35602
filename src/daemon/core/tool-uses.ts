import { feature } from "../../adapters/features.ts";
import type { ToolResult, ToolStart } from "../../conversation/event.ts";
import type { Fields } from "../../wire/fields.ts";
import type { AuditVerdict } from "./audit-entry.ts";
import type { ToolUse } from "./session-state.ts";
import type { Transition } from "./transition.ts";

/** Those that wait for their result; an agent may name as many as it likes. */
const maxToolUses = 256;

/** A tool use is left to the agent: it asks for permission, or the result shows that it asked nobody. */
export function noteUse(t: Transition, use: ToolUse): void {
  const { process } = t;
  if (process === undefined || use.toolUseId === "") return;
  const uses = [...process.toolUses.filter(({ toolUseId }) => toolUseId !== use.toolUseId), use];
  for (const lost of uses.slice(0, -maxToolUses)) audit(t, lost, "unknown");
  t.update({ toolUses: uses.slice(-maxToolUses) });
}

/** For the ask that is made of it; undefined: nobody told of it. */
export function takeUse(t: Transition, asked: Pick<ToolUse, "toolUseId" | "toolName" | "digest">): ToolUse | undefined {
  const uses = t.process?.toolUses ?? [];
  const found = uses.find((use) => isSameUse(use, asked));
  if (found !== undefined) t.update({ toolUses: uses.filter((use) => use !== found) });
  return found;
}

/** Some versions ask without the id. */
function isSameUse(use: ToolUse, { toolUseId, toolName, digest }: Parameters<typeof takeUse>[1]): boolean {
  if (toolUseId !== "") return use.toolUseId === toolUseId;
  return use.digest === "" ? use.toolName === toolName : use.digest === digest;
}

/** An agent without hooks: only this tells of tools that it uses by itself. */
export function toolStarted(t: Transition, { toolUseId, name: toolName }: ToolStart): void {
  if (t.conversation?.adapter.has(feature.hooks.word) !== false) return;
  if (t.asks.some(({ ask }) => ask.toolUseId === toolUseId)) return;
  noteUse(t, { toolUseId, toolName, digest: "", askedMs: t.clock.wallMs });
}

/** Nobody was asked. One that failed may have been denied by the agent: the end of the turn tells. */
export function toolEnded(t: Transition, { toolUseId, isError }: ToolResult): void {
  const use = toolUseId === "" ? undefined : takeUse(t, { toolUseId, toolName: "", digest: "" });
  if (use === undefined) return;
  if (isError) noteUse(t, { ...use, hasFailed: true });
  else audit(t, use, "allow");
}

/** `denials`: the tool uses of the turn that the agent did not let through. */
export function failedUses(t: Transition, denials: readonly Fields[]): void {
  const uses = t.process?.toolUses ?? [];
  const failed = uses.filter(({ hasFailed }) => hasFailed);
  if (failed.length === 0) return;
  const denied = new Set(denials.map(({ tool_use_id }) => tool_use_id));
  for (const use of failed) audit(t, use, denied.has(use.toolUseId) ? "deny" : "allow");
  t.update({ toolUses: uses.filter(({ hasFailed }) => !hasFailed) });
}

/** The agent is gone: whether these ran is not known. */
export function lostUses(t: Transition): void {
  const uses = t.process?.toolUses ?? [];
  for (const use of uses) audit(t, use, "unknown");
  if (uses.length > 0) t.update({ toolUses: [] });
}

function audit(t: Transition, use: ToolUse, verdict: AuditVerdict): void {
  const { toolUseId, toolName, digest, askedMs, folder, editedInputJson } = use;
  // The agent decided as soon as the hook had no opinion; its result came later.
  const entry = { toolUseId, toolName, digest, askedMs, decidedMs: askedMs, folder, editedInputJson };
  t.effects.push({ type: "audit", entry: { ...entry, verdict, decider: { by: "agent" } } });
}
