import type { AgentSession } from "../session/agent-session.ts";
import type { AgentDefinition, PromptCommand } from "./agent-definition.ts";
import type { LocalCommand } from "./local-command.ts";

/** Prompts that are written down, as far as the session may be given them by name. */
export function offeredPrompts({ prompts }: AgentDefinition, session: AgentSession): readonly PromptCommand[] {
  return session.flags.disableSlashCommands ? [] : (prompts?.(session) ?? []);
}

/** Commands that are answered without the model. With `--disable-slash-commands` each is known only to be refused, as in Claude Code. */
export function offeredCommands({ commands = [] }: AgentDefinition, session: AgentSession): readonly LocalCommand[] {
  if (!session.flags.disableSlashCommands) return commands;
  return commands.map(({ name, description }) => ({
    name,
    description,
    isHidden: true,
    run: () => `/${name} isn't available in this environment.`,
  }));
}
