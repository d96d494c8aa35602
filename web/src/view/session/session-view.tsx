import { useMemo } from "preact/hooks";
import { useApp } from "../app-context.ts";
import { AskDock } from "../asks/ask-dock.tsx";
import { UndoPrompt } from "../changes/undo-prompt.tsx";
import { ComposerView } from "../composer/composer-view.tsx";
import { Empty } from "../frame/empty.tsx";
import { Link } from "../link.tsx";
import { SessionHead } from "./session-head.tsx";
import { TranscriptView } from "./transcript-view.tsx";

export function SessionView({ id, seq }: { readonly id: string; readonly seq: number | undefined }) {
  const app = useApp();
  const live = useMemo(() => app.live(id), [id]);
  if (live.ended.value !== undefined) return <Gone />;
  return (
    <section class="session" aria-label="Session">
      <SessionHead live={live} />
      <TranscriptView live={live} seq={seq} />
      <AskDock sessionId={id} />
      {app.may("prompt") && <ComposerView live={live} />}
      <UndoPrompt sessionId={id} />
    </section>
  );
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
