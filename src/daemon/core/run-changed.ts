import { heedsHookInput } from "../../adapters/heeds-hook-input.ts";
import { AskKind, AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import { writeLine } from "./agent-input.ts";
import { type Decider, decidedBy } from "./decider.ts";
import { hookLine } from "./hook-answers.ts";
import type { HookedTool } from "./hooked-tool.ts";
import type { JudgedRequest, RewrittenCall } from "./input.ts";
import { keepVerdict } from "./kept-verdicts.ts";
import { noteUse } from "./tool-uses.ts";
import type { Transition } from "./transition.ts";

/** Undefined: the agent runs what a hook makes of a call. Else why a call that is to be changed must not run. */
export function whyNotChanged({ conversation }: Transition, { by }: RewrittenCall): string | undefined {
  const adapter = conversation?.adapter;
  if (adapter === undefined || heedsHookInput(adapter)) return undefined;
  return `${by} changes it, and ${adapter.name} cannot be made to run it changed: use Claude Code 2.0.10 or newer`;
}

/** Rules of ours allow it, or the agent's own do: it runs as a setting has changed it. */
export function runChanged(t: Transition, judged: JudgedRequest, used: HookedTool, rewritten: RewrittenCall): void {
  const { toolUseId, toolName, folder } = used;
  const { decision, digest, request } = judged;
  const { wallMs } = t.clock;
  const editedInputJson = JSON.stringify(rewritten.input);
  const call = { toolUseId, toolName, digest };
  if (decision?.effect === "allow") {
    const decider: Decider = { by: "rule", why: decision.by, rule: decision.rule };
    const value = { state: AskState.ALLOWED, decidedBy: decidedBy(decider), reason: rewritten.by, ...call };
    t.emit({ case: "permissionResolved", value: { ...value, editedInputJson } }, t.turn);
    const entry = { ...call, folder, askedMs: wallMs, decidedMs: wallMs, editedInputJson };
    t.effects.push({ type: "audit", entry: { ...entry, verdict: "allow", decider } });
    // A request for permission may follow all the same, by the agent's own settings.
    const verdict = { behavior: "allow", updatedInput: rewritten.input } as const;
    const kept = { askId: "", kind: AskKind.PERMISSION, inputJson: "", ...call, verdict, by: "" };
    keepVerdict(t, { ...kept, for: { next: "request", resumes: false } });
  } else noteUse(t, { ...call, folder, askedMs: wallMs, editedInputJson });
  const more = { updatedInput: rewritten.input, permissionDecisionReason: rewritten.by };
  writeLine(t, hookLine(request.requestId, "allow", more));
}
