import type { AgentInfo, AgentModel } from "../../../../src/api/gen/bridle/v1/agent_info_pb.js";
import type { Session } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import { useApp } from "../app-context.ts";
import { visible } from "../text/visible.ts";
import { useChoice } from "./use-choice.ts";

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

export function ModelChoice({ session, info }: AgentChoiceProps) {
  const { client } = useApp();
  const { chosen, isAsked, problem, choose } = useChoice(session, (model) =>
    client.conversation.setModel({ sessionId: session.id, model }),
  );
  const models = info?.models ?? [];
  const isCurrent = (model: AgentModel): boolean =>
    chosen === undefined ? isModel(model, session.model) : model.value === chosen;
  const pick = (model: string): void => {
    if (model !== "" && !isAsked) void choose(model);
  };
  return (
    <fieldset class="choices">
      <legend class="label">Model</legend>
      {models.map((model) => (
        <label key={model.value} class="choice">
          <input type="radio" name="model" checked={isCurrent(model)} onChange={() => pick(model.value)} />
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
          if (field instanceof HTMLInputElement) pick(field.value.trim());
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
        {problem}
      </p>
    </fieldset>
  );
}
