import type { Change } from "../change.ts";

export const v2_0_25: Change = {
  since: "2.0.25",
  absentIn: "2.0.10",
  notes: "thinking budget, its own version in init",
  adds: {
    messages: [
      "system/init.claude_code_version",
      "system/init.skills",
      "user.isReplay",
      "system/hook_response",
      "system/hook_progress",
      "system/plugin_install",
    ],
    controls: ["set_max_thinking_tokens"],
    flags: ["--max-thinking-tokens", "--plugin-dir"],
  },
};
