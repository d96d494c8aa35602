import { useEffect } from "preact/hooks";
import { useApp } from "../app-context.ts";
import { Icon } from "../icon.tsx";

/** What needs nobody's attention any more goes by itself. */
const doneMs = 5000;

/** What came of the last answer. It stays where it is, so that who listens is told. */
export function OutcomeLine({ sessionId }: { readonly sessionId?: string }) {
  const { asks } = useApp();
  const outcome = asks.outcome.value;
  const isShown = outcome !== undefined && (sessionId === undefined || outcome.sessionId === sessionId);
  useEffect(() => {
    if (outcome?.tone !== "done") return;
    const timer = setTimeout(() => {
      if (asks.outcome.value === outcome) asks.outcome.value = undefined;
    }, doneMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <div class="ask-outcome" data-tone={isShown ? outcome.tone : undefined}>
      <p role="status">{isShown && outcome.text}</p>
      {isShown && outcome.tone !== "done" && (
        <button
          type="button"
          class="icon-button"
          aria-label="Close"
          onClick={() => {
            asks.outcome.value = undefined;
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
