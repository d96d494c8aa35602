import { useMemo } from "preact/hooks";
import { SessionState } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import { useApp } from "../app-context.ts";
import { AskDock } from "../asks/ask-dock.tsx";
import { Link } from "../link.tsx";
import { cost } from "../text/cost.ts";
import { stateWord } from "../text/state-word.ts";
import { Composer } from "./composer.tsx";
import { TranscriptView } from "./transcript-view.tsx";

export function SessionView({ id, seq }: { readonly id: string; readonly seq: number | undefined }) {
  const app = useApp();
  const live = useMemo(() => app.live(id), [id]);
  if (live.ended.value !== undefined) return <Gone />;
  return (
    <section class="session" aria-label="Session">
      <SessionHead id={id} />
      <TranscriptView live={live} seq={seq} />
      <AskDock sessionId={id} />
      <Composer live={live} />
    </section>
  );
}

function SessionHead({ id }: { readonly id: string }) {
  const { sessions, client } = useApp();
  const session = sessions.get(id);
  if (session === undefined) return <header class="session-head" />;
  const { word, tone } = stateWord(session);
  const isRunning = session.state === SessionState.RUNNING || session.state === SessionState.WAITING;
  return (
    <header class="session-head">
      <Link to={{ view: "sessions" }} class="back" label="All sessions">
        ‹
      </Link>
      <div class="session-names">
        <h1>{session.title || "Untitled"}</h1>
        <p class="session-facts">
          <span class="dot" data-tone={tone} />
          <span>{word}</span>
          <span class="folder" title={session.cwd}>
            <bdi>{session.cwd}</bdi>
          </span>
          <span>
            {session.agent} {session.agentVersion}
          </span>
          {session.model !== "" && <span>{session.model}</span>}
          {session.costUsd > 0 && <span>{cost(session.costUsd)}</span>}
        </p>
      </div>
      <button
        type="button"
        class="quiet-button"
        disabled={!isRunning}
        onClick={() => void client.conversation.interrupt({ sessionId: id })}
      >
        Interrupt
      </button>
    </header>
  );
}

function Gone() {
  return (
    <div class="empty">
      <p>This session is not there, or was deleted.</p>
      <Link to={{ view: "sessions" }}>All sessions</Link>
    </div>
  );
}
