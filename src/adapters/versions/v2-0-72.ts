import type { Change } from "../change.ts";

export const v2_0_72: Change = {
  since: "2.0.72",
  absentIn: "2.0.70",
  notes: "questions to the person (in the bundle from 2.0.25, refused with stdio prompts up to 2.0.70)",
  adds: {
    tools: ["AskUserQuestion"],
  },
};
