import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export interface FoldProps {
  readonly class: string;
  readonly head: ComponentChildren;
  readonly isOpenFirst?: boolean;
  readonly state?: string;
  readonly tone?: string;
  /** Made when it is opened: what nobody looks at is not in the document. */
  readonly children: () => ComponentChildren;
}

export function Fold({ class: className, head, isOpenFirst = false, state, tone, children }: FoldProps) {
  const [isOpen, open] = useState(isOpenFirst);
  return (
    <details
      class={className}
      data-state={state}
      data-tone={tone}
      open={isOpen}
      onToggle={({ currentTarget }) => open(currentTarget.open)}
    >
      <summary>{head}</summary>
      {isOpen && children()}
    </details>
  );
}
