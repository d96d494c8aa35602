import { useApp } from "../app-context.ts";
import { useKeys } from "../keys/use-keys.ts";
import { Link } from "../link.tsx";
import { AskCard } from "./ask-card.tsx";

/** All that waits, of all sessions, one after another: by keyboard, and by thumb. */
export function AsksView({ askId }: { readonly askId: string | undefined }) {
  const app = useApp();
  const open = app.asks.open.value;
  const at = Math.max(
    0,
    open.findIndex(({ id }) => id === askId),
  );
  const ask = open[at];
  const step = (by: number): void => {
    const next = open[(at + by + open.length) % open.length];
    if (next !== undefined) app.go({ view: "asks", askId: next.id });
  };
  useKeys([
    { key: "ArrowRight", does: "the next that waits", act: () => step(1) },
    { key: "ArrowLeft", does: "the one before", act: () => step(-1) },
  ]);
  return (
    <section class="asks" aria-label="Waiting for you">
      <header class="session-head">
        <Link to={{ view: "sessions" }} class="back" label="All sessions">
          ‹
        </Link>
        <h1>Waiting for you</h1>
        {open.length > 1 && (
          <nav class="stepper" aria-label="What waits">
            <button type="button" aria-label="The one before" onClick={() => step(-1)}>
              ←
            </button>
            <span class="quiet">
              {at + 1} of {open.length}
            </span>
            <button type="button" aria-label="The next" onClick={() => step(1)}>
              →
            </button>
          </nav>
        )}
      </header>
      {ask === undefined ? (
        <div class="empty">
          <p>Nothing waits for you.</p>
          <p class="quiet">What an agent asks for is shown here, and on its session's page.</p>
        </div>
      ) : (
        <AskCard key={ask.id} ask={ask} more={open.length - 1} />
      )}
    </section>
  );
}
