import { useApp } from "../app-context.ts";
import { AskCard } from "./ask-card.tsx";
import { OutcomeLine } from "./outcome-line.tsx";
import { useDecidedElsewhere } from "./use-decided-elsewhere.ts";

/** What this session waits for, one ask at a time, at the place where buttons always are. */
export function AskDock({ sessionId }: { readonly sessionId: string }) {
  const { asks } = useApp();
  const open = asks.open.value.filter((ask) => ask.sessionId === sessionId);
  const [first] = open;
  useDecidedElsewhere(first);
  return (
    <section class="dock" aria-label="Waiting for you" data-open={first !== undefined}>
      <OutcomeLine sessionId={sessionId} />
      {first !== undefined && <AskCard ask={first} more={open.length - 1} isInSession />}
    </section>
  );
}
