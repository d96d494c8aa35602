import { useEffect, useState } from "preact/hooks";
import { type Ask, AskState } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { Link } from "../link.tsx";
import { howDecided } from "../text/by-whom.ts";
import { visible } from "../text/visible.ts";

type Looked = { readonly at: "looking" } | { readonly at: "there"; readonly ask: Ask } | { readonly at: "nowhere" };

/** An address of an ask that does not wait any more: a notification that was tapped late. */
export function DecidedAsk({ askId }: { readonly askId: string }) {
  const app = useApp();
  const [looked, set] = useState<Looked>({ at: "looking" });
  useEffect(() => {
    app.client.conversation.getAsk({ askId }).then(
      ({ ask }) => set(ask === undefined ? { at: "nowhere" } : { at: "there", ask }),
      () => set({ at: "nowhere" }),
    );
  }, [askId]);
  if (looked.at === "looking" || (looked.at === "there" && looked.ask.state === AskState.OPEN))
    return <p class="unseen">Loading …</p>;
  const others = app.asks.open.value.length;
  const title =
    looked.at === "nowhere"
      ? "This is no longer there."
      : `${visible(looked.ask.toolName)} was ${howDecided(looked.ask)}.`;
  return (
    <Empty icon={looked.at === "nowhere" ? "search" : "check"} title={title}>
      {looked.at === "there" && <Link to={{ view: "session", id: looked.ask.sessionId }}>Open its session</Link>}
      <Link to={{ view: "asks" }}>{others === 0 ? "Everything waiting" : `Everything waiting (${others})`}</Link>
    </Empty>
  );
}
