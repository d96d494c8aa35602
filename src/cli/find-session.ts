import type { BridleClient } from "../api/client.ts";
import type { Ask } from "../api/gen/bridle/v1/ask_pb.js";
import type { Session } from "../api/gen/bridle/v1/session_pb.js";
import { BridleError } from "../errors.ts";
import { askLine } from "./event-note.ts";
import { findPastAsk } from "./find-past-ask.ts";
import { openAsks } from "./open-asks.ts";
import { oneLine } from "./output.ts";

/** Every session, page by page, the newest first. */
export async function* allSessions(
  client: BridleClient,
  { includeArchived, cwd = "" }: { readonly includeArchived: boolean; readonly cwd?: string },
): AsyncGenerator<Session, void, undefined> {
  let pageToken = "";
  do {
    const page = await client.sessions.listSessions({ pageSize: 1000, pageToken, includeArchived, cwd });
    yield* page.sessions;
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
}

/** The session whose id begins so. Throws `not_found`, or `conflict` where there are several. */
export async function findSession(client: BridleClient, beginning: string): Promise<Session> {
  if (isWhole(beginning)) {
    const { session } = await client.sessions.getSession({ sessionId: beginning.toLowerCase() });
    if (session !== undefined) return session;
  }
  const found: Session[] = [];
  for await (const session of allSessions(client, { includeArchived: true })) found.push(session);
  return theOne(found, beginning, "session", "bridle sessions", ({ title }) => oneLine(title, 60));
}

/** The ask whose id begins so. It may be decided: the daemon tells by whom. */
export async function findAsk(
  client: BridleClient,
  beginning: string,
): Promise<Pick<Ask, "id" | "suggestions" | "questions">> {
  const asks = await openAsks(client);
  if (isWhole(beginning)) {
    const id = beginning.toLowerCase();
    return asks.find((ask) => ask.id === id) ?? { id, suggestions: [], questions: [] };
  }
  const isOpen = asks.some(({ id }) => id.startsWith(beginning.toLowerCase()));
  const past = isOpen ? undefined : await findPastAsk(client, beginning.toLowerCase());
  return past ?? theOne(asks, beginning, "open ask", "bridle approve", askLine);
}

function isWhole(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

function theOne<T extends { readonly id: string }>(
  all: readonly T[],
  beginning: string,
  what: string,
  listing: string,
  describe: (one: T) => string,
): T {
  const found = all.filter(({ id }) => beginning !== "" && id.startsWith(beginning.toLowerCase()));
  const [one] = found;
  if (one === undefined)
    throw new BridleError("not_found", `there is no ${what} ${beginning}; \`${listing}\` lists them`, {
      what,
      id: beginning,
    });
  if (found.length === 1) return one;
  const some = found.slice(0, 5).map((each) => `  ${each.id}  ${describe(each)}`);
  throw new BridleError("not_found", `${beginning} is the beginning of several:\n${some.join("\n")}\nuse more of it`, {
    what,
    id: beginning,
  });
}
