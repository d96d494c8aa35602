import { useRef } from "preact/hooks";
import type { LiveSession } from "../../live/live-session.ts";
import type { Row, ToolRow } from "../../model/row.ts";
import { useApp } from "../app-context.ts";
import { InterruptButton } from "../composer/interrupt-button.tsx";
import { Icon } from "../icon.tsx";
import { useKeys } from "../keys/use-keys.ts";
import { ActivityLine } from "./activity-line.tsx";
import { TodoPanel } from "./todo-panel.tsx";
import type { End } from "./use-end.ts";

interface Props {
  readonly live: LiveSession;
  readonly end: End;
  readonly goTo: (row: Row) => void;
  readonly find: () => void;
}

/** Below the conversation: what the agent does now, its list, and ways to what waits and to the end. Its height never changes. */
export function TranscriptFoot({ live, end, goTo, find }: Props) {
  const app = useApp();
  const transcript = live.transcript.value;
  const asking = transcript.asking.value;
  const lastAsked = useRef<ToolRow>();
  const nextAsk = (): void => {
    const row = asking[(asking.indexOf(lastAsked.current as ToolRow) + 1) % asking.length];
    lastAsked.current = row;
    if (row === undefined) app.go({ view: "asks" });
    else goTo(row);
  };
  useKeys([
    { key: "j", does: "go to the next one waiting", act: nextAsk },
    { key: "e", does: "go to the end of the conversation", act: end.go },
  ]);
  return (
    <div class="transcript-foot">
      <div class="jumps">
        {asking.length > 0 && !end.isThere.value && (
          <button type="button" class="jump" data-tone="waiting" onClick={nextAsk} title="Waiting for you (j)">
            <Icon name="hand" />
            {asking.length === 1 ? "Waiting for you" : `${asking.length} waiting for you`}
          </button>
        )}
        {!end.isThere.value && <ToEnd live={live} end={end} />}
      </div>
      <ActivityLine live={live} />
      <InterruptButton live={live} />
      <TodoPanel todos={transcript.todos.value} />
      <button type="button" class="icon-button" onClick={find} aria-label="Find in this session" title="Find (Ctrl F)">
        <Icon name="search" />
      </button>
    </div>
  );
}

/** Shown when somebody scrolled up; says so when something new is below. */
function ToEnd({ live, end }: Pick<Props, "live" | "end">) {
  const { lastSeq } = live.transcript.value;
  const seen = useRef(lastSeq.peek());
  const isNew = lastSeq.value > seen.current;
  return (
    <button type="button" class="jump" data-new={isNew} onClick={end.go} title="To the end (e)">
      <Icon name="arrowDown" />
      {isNew ? "New below" : "To the end"}
    </button>
  );
}
