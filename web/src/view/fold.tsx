import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface FoldProps {
  readonly class: string;
  readonly head: ComponentChildren;
  readonly isOpenFirst?: boolean;
  /** Who keeps whether it is open, where that outlives what is on the screen. */
  readonly keep?: { readonly isOpen: boolean; readonly set: (isOpen: boolean) => void };
  readonly state?: string;
  readonly tone?: string;
  /** Made when it is opened: what nobody looks at is not in the document. */
  readonly children: () => ComponentChildren;
}

export function Fold({ class: className, head, isOpenFirst = false, keep, state, tone, children }: FoldProps) {
  const [isOpenHere, openHere] = useState(isOpenFirst);
  const { isOpen, set } = keep ?? { isOpen: isOpenHere, set: openHere };
  return (
    <details
      class={className}
      data-state={state}
      data-tone={tone}
      open={isOpen}
      onToggle={({ currentTarget }) => set(currentTarget.open)}
    >
      <summary>
        <Icon name="chevron" />
        {head}
      </summary>
      {isOpen && children()}
    </details>
  );
}
