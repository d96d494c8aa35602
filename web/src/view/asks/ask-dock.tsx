import { useApp } from "../app-context.ts";
import { AskCard } from "./ask-card.tsx";

/** What this session waits for, one ask at a time, at the place where buttons always are. */
export function AskDock({ sessionId }: { readonly sessionId: string }) {
  const { asks } = useApp();
  const open = asks.open.value.filter((ask) => ask.sessionId === sessionId);
  const [first] = open;
  return (
    <section class="dock" aria-label="Waiting for you">
      {first !== undefined && <AskCard key={first.id} ask={first} more={open.length - 1} />}
    </section>
  );
}
