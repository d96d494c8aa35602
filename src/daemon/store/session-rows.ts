import { agentOf } from "./agents-table.ts";
import { openAsksOf } from "./asks-table.ts";
import { makeQuery } from "./make-work.ts";
import { promptsOf } from "./prompts-table.ts";
import type { SessionRows } from "./session-state-rows.ts";
import { getSession } from "./sessions-table.ts";
import type { Query } from "./work.ts";

/** Everything of one session but its events; undefined: there is none. */
export function sessionRows(id: string): Query<SessionRows | undefined> {
  return makeQuery((db) => {
    const row = getSession(id)(db);
    return row && { row, prompts: promptsOf(id)(db), asks: openAsksOf(id)(db), agent: agentOf(id)(db) };
  });
}
