import type { Change } from "../change.ts";

export const v1_0_109: Change = {
  since: "1.0.109",
  absentIn: "1.0.108",
  notes: "partial messages",
  adds: {
    messages: ["stream_event"],
    flags: ["--include-partial-messages"],
  },
};
