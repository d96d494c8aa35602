import { homedir } from "node:os";
import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/session_service_pb.js";
import { BridleError, invalidOption } from "../../errors.ts";
import { expandHome } from "../../permission/path/absolute-path.ts";
import { asksLess } from "../access/mode-asks-less.ts";
import type { ClaudeSessions } from "../claude-sessions/claude-sessions.ts";
import type { SessionOptions } from "../core/session-state.ts";
import { checkForkPoint } from "../fork/fork-point.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import { checkText } from "../session/check-text.ts";
import { readPrompt } from "../session/read-prompt.ts";
import { checkFolder } from "./check-folder.ts";
import { checkMode } from "./check-mode.ts";
import { sendUnasked } from "./send-unasked.ts";
import type { SessionCallParts } from "./session-call-parts.ts";
import { makeWorktree } from "./session-worktree.ts";
import { stored } from "./stored.ts";

type NewSessionCalls = Pick<SessionCalls, "createSession" | "forkSession">;

/** The calls that make a session. */
export function newSessionCalls(parts: SessionCallParts): NewSessionCalls {
  const { sessions, book, claudeSessions, worktrees, agentName, confirmations } = parts;
  const { method } = pb.SessionService;
  return {
    createSession: (request, caller) =>
      book.once(method.createSession, request, async (keep) => {
        const cwd = checkFolder(expandHome(request.cwd, homedir()));
        checkTexts(request);
        const content = request.prompt === undefined ? undefined : readPrompt(request.prompt);
        const agent = await agentName(request.agent);
        if (asksLess(request.permissionMode)) await confirmations.check(method.createSession, request, caller, "/new");
        const resume = request.continueNewest ? await newest(claudeSessions, cwd) : request.resumeAgentSessionId;
        const options = optionsOf(request, resume);
        const worktree = request.worktree && (await makeWorktree(worktrees, cwd, request.worktree, resume));
        const session = sessions.create({ agent, cwd: worktree?.cwd ?? cwd, title: request.title, options });
        if (worktree !== undefined) {
          session.store(worktree.claim(session.id));
          session.notice("bridle/worktree", { message: worktree.message });
        }
        if (content !== undefined) sendUnasked(session, content, caller.name, "auto");
        const answer = create(pb.CreateSessionResponseSchema, { session: session.view("next") });
        return stored(session, keep(answer, session.id), answer);
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
  };
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
