import { family } from "./family.ts";

/** What a host may say to a Claude Code agent besides control frames. */
export const inputs = {
  user: family("a prompt, at any time", {
    message: { content: "any", role: "string?" },
    session_id: "string?",
    parent_tool_use_id: "string?",
    uuid: "string?",
    priority: "string?",
    shouldQuery: "boolean?",
    isSynthetic: "boolean?",
    origin: "object?",
    client_composed: "any?",
  }),
  keep_alive: family("to keep a connection open; ignored", {}),
  update_environment_variables: family("accepted and ignored on stdio", { variables: "object?" }),
} as const;

/** What a host may say in the dialect of seed 001 (docs/dialects.md). */
export const seed001Inputs = {
  user: family("a prompt, at any time", { message: { content: "any", role: "string?" }, session_id: "string?" }),
  control: family("interrupt, status or heartbeat", { action: "string" }),
} as const;
