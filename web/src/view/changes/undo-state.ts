import { signal } from "@preact/signals";
import type { RewindSupport } from "../../../../src/api/gen/bridle/v1/workspace_service_pb.js";

/** The prompt whose changes are about to be undone; undefined: nobody is asked. */
export const undoing = signal<{ readonly sessionId: string; readonly promptId: string } | undefined>(undefined);

/** Whether the agent of a session can undo its changes, as far as that is known. */
export const undoSupport = signal<ReadonlyMap<string, RewindSupport>>(new Map());

export function learnUndoSupport(sessionId: string, support: RewindSupport | undefined): void {
  if (support === undefined || undoSupport.peek().get(sessionId)?.reason === support.reason) return;
  undoSupport.value = new Map([...undoSupport.peek(), [sessionId, support]]);
}
