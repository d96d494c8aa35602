import { isFields, parseJson } from "../../model/content.ts";
import type { AskFormProps } from "./ask-card.tsx";
import { AskInput } from "./ask-input.tsx";
import { PermissionDetails } from "./permission-details.tsx";

/** An ask for who may not decide it: all that it wants, and no button. */
export function WatchedAsk({ ask, tools }: AskFormProps) {
  const input = parseJson(ask.inputJson);
  return (
    <div class="ask-form">
      <PermissionDetails ask={ask} label="What it wants to do">
        <AskInput name={ask.toolName} input={isFields(input) ? input : { input: ask.inputJson }} now={{ at: "none" }} />
        <p class="quiet">Your login cannot decide this: it lacks the role approve.</p>
      </PermissionDetails>
      <div class="ask-tools">{tools}</div>
    </div>
  );
}
