import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/workspace_service_pb.js";
import type { FolderReach } from "../access/folder-reach.ts";
import { Changes } from "../changes/changes.ts";
import { Rewinds } from "../rewind/rewinds.ts";
import type { Unary } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import type { Sessions } from "../session/sessions.ts";
import { worktreeMessage } from "../worktrees/worktree-message.ts";
import type { Worktrees } from "../worktrees/worktrees.ts";
import { keptWorktree } from "./session-worktree.ts";
import { stored } from "./stored.ts";

/** The calls about the folder that a session works in. */
export function workspaceServiceCalls(
  sessions: Sessions,
  book: CallBook,
  worktrees: Worktrees,
  reach: FolderReach,
): Unary<typeof pb.WorkspaceService> {
  const { store, log } = sessions.deps;
  const baseOf = (session: string): string | undefined => worktrees.of(session)?.base;
  const changes = new Changes({ log, env: worktrees.env, baseOf });
  const { method } = pb.WorkspaceService;
  const rewinds = new Rewinds(sessions);
  return {
    getChanges: async ({ sessionId, scope }) => {
      const session = sessions.get(sessionId);
      const [found, support] = await Promise.all([changes.of(session.changed, scope), rewinds.support(session)]);
      return create(pb.GetChangesResponseSchema, { ...found, files: [...found.files], rewind: support });
    },

    getFileDiff: async ({ sessionId, path, oldPath, scope }) => {
      const { hunks, ...diff } = await changes.fileDiff(sessions.get(sessionId).changed, { path, oldPath, scope });
      const shown = hunks.map((hunk) => ({ ...hunk, lines: [...hunk.lines] }));
      return create(pb.GetFileDiffResponseSchema, { path, ...diff, hunks: shown });
    },

    rewindFiles: (request, { name }) =>
      book.once(method.rewindFiles, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const { promptId: prompt, dryRun, planDigest: digest } = request;
        if (dryRun) {
          const { states: _, files, ...plan } = await rewinds.plan(session, prompt);
          return create(pb.RewindFilesResponseSchema, { ...plan, files: [...files] });
        }
        const { files, leftFiles, ...done } = await rewinds.rewind(session, { prompt, digest, by: name });
        const answer = create(pb.RewindFilesResponseSchema, { ...done, files: [...files], leftFiles: [...leftFiles] });
        return stored(session, keep(answer, session.id), answer);
      }),

    listWorktrees: async (_, caller) => {
      const found = [];
      for (const row of worktrees.all.filter(({ source }) => reach.folder(caller, source))) {
        const sessionId = sessions.find(row.session)?.id ?? "";
        const worktree = worktreeMessage(row);
        const keeps = [...(await worktrees.keeps(row))];
        found.push({ ...(worktree && { worktree }), sessionId, createdMs: BigInt(row.createdMs), keeps });
      }
      return create(pb.ListWorktreesResponseSchema, { worktrees: found });
    },

    removeWorktree: (request) =>
      book.once(method.removeWorktree, request, async (keep) => {
        const row = worktrees.get(request.worktreeId);
        const keeps = await worktrees.remove(row);
        if (keeps.length > 0) throw keptWorktree(row, keeps);
        sessions.deps.changed(row.session);
        const answer = create(pb.RemoveWorktreeResponseSchema);
        await store.write(keep(answer, ""));
        return answer;
      }),
  };
}
