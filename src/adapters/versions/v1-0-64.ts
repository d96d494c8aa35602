import type { Change } from "../change.ts";

export const v1_0_64: Change = {
  since: "1.0.64",
  absentIn: "1.0.60",
  notes: "answers initialize: the oldest version supported",
  adds: {
    messages: ["system/init.slash_commands"],
    controls: ["initialize"],
    flags: ["--settings"],
  },
};
