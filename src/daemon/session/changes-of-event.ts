import type { InitEvent, StatusEvent } from "../../conversation/event.ts";
import type { SessionChanges } from "../store/sessions-table.ts";

/** What an agent says of the session by itself, at the start of a turn or when it changes its mode: after a plan was approved, say. */
export function changesOfEvent(event: InitEvent | StatusEvent): SessionChanges {
  const { permissionMode } = event;
  const mode = permissionMode === undefined ? {} : { permissionMode };
  if (event.type === "status") return mode;
  const { sessionId: agentSessionId, model, agentVersion } = event;
  return {
    ...mode,
    ...(agentSessionId !== undefined && { agentSessionId }),
    ...(model !== undefined && { model }),
    ...(agentVersion !== undefined && { agentVersion }),
  };
}
