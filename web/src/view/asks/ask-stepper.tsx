import { Icon } from "../icon.tsx";

interface AskStepperProps {
  readonly at: number;
  readonly count: number;
  readonly step: (by: 1 | -1) => void;
}

/** From one ask to the next, and where one is. */
export function AskStepper({ at, count, step }: AskStepperProps) {
  return (
    <nav class="ask-stepper" aria-label="Waiting for you">
      <button
        type="button"
        class="icon-button back-icon"
        aria-label="Previous"
        disabled={count < 2}
        onClick={() => step(-1)}
      >
        <Icon name="chevron" />
      </button>
      <span class="label">
        {at + 1} of {count}
      </span>
      <button type="button" class="icon-button" aria-label="Next" disabled={count < 2} onClick={() => step(1)}>
        <Icon name="chevron" />
      </button>
    </nav>
  );
}
