import { BridleError } from "../../errors.ts";
import type { Fields } from "../../wire/fields.ts";
import type { AgentTurn } from "../kit/agent-turn.ts";
import type { FileCheckpoints } from "../memory/file-checkpoints.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { keepBefore, rewindFiles } from "../tool/rewind-files.ts";
import type { Conversations } from "./conversations.ts";

/** The variable by which a host wants files to be kept, as with Claude Code. */
const variable = "CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING";

/** Lets a host take files back to what they were before a prompt. Off unless the host wants it. */
export class Checkpoints {
  readonly #conversations: Conversations;
  readonly #isOn: boolean;
  #store: Promise<FileCheckpoints> | undefined;

  constructor(conversations: Conversations, env: NodeJS.ProcessEnv) {
    this.#conversations = conversations;
    this.#isOn = /^(1|true)$/i.test(env[variable] ?? "");
  }

  /** The prompts of a turn so far. Also those that joined it: at its next write, or at its end. */
  async begin({ prompts }: Pick<AgentTurn, "prompts">, { id }: AgentSession): Promise<void> {
    if (!this.#isOn) return;
    const store = await this.#open();
    for (const { uuid } of prompts) if (uuid !== undefined) store.begin(id, uuid);
  }

  /** Before a tool writes to a file. */
  async beforeWrite(turn: Pick<AgentTurn, "prompts">, session: AgentSession, path: string): Promise<void> {
    if (!this.#isOn) return;
    await this.begin(turn, session);
    await keepBefore(await this.#open(), session.id, path);
  }

  /** The answer to `rewind_files`. Throws `refused` in Claude Code's words. */
  async rewind(session: string, prompt: string, dryRun: boolean): Promise<Fields> {
    const found = this.#isOn ? await rewindFiles(await this.#open(), { session, prompt, dryRun }) : undefined;
    if (found === undefined) throw noCheckpoint();
    const { canRewind, error, filesChanged, insertions, deletions, skippedLinks } = found;
    if (!canRewind) return { canRewind, error, filesChanged: [...filesChanged] };
    return dryRun ? { canRewind, filesChanged: [...filesChanged], insertions, deletions } : { canRewind, skippedLinks };
  }

  #open(): Promise<FileCheckpoints> {
    this.#store ??= this.#conversations.checkpoints();
    return this.#store;
  }
}

function noCheckpoint(): BridleError<"refused"> {
  const reason = "No file checkpoint found for this message.";
  return new BridleError("refused", reason, { subtype: "rewind_files", reason, errorCode: undefined });
}
