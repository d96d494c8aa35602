import type { Change } from "../change.ts";

export const v2_1_70: Change = {
  since: "2.1.70",
  absentIn: "2.1.59",
  notes: "settings and where they come from",
  adds: {
    messages: ["result.fast_mode_state", "system/elicitation_complete"],
    asks: ["elicitation"],
    controls: ["get_settings", "mcp_oauth_callback_url", "remote_control"],
    answers: ["initialize.agents"],
  },
};
