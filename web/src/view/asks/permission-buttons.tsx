import { useState } from "preact/hooks";
import type { Ask } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { Verdict } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { useApp } from "../app-context.ts";
import { useKeys } from "../keys/use-keys.ts";
import { useArmed } from "./use-armed.ts";

interface Props {
  readonly ask: Ask;
  readonly tell: (outcome: string) => void;
}

export function PermissionButtons({ ask, tell }: Props) {
  const { client, asks } = useApp();
  const [reason, setReason] = useState<string>();
  const [chosen, choose] = useState(-1);
  const [isSent, setSent] = useState(false);
  const armed = useArmed(`${ask.id} ${reason === undefined ? "" : "reason"} ${chosen}`);

  const answer = async (verdict: Verdict, updatesJson: readonly string[] = []): Promise<void> => {
    setSent(true);
    try {
      const message = reason ?? "";
      const request = { askId: ask.id, digest: ask.digest, verdict, updatesJson: [...updatesJson], message };
      const { won, ask: now } = await client.conversation.answerAsk(request);
      tell(won ? "" : `Somebody was faster: ${now?.decidedBy ?? "it is decided"}.`);
      asks.remove(ask.id);
    } catch (error) {
      setSent(false);
      tell(error instanceof Error ? error.message : String(error));
    }
  };
  const suggestion = ask.suggestions[chosen];
  const allow = (): void => void answer(Verdict.ALLOW, suggestion === undefined ? [] : [suggestion.updateJson]);
  const isDead = !armed.isArmed || isSent;
  useKeys([
    { key: "a", does: "allow", act: () => void (isDead || allow()) },
    { key: "d", does: "deny", act: () => void (isDead || answer(Verdict.DENY)) },
  ]);
  return (
    <div class="buttons" data-armed={!isDead} onPointerDown={armed.onPointerDown}>
      {ask.suggestions.length > 0 && (
        <label class="scope">
          <span>Allow</span>
          <select
            value={String(chosen)}
            onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
            disabled={isSent}
          >
            <option value="-1">once</option>
            {ask.suggestions.map(({ label }, index) => (
              <option value={String(index)}>always: {label}</option>
            ))}
          </select>
        </label>
      )}
      {reason === undefined ? (
        <button type="button" class="text-button" aria-disabled={isSent} onClick={() => setReason("")}>
          Deny with a reason …
        </button>
      ) : (
        <input
          class="reason"
          type="text"
          placeholder="Why not? The agent is told."
          aria-label="Reason"
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      <div class="button-row">
        <button
          type="button"
          class="deny"
          aria-disabled={isDead}
          onClick={(event) => armed.act(event, () => void answer(Verdict.DENY))}
        >
          Deny
        </button>
        <button type="button" class="allow" aria-disabled={isDead} onClick={(event) => armed.act(event, allow)}>
          {suggestion === undefined ? "Allow once" : "Allow always"}
        </button>
      </div>
    </div>
  );
}
