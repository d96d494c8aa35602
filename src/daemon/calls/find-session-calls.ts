import { homedir } from "node:os";
import { create } from "@bufbuild/protobuf";
import { PromptState } from "../../api/gen/bridle/v1/event_pb.js";
import * as pb from "../../api/gen/bridle/v1/session_service_pb.js";
import { invalidOption } from "../../errors.ts";
import { completeFolder } from "../folders/complete-folder.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import { checkText } from "../session/check-text.ts";
import { isPageToken } from "../store/list-sessions.ts";
import { foldersOfSessions, sessionsByAgentSession } from "../store/sessions-table.ts";
import { pageSize } from "./page-size.ts";
import type { SessionCallParts } from "./session-call-parts.ts";

type FindSessionCalls = Pick<
  SessionCalls,
  "getSession" | "listSessions" | "searchSessions" | "listAgentSessions" | "completeFolder"
>;

/** The calls that look at sessions, conversations and folders, and change nothing. */
export function findSessionCalls({
  sessions,
  claudeSessions,
  reach,
}: Pick<SessionCallParts, "sessions" | "claudeSessions" | "reach">): FindSessionCalls {
  const { store } = sessions.deps;
  return {
    getSession: async ({ sessionId }) => {
      const session = sessions.get(sessionId);
      const queue = session.state.queue.map(({ id, content, sender }, position) => ({
        promptId: id,
        state: PromptState.QUEUED,
        position,
        contentJson: content,
        sender,
      }));
      return create(pb.GetSessionResponseSchema, { session: session.view(), openAsks: [...session.openAsks], queue });
    },

    listSessions: async ({ pageSize: size, pageToken, includeArchived, cwd }, caller) => {
      if (!isPageToken(pageToken))
        throw invalidOption("page_token", "a next_page_token of ListSessions, or empty", "something else");
      const query = { pageSize: pageSize(size), pageToken, includeArchived, cwd, among: reach.cwds(caller) };
      const page = await store.reader.list(query);
      const found = page.sessions.map((one) => sessions.viewOf(one));
      return create(pb.ListSessionsResponseSchema, { sessions: found, nextPageToken: page.nextPageToken });
    },

    searchSessions: async ({ query, pageSize: size }, caller) => {
      checkText("query", query);
      const hits = await store.reader.search(query, pageSize(size), { among: reach.cwds(caller) });
      return create(pb.SearchSessionsResponseSchema, {
        hits: hits.map(({ session, snippet, seq }) => ({
          session: sessions.viewOf(session),
          snippet,
          seq: BigInt(seq),
        })),
      });
    },

    listAgentSessions: async ({ cwd, pageSize: size }, caller) => {
      const isWanted = (folder: string): boolean => reach.folder(caller, folder);
      const found = await claudeSessions.list({ limit: pageSize(size), isWanted, ...(cwd !== "" && { cwd }) });
      const known = store.read(sessionsByAgentSession(found.map(({ id }) => id)));
      return create(pb.ListAgentSessionsResponseSchema, {
        sessions: found.map(({ id, updatedMs, bytes, ...rest }) => ({
          ...rest,
          agentSessionId: id,
          updatedMs: BigInt(Math.round(updatedMs)),
          bytes: BigInt(bytes),
          sessionId: known.get(id) ?? "",
        })),
      });
    },

    completeFolder: async ({ path, pageSize: size }, caller) => {
      checkText("path", path);
      const { folders, ...rest } = await completeFolder({
        path,
        limit: Math.min(size || 20, 100),
        recent: [...new Set([...(caller.folders ?? []), ...store.read(foldersOfSessions())])],
        home: homedir(),
        isWanted: (folder) => reach.folder(caller, folder),
      });
      return create(pb.CompleteFolderResponseSchema, { folders: [...folders], ...rest });
    },
  };
}
