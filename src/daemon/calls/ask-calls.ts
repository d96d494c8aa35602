import { create, fromBinary } from "@bufbuild/protobuf";
import { type Ask, AskSchema } from "../../api/gen/bridle/v1/ask_pb.js";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { BridleError, invalidOption } from "../../errors.ts";
import { changedPath } from "../ask-file/changed-path.ts";
import { type FileNow, readFileNow } from "../ask-file/read-file-now.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import type { Sessions } from "../session/sessions.ts";
import { getAsk } from "../store/asks-table.ts";

const states: { readonly [S in FileNow["state"]]: pb.AskFileState } = {
  text: pb.AskFileState.TEXT,
  missing: pb.AskFileState.MISSING,
  too_large: pb.AskFileState.TOO_LARGE,
  binary: pb.AskFileState.BINARY,
  not_regular: pb.AskFileState.NOT_REGULAR,
  unreadable: pb.AskFileState.UNREADABLE,
};

/** The calls that look at asks and decide nothing. */
export function askCalls(sessions: Sessions): Pick<SessionCalls, "listAsks" | "getAsk" | "getAskFile"> {
  return {
    listAsks: async ({ sessionId }) => {
      const asks = sessionId === "" ? sessions.openAsks : sessions.get(sessionId).openAsks;
      return create(pb.ListAsksResponseSchema, { asks: [...asks] });
    },

    getAsk: async ({ askId }) => {
      const ask = sessions.openAsk(askId)?.ask ?? (await decidedAsk(sessions, askId));
      return create(pb.GetAskResponseSchema, { ask });
    },

    getAskFile: async ({ askId }) => {
      const found = sessions.openAsk(askId);
      if (found === undefined) throw noOpenAsk(askId);
      const path = changedPath(found.ask, found.session.facts.cwd);
      if (path === undefined) throw invalidOption("ask_id", "an ask that would change a file", "one that would not");
      const now = await readFileNow(path);
      return create(pb.GetAskFileResponseSchema, {
        state: states[now.state],
        path,
        ...("target" in now && {
          linkTarget: now.target === path ? "" : now.target,
          sizeBytes: BigInt(now.bytes),
        }),
        ...(now.state === "text" && { content: now.content }),
      });
    },
  };
}

/** One that is not open: decided by somebody else, or none at all. */
export async function decidedAsk({ deps: { store } }: Sessions, id: string): Promise<Ask> {
  // Behind the winner's answer, which may be on its way.
  await store.written();
  const found = store.read(getAsk(id));
  if (found !== undefined) return fromBinary(AskSchema, found.ask);
  throw noOpenAsk(id);
}

function noOpenAsk(id: string): BridleError {
  return new BridleError("not_found", `there is no ask ${id}; \`bridle approve\` lists the open ones`, {
    what: "ask",
    id,
  });
}
