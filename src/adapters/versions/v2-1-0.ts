import type { Change } from "../change.ts";

export const v2_1_0: Change = {
  since: "2.1.0",
  absentIn: "2.0.70",
  notes: "rewinding files can be tried first (2.0.70 takes dry_run for the real thing)",
  adds: {
    controls: ["rewind_files.dry_run"],
  },
};
