import type { ComponentChildren } from "preact";
import type { Armed } from "./use-armed.ts";

export interface DecisionButton {
  readonly word: string;
  readonly tone: "allow" | "deny" | "plain";
  /** It would not do anything now, armed or not. */
  readonly isUseless?: boolean;
  readonly act: () => void;
}

interface DecisionBarProps {
  readonly armed: Armed;
  readonly isSent: boolean;
  /** Always two, always in the same position. */
  readonly left: DecisionButton;
  readonly right: DecisionButton;
  /** Smaller ones above them. */
  readonly children: ComponentChildren;
}

/** The buttons that decide: at the bottom, of one size, dead while anything under the finger is new. */
export function DecisionBar({ armed, isSent, left, right, children }: DecisionBarProps) {
  const isDead = !armed.isArmed || isSent;
  return (
    <fieldset
      class="buttons"
      aria-label="Your decision"
      ref={armed.ref}
      data-armed={!isDead}
      onPointerDown={armed.onPointerDown}
      onKeyDown={armed.onKeyDown}
    >
      <div class="ask-tools">{children}</div>
      <div class="button-row">
        {[left, right].map(({ word, tone, isUseless = false, act }, at) => (
          <button
            key={at === 0 ? "left" : "right"}
            type="button"
            class={tone === "plain" ? undefined : tone}
            aria-disabled={isDead || isUseless}
            onClick={(event) => armed.act(event, () => void (isSent || isUseless || act()))}
          >
            {word}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
