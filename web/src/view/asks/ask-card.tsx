import type { ComponentChildren } from "preact";
import { type Ask, AskKind } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { useApp } from "../app-context.ts";
import { AskHead } from "./ask-head.tsx";
import { PermissionForm } from "./permission-form.tsx";
import { QuestionForm } from "./question-form.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";
import { WatchedAsk } from "./watched-ask.tsx";

interface AskCardProps {
  readonly ask: Ask;
  /** How many others wait. */
  readonly more: number;
  readonly isInSession?: boolean;
  /** Beside the buttons that decide. */
  readonly tools?: ComponentChildren;
}

export interface AskFormProps {
  readonly ask: Ask;
  readonly tools: ComponentChildren;
}

/** One ask: who wants what, all of it, and the buttons below at a place of their own. */
export function AskCard({ ask, more, isInSession = false, tools }: AskCardProps) {
  const card = useKeptFocus(ask.id);
  const mayDecide = useApp().may("approve");
  const Form = !mayDecide ? WatchedAsk : ask.kind === AskKind.QUESTION ? QuestionForm : PermissionForm;
  return (
    <article ref={card} class="ask" aria-labelledby="ask-title" tabIndex={-1}>
      <AskHead ask={ask} more={more} isInSession={isInSession} />
      <Form key={ask.id} ask={ask} tools={tools} />
    </article>
  );
}
