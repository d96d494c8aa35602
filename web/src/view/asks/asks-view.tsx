import { useApp } from "../app-context.ts";
import { Link } from "../link.tsx";
import { AskCard } from "./ask-card.tsx";

/** All that waits, of all sessions, one after another. */
export function AsksView({ askId }: { readonly askId: string | undefined }) {
  const { asks } = useApp();
  const open = asks.open.value;
  const ask = open.find(({ id }) => id === askId) ?? open[0];
  return (
    <section class="asks" aria-label="Waiting for you">
      <header class="session-head">
        <Link to={{ view: "sessions" }} class="back" label="All sessions">
          ‹
        </Link>
        <h1>Waiting for you</h1>
      </header>
      {ask === undefined ? (
        <div class="empty">
          <p>Nothing waits for you.</p>
        </div>
      ) : (
        <AskCard ask={ask} more={open.length - 1} />
      )}
    </section>
  );
}
