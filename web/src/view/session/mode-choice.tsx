import { useState } from "preact/hooks";
import { useApp } from "../app-context.ts";
import { everythingAllowed, modeWords } from "../text/mode-words.ts";
import type { AgentChoiceProps } from "./model-choice.tsx";
import { useChoice } from "./use-choice.ts";

const withoutInfo = ["default", "acceptEdits", "plan"].map((mode) => ({ mode, refusedBecause: "" }));

export function ModeChoice({ session, info }: AgentChoiceProps) {
  const { client } = useApp();
  /** Everything would be allowed: a person says so twice. */
  const [isWarned, warn] = useState(false);
  const { chosen, problem, choose } = useChoice(session, (mode) =>
    client.conversation.setPermissionMode({ sessionId: session.id, mode }),
  );
  const current = isWarned ? "bypassPermissions" : (chosen ?? (session.permissionMode || "default"));
  const pick = (mode: string): void => {
    warn(false);
    void choose(mode);
  };
  return (
    <fieldset class="choices">
      <legend class="label">Permission mode</legend>
      {dangerousLast(info?.modes ?? withoutInfo).map(({ mode, refusedBecause }) => (
        <label key={mode} class="choice" data-refused={refusedBecause !== ""}>
          <input
            type="radio"
            name="mode"
            checked={mode === current}
            disabled={refusedBecause !== ""}
            onChange={() => (mode === "bypassPermissions" ? warn(true) : pick(mode))}
          />
          <span>
            {modeWords(mode).name}
            <span class="label choice-about">
              {refusedBecause === "" ? modeWords(mode).about : `Not available: ${refusedBecause}.`}
            </span>
          </span>
        </label>
      ))}
      {isWarned && (
        <div class="mode-warning" role="alert">
          <p>{everythingAllowed}</p>
          <button type="button" class="deny" onClick={() => pick("bypassPermissions")}>
            Allow everything
          </button>
          <button type="button" onClick={() => warn(false)}>
            Cancel
          </button>
        </div>
      )}
      <p class="outcome" role="status">
        {problem}
      </p>
    </fieldset>
  );
}

function dangerousLast<M extends { readonly mode: string }>(modes: readonly M[]): readonly M[] {
  const isDangerous = ({ mode }: M): boolean => mode === "bypassPermissions";
  return [...modes.filter((mode) => !isDangerous(mode)), ...modes.filter(isDangerous)];
}
