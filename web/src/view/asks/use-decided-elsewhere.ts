import { useEffect, useRef } from "preact/hooks";
import { type Ask, AskState } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { useApp } from "../app-context.ts";
import { howDecided } from "../text/by-whom.ts";
import { visible } from "../text/visible.ts";

/** Tells who decided an ask that was being looked at. */
export function useDecidedElsewhere(shown: Ask | undefined): void {
  const { asks, client } = useApp();
  const before = useRef<Ask>();
  const last = before.current;
  before.current = shown;
  const gone =
    last !== undefined && last.id !== shown?.id && !asks.open.value.some(({ id }) => id === last.id) ? last : undefined;
  useEffect(() => {
    if (gone === undefined || asks.isAnswered(gone.id)) return;
    const showOutcome = ({ ask }: { ask?: Ask | undefined }): void => {
      if (ask === undefined || ask.state === AskState.OPEN || asks.isAnswered(gone.id)) return;
      const text = `${visible(ask.toolName)} was ${howDecided(ask)}.`;
      asks.answered(gone, { sessionId: gone.sessionId, tone: "late", text });
    };
    // Deleted with its session: there is nothing to tell.
    client.conversation.getAsk({ askId: gone.id }).then(showOutcome, () => {});
  }, [gone?.id]);
}
