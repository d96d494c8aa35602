import type { AgentSession } from "../../../../src/api/gen/bridle/v1/session_service_pb.js";
import { View } from "../frame/view.tsx";
import { Link } from "../link.tsx";
import { AgentChoice } from "./agent-choice.tsx";
import { ConversationFacts } from "./conversation-facts.tsx";
import { FolderField } from "./folder-field.tsx";
import { ModeField } from "./mode-field.tsx";
import { ModelField } from "./model-field.tsx";
import { PromptField } from "./prompt-field.tsx";
import { useNewSession } from "./use-new-session.ts";
import { WorktreeField } from "./worktree-field.tsx";

/** A session is made of what is written here, or goes on with a conversation of Claude Code. */
export function NewSession({ resumed }: { readonly resumed?: AgentSession }) {
  const { form, agents, draft, write, holdFolder, start, isStarting, troubleAt } = useNewSession(resumed);
  const isResuming = resumed !== undefined;
  return (
    <View title={isResuming ? "Continue a conversation" : "New session"}>
      <form
        ref={form}
        class="new-session"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        {isResuming ? (
          <ConversationFacts conversation={resumed} />
        ) : (
          <FolderField
            value={draft.folder}
            change={(path) => write({ folder: path })}
            hold={holdFolder}
            trouble={troubleAt("folder")}
          />
        )}
        <PromptField
          label={isResuming ? "What next?" : "What should it do?"}
          placeholder={isResuming ? "Optional: you can write later" : "Find out why the tests are slow, and fix it"}
          value={draft.prompt}
          change={(prompt) => write({ prompt })}
          send={start}
        />
        <AgentChoice
          agents={agents}
          chosen={draft.agent}
          choose={(name) => write({ agent: name })}
          trouble={troubleAt("agent")}
        />
        <div class="field-pair">
          <ModeField value={draft.mode} change={(one) => write({ mode: one })} />
          <ModelField agent={draft.agent} value={draft.model} change={(one) => write({ model: one })} />
        </div>
        <label class="field">
          Title
          <input
            class="search"
            maxLength={500}
            placeholder="From the first prompt"
            value={draft.title}
            onInput={({ currentTarget }) => write({ title: currentTarget.value })}
          />
        </label>
        {!isResuming && <WorktreeField value={draft.worktree} change={(one) => write({ worktree: one })} />}
        <p class="outcome" role="alert">
          {troubleAt("form")}
        </p>
        <div class="new-buttons">
          <button type="submit" class="allow" aria-disabled={isStarting}>
            {isStarting ? "Starting …" : isResuming ? "Continue" : "Start"}
          </button>
          <Link to={{ view: "continue" }}>
            {isResuming ? "Other conversations" : "Continue one of Claude Code's conversations"}
          </Link>
        </div>
      </form>
    </View>
  );
}
