/** How somebody denies: with words for the agent, or so that it stops. */
export interface Denial {
  readonly reason: string;
  readonly stops: boolean;
}

interface DenyFormProps {
  readonly denial: Denial;
  readonly change: (denial: Denial) => void;
}

export function DenyForm({ denial: { reason, stops }, change }: DenyFormProps) {
  return (
    <fieldset class="deny-form">
      <legend class="unseen">How to deny</legend>
      <label class="rule">
        <input type="radio" name="denial" checked={!stops} onChange={() => change({ reason, stops: false })} />
        <span>Tell the agent why, and let it continue</span>
      </label>
      {!stops && (
        <textarea
          class="reason"
          aria-label="Reason"
          placeholder="For example: use pnpm instead"
          value={reason}
          ref={(element) => {
            if (element !== null && element.dataset.focused === undefined) {
              element.dataset.focused = "true";
              element.focus({ preventScroll: true });
            }
          }}
          onInput={({ currentTarget }) => change({ reason: currentTarget.value, stops })}
        />
      )}
      <label class="rule">
        <input type="radio" name="denial" checked={stops} onChange={() => change({ reason, stops: true })} />
        <span>Stop the turn: the agent waits for your next prompt</span>
      </label>
    </fieldset>
  );
}
