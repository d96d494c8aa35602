import { useMemo } from "preact/hooks";
import { useApp } from "../app-context.ts";
import { AskDock } from "../asks/ask-dock.tsx";
import { UndoPrompt } from "../changes/undo-prompt.tsx";
import { ComposerView } from "../composer/composer-view.tsx";
import { QueueWaitNote } from "../composer/queue-wait.tsx";
import { Empty } from "../frame/empty.tsx";
import { Link } from "../link.tsx";
import { SessionHead } from "./session-head.tsx";
import { TranscriptView } from "./transcript-view.tsx";

interface SessionViewProps {
  readonly id: string;
  /** An event to begin at. */
  readonly seq: number | undefined;
  /** A tool use to begin at. */
  readonly tool: string | undefined;
}

export function SessionView({ id, seq, tool }: SessionViewProps) {
  const app = useApp();
  const live = useMemo(() => app.live(id), [id]);
  if (live.ended.value !== undefined) return <Gone />;
  return (
    <section class="session" aria-label="Session">
      <SessionHead live={live} />
      <TranscriptView live={live} seq={seq} tool={tool} />
      <AskDock sessionId={id} />
      {app.may("prompt") ? <ComposerView live={live} /> : <HeldBack id={id} />}
      <UndoPrompt sessionId={id} />
    </section>
  );
}

/** For who does not write: why it does not go on. */
function HeldBack({ id }: { readonly id: string }) {
  const waits = useApp().sessions.get(id)?.waits;
  return waits === undefined ? null : <QueueWaitNote sessionId={id} waits={waits} />;
}

function Gone() {
  return (
    <Empty icon="search" title="This session does not exist, or was deleted" isHeading>
      <Link to={{ view: "sessions" }} class="button">
        All sessions
      </Link>
    </Empty>
  );
}
