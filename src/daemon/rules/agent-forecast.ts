import { platform } from "node:os";
import { nodeFiles, readFile } from "../../agent/permission/node-files.ts";
import { homeFolder } from "../../files/home-folder.ts";
import { decide } from "../../permission/decide.ts";
import type { Decision } from "../../permission/decision.ts";
import { type PermissionMode, readMode } from "../../permission/mode.ts";
import { Policy } from "../../permission/policy.ts";
import type { Rule } from "../../permission/rule.ts";
import { type LoadedSettings, loadSettings } from "../../permission/settings/load-settings.ts";
import { settingsSources } from "../../permission/settings/settings-files.ts";
import { suggestions } from "../../permission/suggestions.ts";
import { commandTools, personTools } from "../../permission/tool-kinds.ts";
import { applyUpdate, type PermissionUpdate, readUpdate } from "../../permission/update.ts";
import type { Fields } from "../../wire/fields.ts";

interface ForecastParts {
  readonly cwd: string;
  /** Of the agent. */
  readonly env: NodeJS.ProcessEnv;
  /** With which the settings start it. */
  readonly args: readonly string[];
}

interface HookedCall {
  readonly toolName: string;
  readonly input: Fields;
  readonly folder: string | undefined;
  /** The agent's own, at the moment. */
  readonly mode: string | undefined;
  /** What people let the agent keep for its session. */
  readonly updates: readonly unknown[];
}

interface Forecast {
  /** The agent would ask a person, surely. */
  readonly asks: boolean;
  /** What to offer to whoever decides, in the agent's own form. */
  readonly suggestions: readonly PermissionUpdate[];
}

const nothing: Forecast = { asks: false, suggestions: [] };

/** Flags that change what an agent allows: with them nobody here knows. */
const unknownFlags =
  /^--(allowed-?tools|disallowed-?tools|settings|setting-sources|managed-settings|add-dir|mcp-config)/i;

/** What Claude Code runs without asking where it may edit. */
const editCommands = new Set(["sed", "mkdir", "touch", "rm", "rmdir", "mv", "cp"]);

/**
 * Whether an agent will ask a person about a tool use, from its own settings files and its mode. It errs on one side: where
 * it is not sure that the agent asks it says no, and an agent that asks all the same is answered then.
 */
export class AgentForecast {
  readonly #parts: ForecastParts;
  readonly #home: string;
  #known: { readonly texts: string; readonly mode: PermissionMode; readonly settings: LoadedSettings } | undefined;

  constructor(parts: ForecastParts) {
    this.#parts = parts;
    this.#home = homeFolder(parts.env) ?? "/nonexistent";
  }

  of({ toolName, input, folder, mode: written, updates }: HookedCall): Forecast {
    if (personTools.has(toolName)) return { asks: true, suggestions: [] };
    const mode = readMode(written);
    const { args, cwd } = this.#parts;
    if (mode === undefined || args.some((arg) => unknownFlags.test(arg))) return nothing;
    const { rules, directories, damage } = this.#settings(mode);
    const kept = updates.flatMap((update) => readUpdate(update) ?? []);
    const now = kept.reduce(applyUpdate, { rules, mode, directories });
    const policy = new Policy({ rules: now.rules, mode, cwd, home: this.#home, files: nodeFiles, damage });
    const ask = { toolName, input, cwd: folder ?? cwd, isCwdKnown: folder !== undefined, directories: now.directories };
    const decision = decide(ask, policy);
    if (decision.effect !== "ask" || !isSure(toolName, decision, now.rules, mode)) return nothing;
    return { asks: true, suggestions: suggestions(ask, decision, policy) };
  }

  /** Files are read at every look, and made rules of when they changed. */
  #settings(mode: PermissionMode): LoadedSettings {
    const { cwd, env } = this.#parts;
    const configFolder = env.CLAUDE_CONFIG_DIR;
    const places = { platform: platform(), cwd, home: this.#home, configFolder };
    const read = new Map(settingsSources(places).map(({ file }) => [file, readIfThere(file)]));
    const texts = JSON.stringify([...read]);
    if (this.#known?.texts === texts && this.#known.mode === mode) return this.#known.settings;
    const trust = { project: true, local: true };
    const settings = loadSettings({ ...places, mode, trust, readFile: (file) => read.get(file) });
    this.#known = { texts, mode, settings };
    return settings;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFile(file);
  } catch {
    return undefined;
  }
}

/**
 * We ask about some commands that the agent runs: those that a rule begins like, whatever follows, and what its own lists
 * know and ours do not.
 */
function isSure(toolName: string, { parts = [] }: Decision, rules: readonly Rule[], mode: PermissionMode): boolean {
  if (!commandTools.has(toolName)) return true;
  const beginnings = rules.filter(({ effect, tool }) => effect === "allow" && commandTools.has(tool)).map(beginning);
  return parts.some(({ effect, text }) => {
    if (effect !== "ask") return false;
    const command = text.trim();
    const [program = ""] = command.split(/\s+/);
    const isListed = program === "xargs" || (mode === "acceptEdits" && editCommands.has(program));
    return /^[\w./-]+$/.test(program) && !isListed && !beginnings.some((one) => command.startsWith(one));
  });
}

/** What a command has to begin with for a rule to be about it; empty: it may be about any. */
function beginning({ specifier = "" }: Rule): string {
  return specifier.split(/:?\*/)[0]?.trim() ?? "";
}
