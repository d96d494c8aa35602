import type { AgentTurn } from "../kit/agent-turn.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { type ExitPlanModeInput, exitPlanMode } from "../tool/exit-plan-mode.ts";
import type { Tool } from "../tool/tool.ts";
import { isOffered } from "./tool-box.ts";

/** Somebody has to be there to approve the plan. */
export function hasPlanTool(session: AgentSession): boolean {
  return session.flags.asksHost && isOffered("ExitPlanMode", session);
}

export function planTool(turn: AgentTurn, session: AgentSession): Tool<ExitPlanModeInput> | undefined {
  if (!hasPlanTool(session)) return undefined;
  const { permissions } = session;
  return exitPlanMode({
    isOn: () => permissions.mode === "plan",
    leave: () => {
      permissions.mode = "default";
      turn.notice("status", { status: null, permissionMode: "default" });
    },
  });
}
