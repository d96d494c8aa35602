import type { Session } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import type { LiveSession } from "../../live/live-session.ts";
import { useApp } from "../app-context.ts";
import { Menu } from "../menu.tsx";
import { modeWords } from "../text/mode-words.ts";
import { visible } from "../text/visible.ts";
import { AgentFacts } from "./agent-facts.tsx";
import { ModeChoice } from "./mode-choice.tsx";
import { ModelChoice, modelName } from "./model-choice.tsx";

/** The model and the mode of a session, to be seen and to be changed; and what else its agent says of itself. */
export function AgentMenu({ session, live }: { readonly session: Session; readonly live: LiveSession }) {
  const app = useApp();
  const info = app.agentInfos.of(session.id).value;
  const mode = modeWords(session.permissionMode);
  const isPlain = mode === modeWords("default");
  const model = modelName(session.model, info?.models ?? []);
  const word = [model === "" ? undefined : visible(model), isPlain ? undefined : mode.name].filter(Boolean).join(" · ");
  return (
    <Menu
      label="Model and mode"
      icon="gear"
      word={word || "Model and mode"}
      class={`agent-button mode-${session.permissionMode}`}
    >
      {() => (
        <div class="agent-panel">
          {app.may("prompt") && <ModelChoice session={session} info={info} />}
          {app.may("approve") && <ModeChoice session={session} info={info} />}
          <AgentFacts session={session} info={info} live={live} />
        </div>
      )}
    </Menu>
  );
}
