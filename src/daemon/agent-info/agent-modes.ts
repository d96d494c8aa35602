import { permissionModes } from "../../permission/mode.ts";

interface ModeFacts {
  /** The agent's name in the settings. */
  readonly agent: string;
  /** How the settings start it. */
  readonly args: readonly string[];
  /** The mode that the session has, and the one its agent is started with. */
  readonly mode: string;
  readonly startMode: string | undefined;
}

export interface OfferedMode {
  readonly mode: string;
  readonly refusedBecause: string;
}

/** The modes that a person may choose from, and why one of them cannot be had. One that only this agent has is offered while it is in it. */
export function agentModes(facts: ModeFacts): readonly OfferedMode[] {
  const modes = [...new Set([...permissionModes, facts.mode])].filter((mode) => mode !== "");
  return modes.map((mode) => ({ mode, refusedBecause: mode === "bypassPermissions" ? bypassRefused(facts) : "" }));
}

const enabling = ["--dangerously-skip-permissions", "--allow-dangerously-skip-permissions"];

/** Agents take it only where they were started for it. */
function bypassRefused({ agent, args, mode, startMode }: ModeFacts): string {
  const isEnabled = [mode, startMode].includes("bypassPermissions") || args.some((arg) => enabling.includes(arg));
  if (isEnabled) return "";
  return `the agent was not started for it; add --allow-dangerously-skip-permissions to agents.${agent}.args in the settings`;
}
