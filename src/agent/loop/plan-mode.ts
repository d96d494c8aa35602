import type { AgentSession } from "../session/agent-session.ts";

/** What the model is told as long as plan mode is on; a host may have words of its own for how to plan. */
export function planInstruction({ permissions, planModeInstructions }: AgentSession): string | undefined {
  if (permissions.mode !== "plan") return undefined;
  return `<plan-mode>\n${rule}\n\n${planModeInstructions ?? how}\n</plan-mode>`;
}

const rule =
  "Plan mode is on: the person does not want anything to be done yet. You must not edit files, run tools that change anything, or make commits, whatever you were told before. You may read, search and ask.";

const how = `1. Find out what is needed to know: read the code that is concerned, and ask what only the person can decide.
2. Make one plan: what changes, in which files, in which order, and how it will be checked.
3. Call ExitPlanMode with the plan. Do not ask in text whether the plan is fine: that call asks. When it is refused, plan mode goes on: change the plan as the answer says.`;
