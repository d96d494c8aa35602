import type { Change } from "../change.ts";

export const v1_0_85: Change = {
  since: "1.0.85",
  // 1.0.84 takes hooks in initialize and never calls one.
  absentIn: "1.0.84",
  notes: "hooks, permission modes, withdrawn requests",
  adds: {
    messages: ["control_cancel_request", "system/init.output_style"],
    asks: ["hook_callback"],
    controls: ["set_permission_mode", "initialize.hooks"],
    answers: ["initialize.output_style", "initialize.available_output_styles"],
  },
};
