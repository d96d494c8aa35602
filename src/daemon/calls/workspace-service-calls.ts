import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/workspace_service_pb.js";
import type { Changes } from "../changes/changes.ts";
import type { Unary } from "../session/session-calls.ts";
import type { Sessions } from "../session/sessions.ts";

export interface WorkspaceCallParts {
  readonly sessions: Sessions;
  readonly changes: Changes;
}

/** The calls about the folder that a session works in. */
export function workspaceServiceCalls({
  sessions,
  changes,
}: WorkspaceCallParts): Partial<Unary<typeof pb.WorkspaceService>> {
  return {
    getChanges: async ({ sessionId, scope }) => {
      const found = await changes.of(sessions.get(sessionId).row, scope);
      return create(pb.GetChangesResponseSchema, { ...found, files: [...found.files] });
    },

    getFileDiff: async ({ sessionId, path, oldPath, scope }) => {
      const { hunks, ...diff } = await changes.fileDiff(sessions.get(sessionId).row, { path, oldPath, scope });
      const shown = hunks.map((hunk) => ({ ...hunk, lines: [...hunk.lines] }));
      return create(pb.GetFileDiffResponseSchema, { path, ...diff, hunks: shown });
    },
  };
}
