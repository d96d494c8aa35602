import { CommandIndex } from "./command-index.ts";
import { type Compiled, type CompiledRule, type CompileOptions, compileRule, toolRule } from "./compiled-rule.ts";
import { LiteralIndex } from "./literal-index.ts";
import type { PermissionMode } from "./mode.ts";
import { ParameterIndex } from "./parameter-index.ts";
import { countedFiles } from "./path/counted-files.ts";
import { type FileView, resolveLinks } from "./path/resolve-links.ts";
import { PathOverlaps } from "./path-overlaps.ts";
import { PathRuleIndex } from "./path-rule-index.ts";
import { byNeeds, exactCommands, strongestFirst } from "./policy-indexes.ts";
import type { Effect, Rule } from "./rule.ts";
import { RuleIndexes } from "./rule-indexes.ts";
import { ScriptRules } from "./script-rules.ts";
import { covers, literalsOf } from "./shell/rule-pattern.ts";
import { joinsCommands, shellKeyword } from "./shell/useless-command.ts";
import type { Strength } from "./strength.ts";
import { canonicalTool, commandEdits, commandTools, fileToolOf, readingTools } from "./tool-kinds.ts";

/** What a policy is made of. */
export interface PolicyParts {
  readonly rules: readonly Rule[];
  readonly mode: PermissionMode;
  /** The primary working folder: relative patterns begin here. Absolute, as are all folders. */
  readonly cwd: string;
  readonly home: string;
  readonly files: FileView;
  /** Deny and ask rules match names in any case of letters. Default true, as in Claude Code. */
  readonly foldsCase?: boolean;
  /** The searches of this agent leave out what may not be read. Default false: what they may find is asked about. */
  readonly filtersSearches?: boolean;
  /** Settings that could not be read in full. What they forbid may be lost, so nothing is allowed without a person. */
  readonly damage?: readonly string[];
  /** Folders that are protected as `.claude` is, by their paths: where the person's own settings are. */
  readonly guardedFolders?: readonly string[];
}

type ByEffect<T> = { readonly [E in Effect]: T[] };
type Kind = CompiledRule["on"];
type OfKind<K extends Kind> = Extract<CompiledRule, { on: K }>;

/** Rules, sorted by what they look at and compiled once, and the mode. Immutable. */
export class Policy {
  readonly parts: PolicyParts;
  /** Rules that can match nothing, or surely not what was meant, each with what to do. */
  readonly warnings: readonly { readonly rule: Rule; readonly message: string }[];
  readonly #byKind: { readonly [K in Kind]: ByEffect<OfKind<K>> } = {
    tool: none(),
    path: none(),
    command: none(),
    domain: none(),
    name: none(),
    parameter: none(),
  };
  /** Of rules that are gone nothing stays. */
  readonly #compiled: WeakMap<Rule, Compiled>;
  readonly #indexes: RuleIndexes;
  readonly #pathIndexes: { readonly [E in "deny" | "ask"]: { read?: PathRuleIndex; edit?: PathRuleIndex } } = {
    deny: {},
    ask: {},
  };
  readonly #pathOverlaps: { readonly [E in "deny" | "ask"]: { read?: PathOverlaps; edit?: PathOverlaps } } = {
    deny: {},
    ask: {},
  };
  readonly #commandIndexes: { [E in Effect]?: CommandIndex<OfKind<"command">> } = {};
  readonly #scripts: { [E in "deny" | "ask"]?: ScriptRules } = {};
  #grantsCommands: boolean | undefined;
  readonly #byTool = new Map<string, ToolRules>();
  readonly #real = new Map<string, string | undefined>();

  constructor(parts: PolicyParts, from?: Policy) {
    this.parts = { ...parts, files: countedFiles(parts.files) };
    this.#compiled = from === undefined ? new WeakMap() : from.#compiled;
    const known = from === undefined ? undefined : from.#indexes;
    this.#indexes = known !== undefined && from?.parts.rules === parts.rules ? known : new RuleIndexes(known);
    const { cwd, home, files, foldsCase = true } = this.parts;
    const warnings: { rule: Rule; message: string }[] = [];
    for (const rule of strongestFirst(parts.rules)) {
      const { rules, useless } = this.#compile(rule, { places: { cwd, home }, files, foldsCase });
      for (const one of rules) (this.#byKind[one.on][one.rule.effect] as CompiledRule[]).push(one);
      if (useless !== undefined) warnings.push({ rule, message: useless });
      if (rules.length === 0 && rule.effect !== "allow") this.#standIn(rule);
    }
    this.warnings = warnings;
  }

  /** The same with something changed; what was compiled stays, unless the folders differ. */
  with(change: Partial<Pick<PolicyParts, "rules" | "mode" | "damage" | "files">>): Policy {
    return new Policy({ ...this.parts, ...change }, this);
  }

  /** By the names they were given, and by their real ones. */
  get guardedFolders(): readonly string[] {
    const { guardedFolders = [] } = this.parts;
    return [...guardedFolders, ...guardedFolders.flatMap((folder) => this.realFolder(folder) ?? [])];
  }

  get mode(): PermissionMode {
    return this.parts.mode;
  }

  /** Of what any of the rules may be about. */
  get strictest(): Strength {
    const has = (effect: Effect): boolean => Object.values(this.#byKind).some((rules) => rules[effect].length > 0);
    return has("deny") || (this.parts.damage?.length ?? 0) > 0
      ? "perhapsDenied"
      : has("ask")
        ? "askedByRule"
        : "always";
  }

  /** Rules for every use of a tool. */
  ofTool(name: string): ToolRules {
    const tool = canonicalTool(name);
    const known = this.#byTool.get(tool);
    if (known !== undefined) return known;
    const find = (effect: Effect, granted?: true): Rule | undefined => {
      const index = this.#indexes.of(`tool ${effect}`, () => this.#byKind.tool[effect], byNeeds);
      return index.about([tool]).find(({ rule, matches }) => matches(tool) && (!granted || rule.granted))?.rule;
    };
    const found = { deny: find("deny"), ask: find("ask"), allow: find("allow"), granted: find("allow", true) };
    // Tool names come from the other side: they must not fill the memory.
    if (this.#byTool.size < maxRemembered) this.#byTool.set(tool, found);
    return found;
  }

  /** The path rules of any of these tools. */
  paths(effect: Effect, tools: readonly string[]): PathRuleIndex {
    const { cwd, home } = this.parts;
    return this.#indexes.ofFolder(
      `path ${effect} ${tools.join(" ")}`,
      () => this.#pathRules(effect, tools),
      (rules) => new PathRuleIndex(rules, { cwd, home }),
    );
  }

  #pathRules(effect: Effect, tools: readonly string[]): readonly OfKind<"path">[] {
    return this.#byKind.path[effect].filter(({ rule }) => tools.includes(rule.tool));
  }

  commands(effect: Effect): readonly OfKind<"command">[] {
    return this.#byKind.command[effect];
  }

  /** Did a person grant some commands? */
  get grantsCommands(): boolean {
    this.#grantsCommands ??= this.#byKind.command.allow.some(({ rule }) => rule.granted);
    return this.#grantsCommands;
  }

  /** A rule about lines of several commands, wildcards included, that this one is: `Bash(curl * | sh)`. */
  lineRule(effect: "deny" | "ask", line: string): Rule | undefined {
    const index = this.#indexes.of(
      `line ${effect}`,
      () =>
        this.#byKind.command[effect].filter(
          ({ pattern }) => joinsCommands(pattern) || shellKeyword(pattern) !== undefined,
        ),
      (rules) => new LiteralIndex(rules, ({ pattern }) => [literalsOf(pattern)]),
    );
    return index.about([line]).find(({ pattern }) => covers(pattern, line, []))?.rule;
  }

  /** A rule that spells this very text, of those that allow without a wildcard; the one a person granted first. */
  exactCommand(effect: "allow" | "deny", text: string): Rule | undefined {
    const index = this.#indexes.of(
      `exact ${effect}`,
      () => this.#byKind.command[effect],
      (rules) => exactCommands(rules, effect),
    );
    return index.get(text);
  }

  /** The rules of one effect about reading, or about editing. */
  pathIndex(effect: "deny" | "ask", does: "read" | "edit"): PathRuleIndex {
    const found = this.#pathIndexes[effect][does] ?? this.paths(effect, does === "read" ? readingTools : commandEdits);
    this.#pathIndexes[effect][does] = found;
    return found;
  }

  /** The same, for names of which only a pattern is known. */
  pathOverlaps(effect: "deny" | "ask", does: "read" | "edit"): PathOverlaps {
    const found = this.#pathOverlaps[effect][does] ?? this.#makeOverlaps(effect, does);
    this.#pathOverlaps[effect][does] = found;
    return found;
  }

  #makeOverlaps(effect: "deny" | "ask", does: "read" | "edit"): PathOverlaps {
    const { cwd, home, files } = this.parts;
    return this.#indexes.ofFolder(
      `overlap ${effect} ${does}`,
      () => this.#pathRules(effect, does === "read" ? readingTools : commandEdits),
      (rules) => new PathOverlaps(rules, { cwd, home }, files),
    );
  }

  /** Those of them that can match one of these texts, or a part of one. */
  commandsAbout(effect: Effect, texts: readonly string[]): readonly OfKind<"command">[] {
    return this.#index(effect).matching(texts);
  }

  /** Those of them that can be about a command that begins with one of these words. */
  commandsBeginning(effect: Effect, words: ReadonlySet<string> | undefined): readonly OfKind<"command">[] {
    return this.#index(effect).startingWith(words);
  }

  /** Those that may mean a command of this program with its words in another order. */
  commandsMeaning(effect: "deny" | "ask", program: string): readonly OfKind<"command">[] {
    return this.#index(effect).meantFor(program);
  }

  /** False: none of those that restrict is about a program of this name. */
  mayNameProgram(effect: "deny" | "ask", program: string): boolean {
    return this.#index(effect).mayName(program);
  }

  /** Those that are about a script, by where it is. */
  scripts(effect: "deny" | "ask"): ScriptRules {
    const found =
      this.#scripts[effect] ??
      this.#indexes.ofFolder(
        `script ${effect}`,
        () => this.#byKind.command[effect],
        (rules) => new ScriptRules(rules, this.parts),
      );
    this.#scripts[effect] = found;
    return found;
  }

  /** A rule for a command whose words are all in a text. */
  commandSpelledIn(effect: "deny" | "ask", text: string): Rule | undefined {
    return this.#index(effect).spelledIn(text)?.rule;
  }

  /** A rule for a script whose name is in a text. */
  scriptSpelledIn(effect: "deny" | "ask", text: string): Rule | undefined {
    return this.#index(effect).scriptIn(text)?.rule;
  }

  /** Rules for commands that begin with this word. */
  commandsBeginningWith(effect: "deny" | "ask", word: string): readonly OfKind<"command">[] {
    return this.#index(effect).beginningWith(word);
  }

  /** Words like this with which rules for commands begin. */
  commandWordsLike(effect: "deny" | "ask", isLike: (word: string) => boolean): readonly string[] {
    return this.#index(effect).wordsLike(isLike);
  }

  domain(effect: Effect, host: string, granted?: true): Rule | undefined {
    const index = this.#indexes.of(`domain ${effect}`, () => this.#byKind.domain[effect], byNeeds);
    return index.about([host]).find(({ rule, test }) => (!granted || rule.granted) && test(host))?.rule;
  }

  /** Does a rule without a wildcard allow this host? */
  allowsExactly(host: string): boolean {
    return this.#byKind.domain.allow.some(({ rule, test }) => !rule.specifier?.includes("*") && test(host));
  }

  /** A rule for one agent, skill or command of this name. */
  named(effect: Effect, tool: string, name: string, granted?: true): Rule | undefined {
    const wanted = canonicalTool(tool);
    return this.#byKind.name[effect].find(
      ({ rule, test }) => canonicalTool(rule.tool) === wanted && (!granted || rule.granted) && test(name),
    )?.rule;
  }

  /**
   * A deny or ask rule about one field of the input; what it is about may stand in a list. Of those that ask, one that a
   * person has granted as it is written is answered.
   */
  parameter(effect: "deny" | "ask", tool: string, input: { readonly [field: string]: unknown }): Rule | undefined {
    const index = this.#indexes.of(
      `parameter ${effect}`,
      () => this.#byKind.parameter[effect],
      (rules) => new ParameterIndex(rules),
    );
    return index.find(canonicalTool(tool), input, (rule) => effect === "ask" && this.#isGranted(rule));
  }

  #isGranted({ tool, specifier }: Rule): boolean {
    return this.parts.rules.some(
      (rule) => rule.granted && rule.effect === "allow" && rule.tool === tool && rule.specifier === specifier,
    );
  }

  /** Are there rules that forbid or ask about some uses of a tool by what it is given? */
  looksInto(effect: "deny" | "ask", tool: string): boolean {
    const wanted = canonicalTool(tool);
    if (commandTools.has(wanted))
      return this.commands(effect).length > 0 || this.paths(effect, [...readingTools, ...commandEdits]).length > 0;
    const family = fileToolOf(wanted);
    if (family !== undefined) return this.paths(effect, [...readingTools, ...commandEdits, wanted]).length > 0;
    if (wanted === "WebFetch") return this.#byKind.domain[effect].length > 0;
    return this.#byKind.name[effect].some(({ rule }) => canonicalTool(rule.tool) === wanted);
  }

  /** A folder that is named over and over, with its links followed. Only for folders of the session itself. */
  realFolder(folder: string): string | undefined {
    if (!this.#real.has(folder)) this.#real.set(folder, resolveLinks(folder, this.parts.files));
    return this.#real.get(folder);
  }

  #index(effect: Effect): CommandIndex<OfKind<"command">> {
    const found =
      this.#commandIndexes[effect] ??
      this.#indexes.of(
        `command ${effect}`,
        () => this.#byKind.command[effect],
        (rules) => new CommandIndex(rules),
      );
    this.#commandIndexes[effect] = found;
    return found;
  }

  #compile(rule: Rule, options: CompileOptions): Compiled {
    let compiled = this.#compiled.get(rule);
    if (compiled === undefined) {
      compiled = compileRule(rule, options);
      this.#compiled.set(rule, compiled);
    }
    return compiled;
  }

  /** A rule that forbids something unreadable: every use of its tool is asked, so that it is not silently allowed. */
  #standIn(rule: Rule): void {
    // An exception forbids nothing.
    if (rule.specifier?.startsWith("!")) return;
    this.#byKind.tool.ask.push(toolRule({ ...rule, effect: "ask" }));
  }
}

export interface ToolRules {
  readonly deny: Rule | undefined;
  readonly ask: Rule | undefined;
  readonly allow: Rule | undefined;
  readonly granted: Rule | undefined;
}

const maxRemembered = 1000;

function none<T>(): ByEffect<T> {
  return { deny: [], ask: [], allow: [] };
}
