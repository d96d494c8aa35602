import { platform } from "node:os";
import { homeFolder } from "../../files/home-folder.ts";
import { decide } from "../../permission/decide.ts";
import type { Decision } from "../../permission/decision.ts";
import { readDenial } from "../../permission/judge-path.ts";
import { type PermissionMode, readMode } from "../../permission/mode.ts";
import { isEverything } from "../../permission/name-rules.ts";
import { Policy } from "../../permission/policy.ts";
import type { Rule, Scope } from "../../permission/rule.ts";
import { type LoadedSettings, loadSettings } from "../../permission/settings/load-settings.ts";
import { problemText } from "../../permission/settings/read-settings.ts";
import type { SettingsPlaces } from "../../permission/settings/settings-files.ts";
import type { FolderTrust } from "../../permission/settings/trust.ts";
import { suggestions } from "../../permission/suggestions.ts";
import { applyUpdate, type PermissionState, type PermissionUpdate, readUpdate } from "../../permission/update.ts";
import type { Fields } from "../../wire/fields.ts";
import type { AgentFlags } from "../flags/agent-flags.ts";
import { guardedFolders, ownConfigFolder, unusedFolders } from "../folders/home-folders.ts";
import {
  type ConfiguredHook,
  configuredHooks,
  type HookStanding,
  type SettingsPart,
  writtenHooks,
} from "../hook/configured-hooks.ts";
import type { ToolUseInput } from "../model/content-block.ts";
import { confined } from "./confined.ts";
import { readFolderSettings } from "./folder-settings.ts";
import { keepInSettings } from "./keep-in-settings.ts";
import { nodeFiles } from "./node-files.ts";
import { type RuleFit, ruleFit } from "./rule-fit.ts";
import { settingsParts } from "./settings-parts.ts";
import { TrustStore } from "./trust-store.ts";

/** A tool call, as rules see it. */
interface JudgedCall {
  readonly name: string;
  readonly input: ToolUseInput;
  /** Where relative paths begin; the working folder unless told. */
  readonly cwd?: string;
}

/** An agent, a command or a skill that has hooks of its own. */
interface HookSource {
  /** For telling. */
  readonly name: string;
  /** As settings have them. */
  readonly hooks: unknown;
  /** The folder it came with; undefined: it is the person's or the host's own. */
  readonly fromFolder: string | undefined;
}

/** Modes a host may name; `auto` decides as `default` does, because there is nobody here who could decide instead. */
type SessionMode = PermissionMode | "auto";

/** What a session may do: flags and settings files at first, and what the person decides on the way. */
export class SessionPermissions {
  readonly #flags: AgentFlags;
  readonly #cwd: string;
  readonly #home: string;
  readonly #configFolder: string | undefined;
  /** Where the person's own settings are, and what they trust. */
  readonly #guarded: readonly string[];
  readonly #sources: readonly string[] | undefined;
  readonly #trust: TrustStore;
  readonly #problems: string[] = [];
  /** What was decided on the way, to be decided again when the settings change. */
  readonly #updates: PermissionUpdate[] = [];
  #applied: Fields = {};
  #hooks: readonly ConfiguredHook[] = [];
  #parts: readonly SettingsPart[] = [];
  #forbidsBypass: boolean;
  #state: PermissionState;
  #policy: Policy;
  #mode: SessionMode;

  /** `sources`: whose settings files are read; undefined: everybody's. */
  constructor(flags: AgentFlags, cwd: string, env: NodeJS.ProcessEnv, sources = flags.settingSources) {
    this.#flags = flags;
    this.#cwd = cwd;
    this.#home = homeFolder(env) ?? "/nonexistent";
    this.#configFolder = ownConfigFolder(env);
    this.#guarded = guardedFolders(env);
    this.#problems.push(...unusedFolders(env));
    this.#sources = sources;
    this.#trust = new TrustStore(env);
    const loaded = this.#load();
    this.#forbidsBypass = loaded.forbidsBypass;
    this.#state = loaded;
    this.#mode = flags.permissionMode === "auto" ? "auto" : loaded.mode;
    this.#policy = this.#policyOf(loaded, loaded.mode);
    // Hosts name on the command line whatever tools some agent may have.
    this.#problems.push(
      ...this.#policy.warnings
        .filter(({ rule }) => rule.scope !== "commandLine")
        .map(({ rule, message }) => `${rule.file ?? rule.scope}: ${rule.text}: ${message}`),
    );
  }

  #load(): LoadedSettings {
    const flags = this.#flags;
    const { trust, readFile } = readFolderSettings(this.#cwd, this.#trust);
    const loaded = loadSettings({
      ...this.#settings,
      readFile,
      allowedTools: flags.allowedTools,
      disallowedTools: flags.disallowedTools,
      // `auto` has no place among the rules; what a file says must not stand in for it.
      mode: flags.permissionMode === "auto" ? "default" : readMode(flags.permissionMode),
      directories: flags.directories,
      trust,
    });
    const parts = settingsParts(this.#settings, readFile)
      .filter(({ scope, onlyRestricts }) => scope === "managed" || !onlyRestricts)
      .map((part) => ({ ...part, standing: this.#standing(part.scope, trust) }));
    // Without customizations only what the machine's administrator set runs.
    const { hooks, problems } = configuredHooks(flags.bare ? parts.filter(({ scope }) => scope === "managed") : parts);
    this.#hooks = hooks;
    this.#parts = parts;
    this.#addProblems([...loaded.problems.map(problemText), ...problems]);
    return loaded;
  }

  #policyOf({ rules, damage }: LoadedSettings, mode: PermissionMode): Policy {
    const guardedFolders = this.#guarded;
    const places = { cwd: this.#cwd, home: this.#home, files: nodeFiles, guardedFolders };
    return new Policy({ rules, mode, ...places, filtersSearches: true, damage });
  }

  get #settings(): SettingsPlaces {
    const { settings: flagSettings, managedSettings } = this.#flags;
    const hasApplied = Object.keys(this.#applied).length > 0;
    return {
      ...this.#places,
      platform: platform(),
      sources: this.#sources,
      onlyRestricting: this.#flags.restricted,
      flagSettings,
      managedSettings,
      appliedSettings: hasApplied ? JSON.stringify(this.#applied) : undefined,
    };
  }

  /** The hooks of all settings files that count. */
  get hooks(): readonly ConfiguredHook[] {
    return this.#hooks;
  }

  /** Hooks that an agent, a command or a skill brings with it, as far as the settings let them run. */
  hooksIn({ name, hooks: written, fromFolder }: HookSource): readonly ConfiguredHook[] {
    const isTrusted = fromFolder === undefined || this.#trust.trusts(fromFolder);
    const standing = this.#standing("project", { project: isTrusted, local: isTrusted });
    const file = fromFolder === undefined ? name : `${name} in ${fromFolder}`;
    const { hooks, problems } = writtenHooks(this.#parts, { file, hooks: written, standing });
    this.#addProblems(problems);
    return hooks;
  }

  /** Each once. */
  #addProblems(problems: readonly string[]): void {
    this.#problems.push(...problems.filter((problem) => !this.#problems.includes(problem)));
  }

  /** Whoever names a folder's settings on the command line wants its programs to run; their yes is a person's to give. */
  #standing(scope: Scope, trust: FolderTrust): HookStanding {
    if ((scope !== "project" && scope !== "local") || trust[scope]) return "trusted";
    return this.#flags.settingSources?.includes(scope) ? "guard" : "held";
  }

  /** What a host adds to the settings of the command line; what the person decided before goes on to hold. */
  applySettings(settings: Fields): void {
    this.#applied = settings;
    const loaded = this.#load();
    this.#forbidsBypass = loaded.forbidsBypass;
    if (loaded.forbidsBypass && this.#mode === "bypassPermissions") this.#mode = "default";
    const mode = this.#mode === "auto" ? "default" : this.#mode;
    this.#policy = this.#policyOf(loaded, mode);
    this.#change(
      this.#updates.reduce<PermissionState>((state, update) => applyUpdate(state, update), { ...loaded, mode }),
    );
  }

  /** What a person should mend in their settings. */
  get problems(): string[] {
    return this.#problems;
  }

  get mode(): SessionMode {
    return this.#mode;
  }

  set mode(mode: SessionMode) {
    this.#mode = mode;
    this.#change({ ...this.#state, mode: mode === "auto" ? "default" : mode });
  }

  /** bypassPermissions is not to be had, whatever the flags say. */
  get forbidsBypass(): boolean {
    return this.#forbidsBypass;
  }

  /** What `~` stands for, in rules and in what tools are told. */
  get home(): string {
    return this.#home;
  }

  /** Folders that may be used besides the working folder. */
  get directories(): readonly string[] {
    return this.#state.directories.slice(1);
  }

  get rules(): readonly Rule[] {
    return this.#state.rules;
  }

  /** Rules that do not do what they seem to. */
  get warnings(): Policy["warnings"] {
    return this.#policy.warnings;
  }

  /** A tool that is never allowed is not even offered. */
  isRemoved(toolName: string): boolean {
    return this.#policy.ofTool(toolName).deny !== undefined;
  }

  decide(call: JudgedCall): Decision {
    const decision = decide(this.#ask(call), this.#policy);
    return this.#flags.restricted
      ? confined(decision, this.#ask(call), { home: this.#home, guarded: this.#policy.guardedFolders })
      : decision;
  }

  fit(condition: string, call: JudgedCall): RuleFit {
    return ruleFit(condition, this.#ask(call), { cwd: this.#cwd, home: this.#home });
  }

  /** What to offer with an ask. */
  suggestions(call: JudgedCall, decision: Decision): readonly PermissionUpdate[] {
    return suggestions(this.#ask(call), decision, this.#policy);
  }

  /** For tools that find files themselves: what a rule forbids, or wants to be asked, is not shown by chance. */
  mayRead(path: string): boolean {
    return readDenial(path, { cwd: this.#cwd }, this.#policy) === undefined;
  }

  /**
   * For what comes with a folder and is shown to the model by itself, such as instructions. A rule for all files is about what
   * tools read.
   */
  mayShow(path: string): boolean {
    return readDenial(path, { cwd: this.#cwd }, this.#policy, (rule) => !isEverything(rule)) === undefined;
  }

  /** Does a rule name this very host? Then it may be one of the own network. */
  namesHost(host: string): boolean {
    return this.#policy.allowsExactly(host);
  }

  /** A folder of the agent's own that it may read. */
  allowReading(folder: string): void {
    const rule = { toolName: "Read", ruleContent: `/${folder}/**` };
    this.#update({ type: "addRules", rules: [rule], behavior: "allow", destination: "session" });
  }

  /** What a person answered an ask with; true when the mode changed by it. */
  apply(received: Fields): boolean {
    const update = readUpdate(received);
    if (update === undefined) return false;
    if (update.type === "setMode") {
      const changed = update.mode !== this.#mode;
      this.mode = update.mode;
      return changed;
    }
    this.#update(update);
    const problem = keepInSettings(update, { ...this.#places, platform: platform() }, this.#trust);
    if (problem !== undefined) this.#problems.push(problem);
    return false;
  }

  #update(update: PermissionUpdate): void {
    this.#updates.push(update);
    this.#change(applyUpdate(this.#state, update));
  }

  #change(state: PermissionState): void {
    this.#state = state;
    this.#policy = this.#policy.with({ rules: state.rules, mode: state.mode });
  }

  #ask({ name, input, cwd = this.#cwd }: JudgedCall): Parameters<typeof decide>[0] {
    return { toolName: name, input, cwd, directories: this.#state.directories };
  }

  get #places(): { cwd: string; home: string; configFolder: string | undefined } {
    return { cwd: this.#cwd, home: this.#home, configFolder: this.#configFolder };
  }
}
