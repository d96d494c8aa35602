import type { FolderReach } from "../access/folder-reach.ts";
import type { ClaudeSessions } from "../claude-sessions/claude-sessions.ts";
import type { Confirmations } from "../passkeys/confirmations.ts";
import type { CallBook } from "../session/call-book.ts";
import type { Sessions } from "../session/sessions.ts";
import type { Worktrees } from "../worktrees/worktrees.ts";

/** What calls about sessions need. */
export interface SessionCallParts {
  readonly sessions: Sessions;
  readonly book: CallBook;
  /** Conversations that the user has with Claude Code outside of Bridle. */
  readonly claudeSessions: ClaudeSessions;
  readonly worktrees: Worktrees;
  readonly reach: FolderReach;
  readonly confirmations: Confirmations;
  /** The agent of that name, or the default one. Throws `invalid_option`. */
  readonly agentName: (asked: string) => Promise<string>;
}
