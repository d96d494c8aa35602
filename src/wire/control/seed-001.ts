import { row } from "./row.ts";
import { loose, nothing } from "./schemas.ts";

/** What the dialect of seed 001 (docs/dialects.md) has besides `interrupt`. */
export const seed001Controls = {
  status: row("what the agent is doing", nothing, () =>
    loose({ running: "flag", session_id: "text", queued_messages: "number" }),
  ),
  heartbeat: row("is it alive?", nothing, () => loose({ timestamp: "any", session_id: "text" })),
} as const;
