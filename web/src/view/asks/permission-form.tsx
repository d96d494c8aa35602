import { useMemo, useState } from "preact/hooks";
import { isFields, parseJson } from "../../model/content.ts";
import { draftOf, isSame, readDraft } from "../../model/input-draft.ts";
import { type Offer, offerOf } from "../../model/permission-update.ts";
import type { Fields } from "../../model/row.ts";
import { useApp } from "../app-context.ts";
import { useEscape } from "../keys/use-escape.ts";
import type { AskFormProps } from "./ask-card.tsx";
import { AskInput } from "./ask-input.tsx";
import { AskTool } from "./ask-tool.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { DenyForm } from "./deny-form.tsx";
import { InputEditor } from "./input-editor.tsx";
import { PermissionDetails } from "./permission-details.tsx";
import { allowWordOf, buttonsFor, type Doing, deciding, type Steps } from "./permission-steps.ts";
import { ScopeChoice, updatesOf } from "./scope-choice.tsx";
import { useArmed } from "./use-armed.ts";
import { fileKey, useFileNow } from "./use-file-now.ts";
import { usePermissionAnswers } from "./use-permission-answers.ts";
import { usePermissionKeys } from "./use-permission-keys.ts";

/** A tool use: all that it would do, and the buttons that decide. */
export function PermissionForm({ ask, tools }: AskFormProps) {
  const { sessions } = useApp();
  const [doing, set] = useState<Doing>(deciding);
  const input = useMemo(() => inputOf(ask.inputJson), [ask]);
  const offers = useMemo(
    () => ask.suggestions.map(offerOf).filter((offer): offer is Offer => offer !== undefined),
    [ask],
  );
  const now = useFileNow(ask);
  const drafted = doing.at === "editing" ? readDraft(doing.draft) : undefined;
  const edited = drafted?.ok === true && !isSame(drafted.input, input) ? drafted.input : undefined;
  const allowWord = allowWordOf(doing, edited !== undefined);
  const suggested = ask.suggestions.map(({ updateJson }) => updateJson).join();
  const granted = doing.at === "deciding" ? updatesOf(doing.grant) : [];
  const armed = useArmed([ask.id, doing.at, allowWord, suggested, granted, fileKey(now)].join("\n"));
  const { isSent, allow, deny } = usePermissionAnswers(ask);

  const steps: Steps = {
    allow: () => allow(granted, edited),
    deny,
    back: () => set(deciding),
    edit: () => set({ at: "editing", draft: draftOf(ask.toolName, inputOf(ask.rewrittenInputJson || ask.inputJson)) }),
    explain: () => set({ at: "denying", denial: { reason: "", stops: false } }),
    choose: (grant) => set({ at: "deciding", grant }),
  };
  // Looking comes first: nobody allows a change of a file that is not shown yet.
  const mayAllow = now.at !== "loading" && (doing.at !== "editing" || drafted?.ok === true);
  const [left, right] = buttonsFor(doing, steps, { word: allowWord, mayAllow });
  usePermissionKeys({ doing, steps, offers, isSent, isArmed: armed.isArmed, left, right });
  useEscape(doing.at === "deciding" ? undefined : steps.back);
  const isEditing = doing.at === "editing";
  const isDenying = doing.at === "denying";
  return (
    <div class="ask-form">
      <PermissionDetails ask={ask} label={isEditing ? "Edit the input" : "What it wants to do"}>
        {isEditing && drafted !== undefined ? (
          <InputEditor
            input={input}
            draft={doing.draft}
            drafted={drafted}
            edit={(draft) => set({ at: "editing", draft })}
          />
        ) : (
          <AskInput name={ask.toolName} input={input} now={now} />
        )}
      </PermissionDetails>
      {doing.at === "deciding" && (
        <ScopeChoice
          offers={offers}
          grant={doing.grant}
          cwd={sessions.get(ask.sessionId)?.cwd ?? ""}
          choose={steps.choose}
        />
      )}
      {isDenying && <DenyForm denial={doing.denial} change={(denial) => set({ at: "denying", denial })} />}
      <DecisionBar armed={armed} isSent={isSent} left={left} right={right}>
        {tools}
        <AskTool word="Edit" isOn={isEditing} toggle={isEditing ? steps.back : steps.edit} />
        <AskTool word="Deny with a reason" isOn={isDenying} toggle={isDenying ? steps.back : steps.explain} />
      </DecisionBar>
    </div>
  );
}

function inputOf(json: string): Fields {
  const input = parseJson(json);
  return isFields(input) ? input : { input: json };
}
