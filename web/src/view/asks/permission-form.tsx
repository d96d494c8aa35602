import { useMemo, useState } from "preact/hooks";
import type { Ask } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { Verdict } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { isFields, parseJson } from "../../model/content.ts";
import { type Draft, draftOf, isSame, readDraft } from "../../model/input-draft.ts";
import { type Offer, offerOf } from "../../model/permission-update.ts";
import type { Fields } from "../../model/row.ts";
import { useApp } from "../app-context.ts";
import { useEscape } from "../keys/use-escape.ts";
import { useKeys } from "../keys/use-keys.ts";
import { visible } from "../text/visible.ts";
import type { AskFormProps } from "./ask-card.tsx";
import { AskInput } from "./ask-input.tsx";
import { DecisionBar, type DecisionButton } from "./decision-bar.tsx";
import { type Denial, DenyForm } from "./deny-form.tsx";
import { InputEditor } from "./input-editor.tsx";
import { type Grant, grantFor, once, ScopeChoice, scopes, updatesOf } from "./scope-choice.tsx";
import { ScrollBox } from "./scroll-box.tsx";
import { useArmed } from "./use-armed.ts";
import { fileKey, useFileNow } from "./use-file-now.ts";
import { useVerdict } from "./use-verdict.ts";

/** What somebody is doing with an ask. */
type Doing =
  | { readonly at: "deciding"; readonly grant: Grant }
  | { readonly at: "editing"; readonly draft: Draft }
  | { readonly at: "denying"; readonly denial: Denial };

const deciding: Doing = { at: "deciding", grant: once };

/** A tool use: all that it would do, and the buttons that decide. */
export function PermissionForm({ ask, tools }: AskFormProps) {
  const { client, sessions } = useApp();
  const [doing, set] = useState<Doing>(deciding);
  const input = useMemo(() => inputOf(ask), [ask]);
  const offers = useMemo(
    () => ask.suggestions.map(offerOf).filter((offer): offer is Offer => offer !== undefined),
    [ask],
  );
  const now = useFileNow(ask);
  const { isSent, send } = useVerdict(ask);
  const drafted = doing.at === "editing" ? readDraft(doing.draft) : undefined;
  const isEdited = drafted?.ok === true && !isSame(drafted.input, input);
  const allowWord = allowWordOf(doing, isEdited);
  const suggested = ask.suggestions.map(({ updateJson }) => updateJson).join();
  const granted = doing.at === "deciding" ? updatesOf(doing.grant) : [];
  const armed = useArmed([ask.id, doing.at, allowWord, suggested, granted, fileKey(now)].join("\n"));

  const { id: askId, digest } = ask;
  const allow = (): void => {
    const updatedInputJson = drafted?.ok && isEdited ? JSON.stringify(drafted.input) : "";
    const request = { askId, digest, verdict: Verdict.ALLOW, updatesJson: granted, updatedInputJson };
    void send(() => client.conversation.answerAsk(request), isEdited ? "Allowed with your edits." : "Allowed.");
  };
  const deny = ({ reason, stops }: Denial): void => {
    const request = { askId, digest, verdict: Verdict.DENY, message: stops ? "" : reason.trim(), interrupt: stops };
    void send(() => client.conversation.answerAsk(request), stops ? "Denied, and the turn was stopped." : "Denied.");
  };
  const back = (): void => set(deciding);
  const edit = (): void => set({ at: "editing", draft: draftOf(ask.toolName, input) });
  const sayWhy = (): void => set({ at: "denying", denial: { reason: "", stops: false } });
  // Looking comes first: nobody allows a change of a file that is not shown yet.
  const isUnseen = now.at === "loading";
  const buttons = ((): readonly [DecisionButton, DecisionButton] => {
    switch (doing.at) {
      case "deciding":
        return [
          { word: "Deny", tone: "deny", act: () => deny({ reason: "", stops: false }) },
          { word: allowWord, tone: "allow", isUseless: isUnseen, act: allow },
        ];
      case "editing":
        return [
          { word: "Back", tone: "plain", act: back },
          { word: allowWord, tone: "allow", isUseless: !drafted?.ok || isUnseen, act: allow },
        ];
      case "denying":
        return [
          { word: doing.denial.stops ? "Deny and stop" : "Deny", tone: "deny", act: () => deny(doing.denial) },
          { word: "Back", tone: "plain", act: back },
        ];
    }
  })();
  const isDead = !armed.isArmed || isSent;
  const press = ({ isUseless = false, act }: DecisionButton): void => void (isDead || isUseless || act());
  const choose = (at: number): void => {
    const { scope } = scopes[at] ?? {};
    const grant = scope && doing.at === "deciding" ? grantFor(scope, offers, doing.grant.destination) : undefined;
    if (grant !== undefined) set({ at: "deciding", grant });
  };
  useKeys([
    { key: "a", does: "allow", act: () => void (doing.at !== "denying" && press(buttons[1])) },
    { key: "d", does: "deny", act: () => void (doing.at !== "editing" && press(buttons[0])) },
    { key: "e", does: "edit the input", act: () => void (isSent || edit()) },
    { key: "r", does: "deny with a reason", act: () => void (isSent || sayWhy()) },
    ...scopes.map(({ word }, at) => ({
      key: String(at + 1),
      does: `allow: ${word.toLowerCase()}`,
      act: () => void (isSent || choose(at)),
    })),
  ]);
  useEscape(doing.at === "deciding" ? undefined : back);
  return (
    <div class="ask-form">
      <ScrollBox label={doing.at === "editing" ? "Edit the input" : "What it wants to do"}>
        {isNew(ask.description, ask) && <p>{visible(ask.description)}</p>}
        {doing.at === "editing" && drafted !== undefined ? (
          <InputEditor
            input={input}
            draft={doing.draft}
            drafted={drafted}
            edit={(draft) => set({ at: "editing", draft })}
          />
        ) : (
          <AskInput name={ask.toolName} input={input} now={now} />
        )}
        {ask.reason !== "" && <p class="quiet">{visible(ask.reason)}</p>}
        {ask.blockedPath.startsWith("/") && isNew(ask.blockedPath, ask) && (
          <p class="quiet">
            Path: <code>{visible(ask.blockedPath)}</code>
          </p>
        )}
      </ScrollBox>
      {doing.at === "deciding" && (
        <ScopeChoice
          offers={offers}
          grant={doing.grant}
          cwd={sessions.get(ask.sessionId)?.cwd ?? ""}
          choose={(grant) => set({ at: "deciding", grant })}
        />
      )}
      {doing.at === "denying" && <DenyForm denial={doing.denial} change={(denial) => set({ at: "denying", denial })} />}
      <DecisionBar
        armed={armed}
        isSent={isSent}
        left={buttons[0]}
        right={buttons[1]}
        tools={
          <>
            {tools}
            <button
              type="button"
              class="ask-tool"
              aria-pressed={doing.at === "editing"}
              onClick={doing.at === "editing" ? back : edit}
            >
              Edit
            </button>
            <button
              type="button"
              class="ask-tool"
              aria-pressed={doing.at === "denying"}
              onClick={doing.at === "denying" ? back : sayWhy}
            >
              Deny with a reason
            </button>
          </>
        }
      />
    </div>
  );
}

function allowWordOf(doing: Doing, isEdited: boolean): string {
  if (doing.at === "editing") return isEdited ? "Allow edited" : "Allow once";
  if (doing.at !== "deciding" || doing.grant.chosen.length === 0) return "Allow once";
  return doing.grant.scope === "session" ? "Allow for session" : "Always allow";
}

/** What stands in the input is shown there. */
function isNew(text: string, { inputJson }: Ask): boolean {
  return text !== "" && !inputJson.includes(JSON.stringify(text).slice(1, -1));
}

function inputOf({ inputJson }: Ask): Fields {
  const input = parseJson(inputJson);
  return isFields(input) ? input : { input: inputJson };
}
