import { type Ask, AskState } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { isBridleError } from "../../../../src/errors.ts";
import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { Link } from "../link.tsx";
import { howDecided } from "../text/by-whom.ts";
import { visible } from "../text/visible.ts";
import { type Answer, useAnswer } from "../use-answer.ts";

/** An address of an ask that does not wait any more: a notification that was tapped late. */
export function DecidedAsk({ askId }: { readonly askId: string }) {
  const { client, asks } = useApp();
  const answer = useAnswer(async () => {
    try {
      return (await client.conversation.getAsk({ askId })).ask;
    } catch (error) {
      if (isBridleError(error, "not_found")) return undefined;
      throw error;
    }
  }, [askId]);
  const ask = answer.at === "there" ? answer.value : undefined;
  if (answer.at === "loading" || ask?.state === AskState.OPEN) return <p class="unseen">Loading …</p>;
  const others = asks.open.value.length;
  return (
    <Empty icon={ask === undefined ? "search" : "check"} title={titleOf(answer)}>
      {ask !== undefined && <Link to={{ view: "session", id: ask.sessionId }}>Open its session</Link>}
      <Link to={{ view: "asks" }}>{others === 0 ? "Everything waiting" : `Everything waiting (${others})`}</Link>
    </Empty>
  );
}

function titleOf(answer: Exclude<Answer<Ask | undefined>, { readonly at: "loading" }>): string {
  if (answer.at === "failed") return `This could not be loaded: ${answer.why}`;
  const { value: ask } = answer;
  return ask === undefined ? "This is no longer there." : `${visible(ask.toolName)} was ${howDecided(ask)}.`;
}
