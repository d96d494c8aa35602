import { first } from "./migrations/001-first.ts";
import { fileMark } from "./migrations/002-file-mark.ts";
import { usage } from "./migrations/003-usage.ts";
import { foundEvents } from "./migrations/004-found-events.ts";
import { agentFacts } from "./migrations/005-agent-facts.ts";
import { push } from "./migrations/006-push.ts";
import { worktrees } from "./migrations/007-worktrees.ts";
import { sessionCore } from "./migrations/008-session-core.ts";
import { audit } from "./migrations/009-audit.ts";
import { spent } from "./migrations/010-spent.ts";
import { notices } from "./migrations/011-notices.ts";
import { neededSessions } from "./migrations/012-needed-sessions.ts";
import { passkeys } from "./migrations/013-passkeys.ts";
import { auditCuts } from "./migrations/014-audit-cuts.ts";

/**
 * What made the database what it is, in order; the number of the last one is in
 * `PRAGMA user_version`. Append only: what was released has run on people's files.
 */
export const migrations: readonly string[] = [
  first,
  fileMark,
  usage,
  foundEvents,
  agentFacts,
  push,
  worktrees,
  sessionCore,
  audit,
  spent,
  notices,
  neededSessions,
  passkeys,
  auditCuts,
];

/** In the header of every database of ours, "BrdD": a file of somebody else is never written to. */
export const applicationId = 0x42726444;
