import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { create } from "@bufbuild/protobuf";
import { PromptState } from "../../api/gen/bridle/v1/event_pb.js";
import * as pb from "../../api/gen/bridle/v1/session_service_pb.js";
import { BridleError, invalidOption } from "../../errors.ts";
import { expandHome } from "../../permission/path/absolute-path.ts";
import type { ClaudeSessions } from "../claude-sessions/claude-sessions.ts";
import type { Delivery, SessionOptions } from "../core/session-state.ts";
import { completeFolder } from "../folders/complete-folder.ts";
import { checkForkPoint } from "../fork/fork-point.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import { checkText } from "../session/check-text.ts";
import { type PromptContent, readPrompt } from "../session/read-prompt.ts";
import type { Session } from "../session/session.ts";
import type { Sessions } from "../session/sessions.ts";
import { isPageToken } from "../store/list-sessions.ts";
import { foldersOfSessions, sessionsByAgentSession } from "../store/sessions-table.ts";
import type { Work } from "../store/work.ts";
import type { Worktrees } from "../worktrees/worktrees.ts";
import { checkFolder } from "./check-folder.ts";
import { checkMode } from "./check-mode.ts";
import { pageSize } from "./page-size.ts";
import { makeWorktree, removeBeforeDeletion, worktreeToRemove } from "./session-worktree.ts";

interface SessionCallParts {
  readonly sessions: Sessions;
  readonly book: CallBook;
  /** Conversations that the user has with Claude Code outside of Bridle. */
  readonly claudeSessions: ClaudeSessions;
  readonly worktrees: Worktrees;
  /** The agent of that name, or the default one. Throws `invalid_option`. */
  readonly agentName: (asked: string) => Promise<string>;
}

type SessionServiceCalls = Pick<SessionCalls, keyof typeof pb.SessionService.method>;

/** The calls about sessions themselves. */
export function sessionServiceCalls({
  sessions,
  book,
  claudeSessions,
  worktrees,
  agentName,
}: SessionCallParts): SessionServiceCalls {
  const { store } = sessions.deps;
  const { method } = pb.SessionService;
  return {
    createSession: (request, { name }) =>
      book.once(method.createSession, request, async (keep) => {
        const cwd = checkFolder(expandHome(request.cwd, homedir()));
        checkTexts(request);
        const content = request.prompt === undefined ? undefined : readPrompt(request.prompt);
        const agent = await agentName(request.agent);
        const resume = request.continueNewest ? await newest(claudeSessions, cwd) : request.resumeAgentSessionId;
        const options = optionsOf(request, resume);
        const worktree = request.worktree && (await makeWorktree(worktrees, cwd, request.worktree, resume));
        const session = sessions.create({ agent, cwd: worktree?.cwd ?? cwd, title: request.title, options });
        if (worktree !== undefined) {
          session.store(worktree.claim(session.id));
          session.notice("bridle/worktree", { message: worktree.message });
        }
        if (content !== undefined) sendUnasked(session, content, name, "auto");
        const answer = create(pb.CreateSessionResponseSchema, { session: session.view("next") });
        return stored(session, keep(answer, session.id), answer);
      }),

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

    renameSession: (request) =>
      book.once(method.renameSession, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkText("title", request.title);
        session.apply({ type: "change", call: "", changes: { title: request.title } });
        const answer = create(pb.RenameSessionResponseSchema, { session: session.view("next") });
        return stored(session, keep(answer, session.id), answer);
      }),

    archiveSession: (request) =>
      book.once(method.archiveSession, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        session.apply({ type: "change", call: "", changes: { archived: request.archived } });
        const answer = create(pb.ArchiveSessionResponseSchema, { session: session.view("next") });
        return stored(session, keep(answer, session.id), answer);
      }),

    deleteSession: (request) =>
      book.once(method.deleteSession, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const answer = create(pb.DeleteSessionResponseSchema);
        await removeBeforeDeletion(worktrees, session, request.worktreeEnd);
        await sessions.delete(session, keep(answer, ""));
        return answer;
      }),

    forkSession: (request) =>
      book.once(method.forkSession, request, async (keep) => {
        const { facts: source } = sessions.get(request.sessionId);
        if (source.agentSessionId === "") throw nothingToFork();
        checkText("title", request.title);
        await checkForkPoint(request.at, () => sessions.deps.agent(source.agent));
        const { resumeAt: _, ...same } = source.options;
        const options: SessionOptions = {
          ...same,
          resume: source.agentSessionId,
          fork: true,
          ...(request.at !== "" && { resumeAt: request.at }),
        };
        const title = request.title || `${source.title} (fork)`;
        const { agent, cwd } = source;
        const session = sessions.create({ agent, cwd, title, options });
        const answer = create(pb.ForkSessionResponseSchema, { session: session.view("next") });
        return stored(session, keep(answer, session.id), answer);
      }),

    compactSession: (request, { name }) =>
      book.once(method.compactSession, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const text = `/compact ${request.instructions}`.trim();
        const promptId = sendUnasked(session, { json: JSON.stringify(text), text, title: text }, name, "queue");
        const answer = create(pb.CompactSessionResponseSchema, { promptId });
        return stored(session, keep(answer, session.id), answer);
      }),

    closeSession: (request) =>
      book.once(method.closeSession, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const closed = session.close();
        const worktree = worktreeToRemove(worktrees, session.id, request.worktreeEnd);
        if (worktree === undefined) {
          const answer = create(pb.CloseSessionResponseSchema, { session: session.view("next") });
          await stored(session, keep(answer, session.id), answer);
          await closed;
          return answer;
        }
        await session.flush();
        await closed;
        const worktreeKeeps = [...(await worktrees.remove(worktree))];
        const answer = create(pb.CloseSessionResponseSchema, { session: session.view("next"), worktreeKeeps });
        session.show();
        return stored(session, keep(answer, session.id), answer);
      }),

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

/** The answer is stored with what it answers. */
export async function stored<A>(session: Session, work: Work, answer: A): Promise<A> {
  session.store(work);
  await session.flush();
  return answer;
}

/** A prompt that goes with another call's answer. Gives its id. */
function sendUnasked(session: Session, content: PromptContent, sender: string, delivery: Delivery): string {
  const promptId = randomUUID();
  session.apply({ type: "prompt", call: "", promptId, content, sender, delivery });
  return promptId;
}

function checkTexts({ title, model, permissionMode, systemPrompt, appendSystemPrompt }: pb.CreateSessionRequest): void {
  checkText("title", title);
  checkText("model", model);
  checkMode(permissionMode);
  checkText("system_prompt", systemPrompt);
  checkText("append_system_prompt", appendSystemPrompt);
}

async function newest(claudeSessions: ClaudeSessions, cwd: string): Promise<string> {
  const found = await claudeSessions.newestOf(cwd);
  if (found !== undefined) return found.id;
  throw new BridleError("not_found", `Claude Code has no conversation in ${cwd}; start a new session`, {
    what: "conversation",
    id: cwd,
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function optionsOf(request: pb.CreateSessionRequest, resume: string): SessionOptions {
  if (resume !== "" && !uuid.test(resume))
    throw invalidOption("resume_agent_session_id", "a UUID", resume.slice(0, 64));
  const { model, permissionMode, systemPrompt, appendSystemPrompt } = request;
  const given = Object.entries({ model, permissionMode, systemPrompt, appendSystemPrompt, resume });
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

function nothingToFork(): BridleError<"conflict"> {
  return new BridleError("conflict", "this session has had no turn yet: there is nothing to fork", { what: "session" });
}
