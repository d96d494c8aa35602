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
}: Pick<SessionCallParts, "sessions" | "claudeSessions">): FindSessionCalls {
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

    listSessions: async ({ pageSize: size, pageToken, includeArchived, cwd }) => {
      if (!isPageToken(pageToken))
        throw invalidOption("page_token", "a next_page_token of ListSessions, or empty", "something else");
      const page = await store.reader.list({ pageSize: pageSize(size), pageToken, includeArchived, cwd });
      const found = page.sessions.map((one) => sessions.viewOf(one));
      return create(pb.ListSessionsResponseSchema, { sessions: found, nextPageToken: page.nextPageToken });
    },

    searchSessions: async ({ query, pageSize: size }) => {
      checkText("query", query);
      const hits = await store.reader.search(query, pageSize(size));
      return create(pb.SearchSessionsResponseSchema, {
        hits: hits.map(({ session, snippet, seq }) => ({
          session: sessions.viewOf(session),
          snippet,
          seq: BigInt(seq),
        })),
      });
    },

    listAgentSessions: async ({ cwd, pageSize: size }) => {
      const found = await claudeSessions.list({ limit: pageSize(size), ...(cwd !== "" && { cwd }) });
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

    completeFolder: async ({ path, pageSize: size }) => {
      checkText("path", path);
      const { folders, ...rest } = await completeFolder({
        path,
        limit: Math.min(size || 20, 100),
        recent: store.read(foldersOfSessions()),
        home: homedir(),
      });
      return create(pb.CompleteFolderResponseSchema, { folders: [...folders], ...rest });
    },
  };
}
