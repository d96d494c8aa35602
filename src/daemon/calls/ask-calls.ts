import { setImmediate as nextTick } from "node:timers/promises";
import { create, fromBinary } from "@bufbuild/protobuf";
import { type Ask, AskSchema } from "../../api/gen/bridle/v1/ask_pb.js";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { invalidOption } from "../../errors.ts";
import type { FolderReach } from "../access/folder-reach.ts";
import { forbidden, limitedTo } from "../access/require-access.ts";
import { changedPath } from "../ask-file/changed-path.ts";
import { type FileNow, readFileNow } from "../ask-file/read-file-now.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import { noAsk, noSession } from "../session/not-found.ts";
import type { Sessions } from "../session/sessions.ts";
import { getAsk } from "../store/asks-table.ts";
import { openAsksAfter } from "../store/open-asks.ts";
import type { Store } from "../store/store.ts";

const states: { readonly [S in FileNow["state"]]: pb.AskFileState } = {
  text: pb.AskFileState.TEXT,
  missing: pb.AskFileState.MISSING,
  too_large: pb.AskFileState.TOO_LARGE,
  binary: pb.AskFileState.BINARY,
  not_regular: pb.AskFileState.NOT_REGULAR,
  unreadable: pb.AskFileState.UNREADABLE,
};

const askPage = 200;
const maxPage = 1000;

/** The calls that look at asks and decide nothing. */
export function askCalls(
  sessions: Sessions,
  reach: FolderReach,
): Pick<SessionCalls, "listAsks" | "getAsk" | "getAskFile"> {
  return {
    listAsks: async ({ sessionId, pageSize, pageToken }, caller) => {
      if (!reach.session(caller, sessionId)) throw noSession(sessionId);
      const { store } = sessions.deps;
      const folders = reach.cwds(caller);
      if (sessionId !== "") return create(pb.ListAsksResponseSchema, { asks: [...sessions.get(sessionId).openAsks] });
      if (pageSize === 0) return create(pb.ListAsksResponseSchema, { asks: await allOpenAsks(store, folders) });
      const limit = Math.min(pageSize, maxPage);
      const page = store.read(openAsksAfter(positionIn(pageToken), limit, folders));
      const last = page.length < limit ? undefined : page.at(-1);
      const nextPageToken = last === undefined ? "" : `${last.createdMs}.${last.number}`;
      return create(pb.ListAsksResponseSchema, {
        asks: page.map(({ ask }) => fromBinary(AskSchema, ask)),
        nextPageToken,
      });
    },

    getAsk: async ({ askId }) => {
      const ask = sessions.openAsk(askId)?.ask ?? (await decidedAsk(sessions, askId));
      return create(pb.GetAskResponseSchema, { ask });
    },

    getAskFile: async ({ askId }, caller) => {
      const found = sessions.openAsk(askId);
      if (found === undefined) throw noAsk(askId);
      const path = changedPath(found.ask, found.session.facts.cwd);
      if (path === undefined) throw invalidOption("ask_id", "an ask that would change a file", "one that would not");
      if (!reach.folder(caller, path)) throw forbidden("approve", `the file is not within them: ${limitedTo(caller)}`);
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

/** Where the page before ended; undefined: there was none. */
function positionIn(token: string): { readonly createdMs: number; readonly number: number } | undefined {
  if (token === "") return undefined;
  const [, createdMs, number] = /^(\d{1,15})\.(\d{1,15})$/.exec(token) ?? [];
  if (createdMs === undefined)
    throw invalidOption("page_token", "the next_page_token of the page before", "another text");
  return { createdMs: Number(createdMs), number: Number(number) };
}

/** The oldest first. There may be thousands: others are served between two pages. */
async function allOpenAsks(store: Store, folders: readonly string[] | undefined): Promise<Ask[]> {
  const asks: Ask[] = [];
  let page = store.read(openAsksAfter(undefined, askPage, folders));
  for (;;) {
    for (const { ask } of page) asks.push(fromBinary(AskSchema, ask));
    if (page.length < askPage) return asks;
    await nextTick();
    page = store.read(openAsksAfter(page.at(-1), askPage, folders));
  }
}

/** One that is not open: decided by somebody else, or none at all. */
export async function decidedAsk({ deps: { store } }: Sessions, id: string): Promise<Ask> {
  // Behind the winner's answer, which may be on its way.
  await store.written();
  const found = store.read(getAsk(id));
  if (found !== undefined) return fromBinary(AskSchema, found.ask);
  throw noAsk(id);
}
