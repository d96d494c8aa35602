import { useRef, useState } from "preact/hooks";
import { type Session, WorktreeEnd } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { useArmed } from "../asks/use-armed.ts";
import { Dialog } from "../dialog.tsx";
import { cost } from "../text/cost.ts";
import { asking } from "./list-state.ts";
import { SessionActions } from "./session-actions.ts";

/** What is asked before something is done with a session. */
export function SessionDialogs() {
  const { sessions } = useApp();
  const asked = asking.value;
  const session = asked === undefined ? undefined : sessions.get(asked.id);
  return (
    <>
      {asked?.what === "delete" && session !== undefined && <DeleteDialog session={session} />}
      {asked?.what === "fork" && session !== undefined && <ForkDialog session={session} at={asked.at} />}
    </>
  );
}

const close = (): void => {
  asking.value = undefined;
};

function DeleteDialog({ session }: { readonly session: Session }) {
  const app = useApp();
  const { trouble, isBusy, run } = useAction();
  const armed = useArmed(`delete ${session.id}`);
  const [removes, setRemoves] = useState(session.worktree?.end === WorktreeEnd.REMOVE);
  const end = removes ? WorktreeEnd.REMOVE : WorktreeEnd.KEEP;
  return (
    <Dialog label="Delete this session" close={close}>
      <h2>Delete “{session.title || "Untitled"}”?</h2>
      <p>
        {lossOf(session)} This cannot be undone.
        {session.live && " Its agent is stopped first, in the middle of its work."}
      </p>
      {session.worktree === undefined ? (
        <p class="quiet">Files in {session.cwd} stay as they are.</p>
      ) : (
        <label class="choice">
          <input
            type="checkbox"
            checked={removes}
            onChange={({ currentTarget }) => setRemoves(currentTarget.checked)}
          />
          Also remove its worktree and the branch {session.worktree.branch}, if it contains no work
        </label>
      )}
      <p class="outcome" role="alert">
        {trouble}
      </p>
      <div class="dialog-buttons" ref={armed.ref}>
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          class="deny"
          aria-disabled={!armed.isArmed || isBusy}
          onPointerDown={armed.onPointerDown}
          onClick={(event) => armed.act(event, () => run(() => new SessionActions(app).delete(session, end)))}
        >
          Delete for good
        </button>
      </div>
    </Dialog>
  );
}

/** What is gone then. */
function lossOf({ firstSeq, lastSeq, turns, costUsd }: Session): string {
  const events = Number(lastSeq - firstSeq) + 1;
  const parts = [
    events === 1 ? "one event" : `${events} events`,
    ...(turns > 0 ? [turns === 1 ? "one turn" : `${turns} turns`] : []),
    ...(costUsd > 0 ? [`the record of ${cost(costUsd)}`] : []),
  ];
  return `Its whole conversation is erased from Bridle: ${parts.join(", ")}.`;
}

function ForkDialog({ session, at }: { readonly session: Session; readonly at: string | undefined }) {
  const app = useApp();
  const { trouble, isBusy, run } = useAction();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog label="Fork this session" close={close}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          run(() => new SessionActions(app).fork(session, field.current?.value ?? "", at));
        }}
      >
        <h2>Fork “{session.title || "Untitled"}”</h2>
        <p class="quiet">
          A new session that knows this conversation{at !== undefined && " up to there"}. This one stays as it is. Both
          work in {session.cwd}.
        </p>
        <label>
          <span class="label">Title</span>
          <input ref={field} class="search" maxLength={500} defaultValue={`${session.title || "Untitled"} (fork)`} />
        </label>
        <p class="outcome" role="alert">
          {trouble}
        </p>
        <div class="dialog-buttons">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="allow" aria-disabled={isBusy}>
            Fork
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** One at a time; what is wrong is shown where it was asked for. */
function useAction() {
  const [state, set] = useState<{ readonly trouble: string; readonly isBusy: boolean }>({ trouble: "", isBusy: false });
  const run = (act: () => Promise<void>): void => {
    if (state.isBusy) return;
    set({ trouble: "", isBusy: true });
    act().then(close, (error: unknown) => set({ trouble: messageOf(error), isBusy: false }));
  };
  return { ...state, run };
}
