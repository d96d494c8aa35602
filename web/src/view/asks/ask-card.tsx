import { useState } from "preact/hooks";
import { type Ask, AskKind } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { isFields, parseJson } from "../../model/content.ts";
import { useApp } from "../app-context.ts";
import { Link } from "../link.tsx";
import { ago } from "../text/ago.ts";
import { ToolInput } from "../tool/tool-input.tsx";
import { PermissionButtons } from "./permission-buttons.tsx";
import { QuestionForm } from "./question-form.tsx";

export interface AskCardProps {
  readonly ask: Ask;
  /** How many others wait. */
  readonly more: number;
}

/** One ask: who wants what, all of it, and the buttons below at a place of their own. */
export function AskCard({ ask, more }: AskCardProps) {
  const [outcome, tell] = useState("");
  return (
    <article class="ask" key={ask.id} aria-label={ask.kind === AskKind.QUESTION ? "A question" : "A permission"}>
      <AskHead ask={ask} more={more} />
      <p class="outcome" role="status">
        {outcome}
      </p>
      {ask.kind === AskKind.QUESTION ? (
        <QuestionForm key={ask.id} ask={ask} tell={tell} />
      ) : (
        <>
          <section class="ask-body" aria-label="What it wants to do">
            {ask.description !== "" && <p>{ask.description}</p>}
            <ToolInput name={ask.toolName} input={inputOf(ask)} />
            {ask.reason !== "" && <p class="quiet">Asked because: {ask.reason}</p>}
          </section>
          <PermissionButtons key={ask.id} ask={ask} tell={tell} />
        </>
      )}
    </article>
  );
}

function AskHead({ ask, more }: AskCardProps) {
  const { sessions } = useApp();
  const session = sessions.get(ask.sessionId);
  return (
    <header class="ask-head">
      <p>
        <strong>{ask.kind === AskKind.QUESTION ? "The agent asks you" : `Allow ${ask.toolName}?`}</strong>
        {more > 0 && <span class="quiet"> {more} more</span>}
      </p>
      <p class="session-facts">
        <Link to={{ view: "session", id: ask.sessionId }}>{session?.title || "Untitled"}</Link>
        <span>{session?.cwd}</span>
        <span>{session?.agent}</span>
        <span>waits since {ago(Number(ask.createdMs))}</span>
        {ask.deadlineMs > 0n && <span>until {new Date(Number(ask.deadlineMs)).toLocaleTimeString()}</span>}
      </p>
    </header>
  );
}

function inputOf(ask: Ask) {
  const input = parseJson(ask.inputJson);
  return isFields(input) ? input : { input: ask.inputJson };
}
