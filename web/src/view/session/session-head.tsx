import type { LiveSession } from "../../live/live-session.ts";
import { useApp } from "../app-context.ts";
import { WaitMark } from "../asks/wait-mark.tsx";
import { ChangesLink } from "../changes/changes-link.tsx";
import { Link } from "../link.tsx";
import { SessionMenu } from "../sessions/session-menu.tsx";
import { SessionTitle } from "../sessions/session-title.tsx";
import { agentName } from "../text/agent-name.ts";
import { cost } from "../text/cost.ts";
import { stateWord } from "../text/state-word.ts";
import { AgentMenu } from "./agent-menu.tsx";

/** What a session is, and what its agent runs with. */
export function SessionHead({ live }: { readonly live: LiveSession }) {
  const session = useApp().sessions.get(live.id);
  if (session === undefined) return <header class="session-head" />;
  const { word, tone } = stateWord(session);
  return (
    <header class="session-head">
      <Link to={{ view: "sessions" }} class="back" label="All sessions">
        ‹
      </Link>
      <div class="session-names">
        <SessionTitle session={session} />
        <p class="session-facts">
          <span class="dot" data-tone={tone} />
          <span>{word}</span>
          <WaitMark sessionId={session.id} />
          <span class="folder" title={session.cwd}>
            <bdi>{session.cwd}</bdi>
          </span>
          {session.worktree !== undefined && (
            <span class="fact-branch" title={`Worktree ${session.worktree.path}`}>
              <bdi>{session.worktree.branch}</bdi>
            </span>
          )}
          <span class="fact-agent">
            {agentName(session.agent)} {session.agentVersion}
          </span>
          {session.costUsd > 0 && <span>{cost(session.costUsd)}</span>}
        </p>
      </div>
      <ChangesLink id={live.id} />
      <AgentMenu session={session} live={live} />
      <SessionMenu session={session} where="head" />
    </header>
  );
}
