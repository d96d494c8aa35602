import { platform } from "node:os";
import { nodeFiles } from "../../agent/permission/node-files.ts";
import { homeFolder } from "../../files/home-folder.ts";
import { SeenFile } from "../../files/seen-file.ts";
import { decide } from "../../permission/decide.ts";
import type { Decision } from "../../permission/decision.ts";
import { type PermissionMode, readMode } from "../../permission/mode.ts";
import { Policy } from "../../permission/policy.ts";
import type { Rule } from "../../permission/rule.ts";
import { type LoadedSettings, loadSettings } from "../../permission/settings/load-settings.ts";
import { type SettingsPlaces, settingsSources } from "../../permission/settings/settings-files.ts";
import { isAtMost } from "../../permission/strength.ts";
import { suggestions } from "../../permission/suggestions.ts";
import { commandTools, personTools } from "../../permission/tool-kinds.ts";
import { applyUpdate, type PermissionUpdate, readUpdate } from "../../permission/update.ts";
import { reasonText, why } from "../../permission/why.ts";
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

type ForecastVerdict =
  | { readonly effect: "allow" }
  | ({ readonly effect: "ask" } & Pick<Forecast, "suggestions">)
  | { readonly effect: "deny"; readonly by: string; readonly rule: string };

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
  readonly #files: readonly { readonly path: string; readonly seen: SeenFile }[];
  #known: KnownSettings | undefined;
  #made: KnownPolicy | undefined;

  constructor(parts: ForecastParts) {
    this.#parts = parts;
    this.#home = homeFolder(parts.env) ?? "/nonexistent";
    this.#files = settingsSources(this.#places).map(({ file: path }) => ({ path, seen: new SeenFile(path) }));
  }

  get #places(): SettingsPlaces {
    const { cwd, env } = this.#parts;
    return { platform: platform(), cwd, home: this.#home, configFolder: env.CLAUDE_CONFIG_DIR };
  }

  of(call: HookedCall): Forecast {
    const { toolName } = call;
    if (personTools.has(toolName)) return { asks: true, suggestions: [] };
    const known = this.#judge(call);
    if (known === undefined) return nothing;
    const { ask, decision, policy } = known;
    if (decision.effect !== "ask" || !isSure(toolName, decision, policy)) return nothing;
    return { asks: true, suggestions: suggestions(ask, decision, policy) };
  }

  /**
   * What its settings say of a call that will run as something else, which is all that the agent is going to judge. It errs
   * on the other side: what is not surely allowed is asked.
   */
  ofRewritten(call: HookedCall, input: Fields): ForecastVerdict {
    const own = this.#judge(call);
    const result = this.#judge({ ...call, input });
    if (own === undefined || result === undefined) return { effect: "ask", suggestions: [] };
    const denied = [own, result].find(({ decision }) => decision.effect === "deny");
    if (denied !== undefined) {
      const { decision } = denied;
      return { effect: "deny", by: why(decision), rule: reasonText(decision.because) };
    }
    const isAsked = own.decision.effect === "ask" || !isAtMost(result.decision.strength, "always");
    return isAsked
      ? { effect: "ask", suggestions: suggestions(own.ask, own.decision, own.policy) }
      : { effect: "allow" };
  }

  /** Undefined: nobody here knows. */
  #judge({ toolName, input, folder, mode: written, updates }: HookedCall) {
    const mode = readMode(written);
    const { args, cwd } = this.#parts;
    if (mode === undefined || args.some((arg) => unknownFlags.test(arg))) return undefined;
    const { policy, directories } = this.#policy(this.#settings(mode), mode, updates);
    const ask = { toolName, input, cwd: folder ?? cwd, isCwdKnown: folder !== undefined, directories };
    return { ask, decision: decide(ask, policy), policy };
  }

  /** Compiled once for as long as nothing of it changes. */
  #policy(settings: LoadedSettings, mode: PermissionMode, updates: readonly unknown[]): KnownPolicy {
    const made = this.#made;
    if (made?.settings === settings && isSame(made.updates, updates)) return made;
    const { rules, damage } = settings;
    const { cwd } = this.#parts;
    const kept = updates.flatMap((update) => readUpdate(update) ?? []);
    const now = kept.reduce(applyUpdate, { rules, mode, directories: settings.directories });
    const policy = new Policy({ rules: now.rules, mode, cwd, home: this.#home, files: nodeFiles, damage });
    this.#made = { settings, updates, policy, directories: now.directories };
    return this.#made;
  }

  /** Files are looked at each time, and made rules of when they changed. */
  #settings(mode: PermissionMode): LoadedSettings {
    const texts = this.#files.map(({ seen }) => textIfThere(seen));
    const known = this.#known;
    if (known?.mode === mode && isSame(known.texts, texts)) return known.settings;
    const trust = { project: true, local: true };
    const readFile = (file: string) => texts[this.#files.findIndex(({ path }) => path === file)];
    const settings = loadSettings({ ...this.#places, mode, trust, readFile });
    this.#known = { texts, mode, settings };
    return settings;
  }
}

interface KnownSettings {
  readonly texts: readonly (string | undefined)[];
  readonly mode: PermissionMode;
  readonly settings: LoadedSettings;
}

interface KnownPolicy {
  readonly settings: LoadedSettings;
  readonly updates: readonly unknown[];
  readonly policy: Policy;
  readonly directories: readonly string[];
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}

function textIfThere(file: SeenFile): string | undefined {
  try {
    return file.text();
  } catch {
    return undefined;
  }
}

/**
 * We ask about some commands that the agent runs: those that a rule begins like, whatever follows, and what its own lists
 * know and ours do not.
 */
function isSure(toolName: string, { parts = [] }: Decision, { parts: { rules }, mode }: Policy): boolean {
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
