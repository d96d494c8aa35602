import { type Session, SessionState } from "../../../src/api/gen/bridle/v1/session_pb.js";

/** Which sessions somebody wants to see. */
export interface Filter {
  readonly kind: "all" | "waiting" | "running" | "unread" | "archived";
  /** Empty: any. */
  readonly folder: string;
  readonly agent: string;
  /** Words that all have to be in its title, folder, agent, model, last words, or to begin its id. */
  readonly words: string;
}

export const everything: Filter = { kind: "all", folder: "", agent: "", words: "" };

type IsUnread = (session: Session) => boolean;

/** What waits for a person first, then what runs, then what is unread, then the newest. */
export function arrange(sessions: Iterable<Session>, filter: Filter, isUnread: IsUnread): Session[] {
  const words = filter.words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found: { readonly session: Session; readonly rank: number; readonly ms: number }[] = [];
  for (const session of sessions) {
    if (!isOfKind(session, filter.kind, isUnread)) continue;
    if (filter.folder !== "" && session.cwd !== filter.folder) continue;
    if (filter.agent !== "" && session.agent !== filter.agent) continue;
    if (words.length > 0 && !has(session, words)) continue;
    found.push({ session, rank: rankOf(session, isUnread), ms: Number(session.updatedMs) });
  }
  found.sort((one, other) => one.rank - other.rank || other.ms - one.ms);
  return found.map(({ session }) => session);
}

export interface Counts {
  readonly waiting: number;
  readonly running: number;
  readonly unread: number;
  readonly archived: number;
}

export function count(sessions: Iterable<Session>, isUnread: IsUnread): Counts {
  const counts = { waiting: 0, running: 0, unread: 0, archived: 0 };
  const kinds = Object.keys(counts) as (keyof Counts)[];
  for (const session of sessions) for (const kind of kinds) if (isOfKind(session, kind, isUnread)) counts[kind] += 1;
  return counts;
}

/** Folders or agents to choose from, those of most sessions first. */
export function choices(sessions: Iterable<Session>, of: "cwd" | "agent"): readonly string[] {
  const counts = new Map<string, number>();
  for (const session of sessions) counts.set(session[of], (counts.get(session[of]) ?? 0) + 1);
  return [...counts].sort(([one, some], [other, more]) => more - some || (one < other ? -1 : 1)).map(([name]) => name);
}

function isRunning({ state }: Pick<Session, "state">): boolean {
  return state === SessionState.RUNNING || state === SessionState.STARTING;
}

function isOfKind(session: Session, kind: Filter["kind"], isUnread: IsUnread): boolean {
  if (kind === "archived" || session.archived) return kind === "archived" && session.archived;
  switch (kind) {
    case "all":
      return true;
    case "waiting":
      return session.state === SessionState.WAITING;
    case "running":
      return isRunning(session);
    case "unread":
      return isUnread(session);
  }
}

function rankOf(session: Session, isUnread: IsUnread): number {
  if (session.state === SessionState.WAITING) return 0;
  if (isRunning(session)) return 1;
  return isUnread(session) ? 2 : 3;
}

function has({ title, cwd, agent, model, preview, id }: Session, words: readonly string[]): boolean {
  const text = `${title}\n${cwd}\n${agent}\n${model}\n${preview}`.toLowerCase();
  return words.every((word) => text.includes(word) || id.startsWith(word));
}
