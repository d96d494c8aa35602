import { useState } from "preact/hooks";
import type { Session } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { everythingAllowed, modeWords } from "../text/mode-words.ts";
import type { AgentChoiceProps } from "./model-choice.tsx";

type Change =
  | { readonly at: "none" }
  /** Everything would be allowed: a person says so twice. */
  | { readonly at: "warned" }
  | { readonly at: "asked"; readonly mode: string }
  /** The answer may be here before the news of it: until the session is another one than `before`. */
  | { readonly at: "done"; readonly mode: string; readonly before: Session | undefined }
  | { readonly at: "failed"; readonly why: string };

const withoutInfo = ["default", "acceptEdits", "plan"].map((mode) => ({ mode, refusedBecause: "" }));

export function ModeChoice({ session, info }: AgentChoiceProps) {
  const { client, sessions } = useApp();
  const [change, set] = useState<Change>({ at: "none" });
  const isAhead = change.at === "asked" || (change.at === "done" && change.before === session);
  const current = isAhead ? change.mode : session.permissionMode || "default";
  const choose = async (mode: string): Promise<void> => {
    set({ at: "asked", mode });
    await client.conversation.setPermissionMode({ sessionId: session.id, mode }).then(
      () => set({ at: "done", mode, before: sessions.get(session.id) }),
      (error: unknown) => set({ at: "failed", why: messageOf(error) }),
    );
  };
  return (
    <fieldset class="choices">
      <legend class="label">Permission mode</legend>
      {dangerousLast(info?.modes ?? withoutInfo).map(({ mode, refusedBecause }) => (
        <label key={mode} class="choice" data-refused={refusedBecause !== ""}>
          <input
            type="radio"
            name="mode"
            checked={change.at === "warned" ? mode === "bypassPermissions" : mode === current}
            disabled={refusedBecause !== ""}
            onChange={() => (mode === "bypassPermissions" ? set({ at: "warned" }) : void choose(mode))}
          />
          <span>
            {modeWords(mode).name}
            <span class="label choice-about">
              {refusedBecause === "" ? modeWords(mode).about : `Not available: ${refusedBecause}.`}
            </span>
          </span>
        </label>
      ))}
      {change.at === "warned" && (
        <div class="mode-warning" role="alert">
          <p>{everythingAllowed}</p>
          <button type="button" class="deny" onClick={() => void choose("bypassPermissions")}>
            Allow everything
          </button>
          <button type="button" onClick={() => set({ at: "none" })}>
            Cancel
          </button>
        </div>
      )}
      <p class="outcome" role="status">
        {change.at === "failed" && change.why}
      </p>
    </fieldset>
  );
}

function dangerousLast<M extends { readonly mode: string }>(modes: readonly M[]): readonly M[] {
  const isDangerous = ({ mode }: M): boolean => mode === "bypassPermissions";
  return [...modes.filter((mode) => !isDangerous(mode)), ...modes.filter(isDangerous)];
}
