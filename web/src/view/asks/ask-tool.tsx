interface AskToolProps {
  readonly word: string;
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** A button that opens and closes another way to answer an ask. */
export function AskTool({ word, isOn, toggle }: AskToolProps) {
  return (
    <button type="button" class="ask-tool" aria-pressed={isOn} onClick={toggle}>
      {word}
    </button>
  );
}
