import type { LiveSession } from "../../live/live-session.ts";
import { useApp } from "../app-context.ts";
import { count } from "../text/count.ts";

/** How full the model's window is, where the agent has said how large that is; else how many tokens it holds. */
export function ContextUse({ live }: { readonly live: LiveSession }) {
  const { agentInfos } = useApp();
  const used = live.tokens.value.context.value;
  const window = Number(agentInfos.of(live.id).value?.contextWindow ?? 0n);
  if (used === 0) return null;
  const percent = window === 0 ? undefined : Math.min(100, Math.round((used / window) * 100));
  const all = window === 0 ? `${used} tokens` : `${used} of ${window} tokens`;
  return (
    <span class="context-use" data-full={percent !== undefined && percent >= 80} title={all}>
      {percent === undefined ? count(used) : `${percent}%`}
      <span class="context-words">{percent === undefined ? " tokens" : " of context"}</span>
    </span>
  );
}
