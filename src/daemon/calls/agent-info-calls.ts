import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { invalidOption } from "../../errors.ts";
import { readAgentInfo } from "../agent-info/read-agent-info.ts";
import { FolderFiles } from "../folder-files/folder-files.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import { checkText } from "../session/check-text.ts";
import type { Sessions } from "../session/sessions.ts";
import { modesOfSession } from "./modes-of-session.ts";

type AgentInfoCalls = Pick<SessionCalls, "getAgentInfo" | "completePath">;

const defaultPaths = 20;
const maxPaths = 100;

/** Read only: what helps to write a prompt. */
export function agentInfoCalls(sessions: Sessions): AgentInfoCalls {
  const { store } = sessions.deps;
  const files = new FolderFiles();
  return {
    getAgentInfo: async ({ sessionId }) => {
      const session = sessions.get(sessionId);
      const modes = await modesOfSession(session, sessions.deps);
      const info = readAgentInfo(store, session.facts, { isLive: session.adapter !== undefined, modes });
      return create(pb.GetAgentInfoResponseSchema, { info });
    },

    completePath: async ({ sessionId, query, limit }) => {
      const { cwd } = sessions.get(sessionId).facts;
      checkText("query", query);
      if (limit > maxPaths) throw invalidOption("limit", `at most ${maxPaths}`, String(limit));
      const { paths, isWhole } = await files.complete(cwd, query, limit || defaultPaths);
      return create(pb.CompletePathResponseSchema, { paths: paths.map((path) => ({ path })), incomplete: !isWhole });
    },
  };
}
