import { useEffect, useRef } from "preact/hooks";
import type { Choice } from "../../model/composer/completion.ts";
import { visible } from "../text/visible.ts";
import type { Completion } from "./use-completion.ts";

export const completionId = "completion";

export function choiceId(at: number): string {
  return `${completionId}-${at}`;
}

interface CompletionListProps {
  readonly completion: Completion;
  readonly choose: (choice: Choice) => void;
}

/** Above the field, for keys and for fingers. */
export function CompletionList({ completion, choose }: CompletionListProps) {
  const { choices, at, what } = completion;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [at, choices.length]);
  if (choices.length === 0) return null;
  return (
    <div
      ref={list}
      id={completionId}
      class="completion"
      role="listbox"
      aria-label={what?.kind === "command" ? "Commands" : "Files in the session’s folder"}
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the same
        <div
          key={choice.label}
          id={choiceId(index)}
          class="completion-choice"
          role="option"
          aria-selected={index === at}
          // Else the field loses the focus, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(choice)}
        >
          <span class="completion-name">
            <bdi>{visible(choice.label)}</bdi>
          </span>
          {choice.about !== "" && <span class="completion-about">{visible(choice.about)}</span>}
        </div>
      ))}
    </div>
  );
}
