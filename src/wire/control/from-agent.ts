import * as z from "zod/mini";
import { permissionAnswer, toolUse } from "./permission.ts";
import { row } from "./row.ts";
import { json, loose, maybe, nothing } from "./schemas.ts";

/** What an agent asks its host. A host answers every one, the unknown ones with `unsupported_request`. */
export const fromAgent = {
  can_use_tool: row("may this tool run with this input?", toolUse, permissionAnswer),
  hook_callback: row(
    "run a hook registered in initialize",
    () => z.looseObject({ callback_id: z.string(), input: json(), tool_use_id: maybe.text() }),
    () =>
      loose({
        continue: "flag",
        suppressOutput: "flag",
        stopReason: "text",
        decision: "text",
        reason: "text",
        systemMessage: "text",
        hookSpecificOutput: "json",
        async: "flag",
        asyncTimeout: "number",
      }),
  ),
  mcp_message: row(
    "a JSON-RPC message for an in-process MCP server; notifications are answered too",
    () => z.looseObject({ server_name: z.string(), message: json() }),
    () => z.looseObject({ mcp_response: maybe.json() }),
  ),
  elicitation: row(
    "an MCP server wants input from the person",
    () => z.looseObject({ mcp_server_name: z.string(), message: maybe.text(), requestedSchema: maybe.json() }),
    () => z.looseObject({ action: z.string(), content: maybe.json() }),
  ),
  request_user_dialog: row("show a dialog", () => loose({ kind: "text", dialog: "json" }), nothing),
  oauth_token_refresh: row("a fresh OAuth token", nothing, nothing, "account"),
  host_auth_token_refresh: row("a fresh token of the host", nothing, nothing, "account"),
  voice_call_talk: row("speak in a voice call", nothing, nothing, "network"),
  remote_control_work_secret: row("a secret for remote control", nothing, nothing, "account"),
} as const;
