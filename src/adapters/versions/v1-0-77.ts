import type { Change } from "../change.ts";

export const v1_0_77: Change = {
  since: "1.0.77",
  absentIn: "1.0.70",
  notes: "interrupt works; results list what was denied",
  adds: {
    messages: ["result.permission_denials"],
    // 1.0.64 to 1.0.76 acknowledge an interrupt and go on; 1.0.60 had it, but is not supported.
    controls: ["interrupt"],
  },
};
