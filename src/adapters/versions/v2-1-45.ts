import type { Change } from "../change.ts";

export const v2_1_45: Change = {
  since: "2.1.45",
  absentIn: "2.1.30",
  notes: "answers unknown requests with an error; tasks",
  adds: {
    messages: ["system/task_started", "rate_limit_event", "result.stop_reason", "system/init.fast_mode_state"],
    controls: ["stop_task"],
    answers: ["initialize.pid"],
    flags: ["--effort"],
    inputs: ["unknown_control"],
  },
};
