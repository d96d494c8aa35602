import { useApp } from "../app-context.ts";
import { AskCard } from "./ask-card.tsx";
import { OutcomeLine } from "./outcome-line.tsx";
import { useDecidedElsewhere } from "./use-decided-elsewhere.ts";

/** What this session waits for, one ask at a time, at the place where buttons always are. */
export function AskDock({ sessionId }: { readonly sessionId: string }) {
  const { asks, sessions } = useApp();
  // With its head, or not yet: a part that came later would move the rest.
  const isKnown = sessions.get(sessionId) !== undefined;
  const open = asks.open.value.filter((ask) => isKnown && ask.sessionId === sessionId);
  const [first] = open;
  useDecidedElsewhere(first);
  return (
    <section class="dock" aria-label="Waiting for you" data-open={first !== undefined}>
      <OutcomeLine sessionId={sessionId} />
      {first !== undefined && <AskCard ask={first} more={open.length - 1} isInSession />}
    </section>
  );
}
