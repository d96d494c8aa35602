import * as z from "zod/mini";
import { type Tool, ToolInputError } from "./tool.ts";
import { toolInput } from "./tool-input.ts";

export interface ExitPlanModeInput {
  readonly plan: string;
}

/** Plan mode, as the tool sees it. */
interface PlanMode {
  isOn(): boolean;
  leave(): void;
}

/** The person reads the plan in the permission request; that they allow it ends plan mode. */
export function exitPlanMode(mode: PlanMode): Tool<ExitPlanModeInput> {
  return {
    name: "ExitPlanMode",
    description: `Shows the person your plan and asks whether you may begin with it.

Use it in plan mode once the plan is complete and nothing is left to ask. plan is Markdown: what you will change, in which files, and how you will check it.`,
    ...toolInput("ExitPlanMode", () => z.object({ plan: z.string().check(z.minLength(1)) })),
    fromModel: (input) => {
      if (mode.isOn()) return input;
      throw new ToolInputError(
        "You are not in plan mode. If your plan was already approved, continue with implementation.",
      );
    },
    isConcurrencySafe: () => false,
    permission: () => ({ behavior: "ask", requiresUserInteraction: true }),
    run: async ({ plan }) => {
      // The person may have chosen the mode to go on in with their answer.
      if (mode.isOn()) mode.leave();
      const content = "User has approved your plan. You can now start coding: make edits, run tools, and take actions.";
      return { content, details: { plan, isAgent: false } };
    },
  };
}
