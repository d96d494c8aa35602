import type { Change } from "../change.ts";

export const v2_1_90: Change = {
  since: "2.1.90",
  absentIn: "2.1.80",
  notes: "session state, context usage, plugins read again",
  adds: {
    messages: ["system/session_state_changed"],
    controls: ["get_context_usage", "seed_read_state", "reload_plugins", "channel_enable"],
    flags: ["--include-hook-events", "--bare"],
  },
};
