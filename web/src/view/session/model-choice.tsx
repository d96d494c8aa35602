import { useState } from "preact/hooks";
import type { AgentInfo, AgentModel } from "../../../../src/api/gen/bridle/v1/agent_info_pb.js";
import type { Session } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { visible } from "../text/visible.ts";

export interface AgentChoiceProps {
  readonly session: Session;
  readonly info: AgentInfo | undefined;
}

/** The model as the agent calls it. */
export function modelName(model: string, models: readonly AgentModel[]): string {
  return models.find((one) => isModel(one, model))?.displayName || model;
}

function isModel({ value, resolvedModel }: AgentModel, model: string): boolean {
  return value === model || (resolvedModel !== "" && resolvedModel === model);
}

type Change =
  | { readonly at: "none" }
  | { readonly at: "asked"; readonly model: string }
  /** The answer may be here before the news of it: until the session is another one than `before`. */
  | { readonly at: "done"; readonly model: string; readonly before: Session | undefined }
  | { readonly at: "failed"; readonly why: string };

export function ModelChoice({ session, info }: AgentChoiceProps) {
  const { client, sessions } = useApp();
  const [change, set] = useState<Change>({ at: "none" });
  const models = info?.models ?? [];
  const isAhead = change.at === "asked" || (change.at === "done" && change.before === session);
  const asked = isAhead ? change.model : undefined;
  const isCurrent = (model: AgentModel): boolean =>
    asked === undefined ? isModel(model, session.model) : model.value === asked;
  const choose = async (model: string): Promise<void> => {
    if (model === "" || change.at === "asked") return;
    set({ at: "asked", model });
    await client.conversation.setModel({ sessionId: session.id, model }).then(
      () => set({ at: "done", model, before: sessions.get(session.id) }),
      (error: unknown) => set({ at: "failed", why: messageOf(error) }),
    );
  };
  return (
    <fieldset class="choices">
      <legend class="label">Model</legend>
      {models.map((model) => (
        <label key={model.value} class="choice">
          <input type="radio" name="model" checked={isCurrent(model)} onChange={() => void choose(model.value)} />
          <span>
            {visible(model.displayName || model.value)}
            {model.description !== "" && <span class="label choice-about">{visible(model.description)}</span>}
          </span>
        </label>
      ))}
      <form
        class="other-model"
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem("other");
          if (field instanceof HTMLInputElement) void choose(field.value.trim());
        }}
      >
        <input
          class="search"
          name="other"
          aria-label="Another model"
          placeholder={models.length === 0 && session.model !== "" ? session.model : "Another model"}
          autocomplete="off"
          spellcheck={false}
        />
        <button type="submit">Set</button>
      </form>
      <p class="outcome" role="status">
        {change.at === "failed" && change.why}
      </p>
    </fieldset>
  );
}
