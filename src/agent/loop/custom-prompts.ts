import type { Fields } from "../../wire/fields.ts";
import { customAgents } from "../custom/custom-agents.ts";
import { type CustomCommand, customCommands } from "../custom/custom-commands.ts";
import type { CustomLocations } from "../custom/custom-locations.ts";
import { expandCommand } from "../custom/expand-command.ts";
import type { PromptCommand } from "../kit/agent-definition.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { type SkillInput, skill } from "../tool/skill.ts";
import type { Tool } from "../tool/tool.ts";
import { isOffered } from "./tool-box.ts";

/** What a person and a project wrote down for the agent. Files are read when they are needed: they may change meanwhile. */
export class CustomPrompts {
  readonly #locations: CustomLocations;
  readonly #hasCommands: boolean;

  /** `hasCommands`: without them there are no skills either. */
  constructor(locations: CustomLocations, hasCommands: boolean) {
    this.#locations = locations;
    this.#hasCommands = hasCommands;
  }

  get agents(): Fields {
    return customAgents(this.#locations);
  }

  get commands(): readonly CustomCommand[] {
    return this.#hasCommands ? customCommands(this.#locations) : [];
  }

  /** As hosts list them. */
  get listed(): readonly PromptCommand[] {
    return this.commands
      .filter(({ isForPerson }) => isForPerson)
      .map(({ name, description, scope, argumentHint, kind }) => ({
        name,
        description: `${description} (${scope})`,
        argumentHint,
        isSkill: kind === "skill",
      }));
  }

  /** Those the model may choose. */
  skills(session: AgentSession): readonly CustomCommand[] {
    return isOffered("Skill", session) ? this.commands.filter(({ isForModel }) => isForModel) : [];
  }

  /** `runner` runs the command lines that a skill of that name wants to have in its text. */
  skillTool(
    session: AgentSession,
    runner: (name: string) => (command: string) => Promise<string>,
  ): Tool<SkillInput> | undefined {
    const skills = this.skills(session);
    if (skills.length === 0) return undefined;
    return skill(skills, async (name, args) => {
      const found = skills.find((one) => one.name === name);
      if (found === undefined) return undefined;
      useHooks(session, found);
      return expandCommand(found, args, runner(name));
    });
  }
}

/** From here on, and for its own command lines too: they are the session's until it is cleared. */
export function useHooks(session: AgentSession, command: CustomCommand): void {
  const { name, kind, folder } = command;
  const mark = `the ${kind} ${name}`;
  const env = kind === "skill" ? { CLAUDE_PLUGIN_ROOT: folder } : {};
  const hooks = session.permissions.hooksIn({ ...command, name: mark });
  const own = hooks.map((hook) => ({ ...hook, env, key: `${mark}:${hook.key}` }));
  // Used again, it has them as its file says now.
  const others = session.promptHooks.filter(({ key }) => !key.startsWith(`${mark}:`));
  session.promptHooks = [...others, ...own];
}
