import type { Change } from "../change.ts";

export const v1_0_128: Change = {
  since: "1.0.128",
  absentIn: "1.0.123",
  notes: "agents in flags and init",
  adds: {
    messages: ["system/init.agents", "user.isSynthetic"],
    flags: ["--agents"],
  },
};
