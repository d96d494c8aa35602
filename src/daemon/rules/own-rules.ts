import { SeenFile } from "../../files/seen-file.ts";
import { type LoadedSettings, type SettingsSources, settingsIn } from "../config/load-settings.ts";
import { DaemonRules, type RulesSource } from "./daemon-rules.ts";

interface OwnRulesParts extends Omit<RulesSource, "permissions" | "file"> {
  readonly sources: SettingsSources;
  /** As the daemon was started with them. */
  readonly loaded: LoadedSettings;
  readonly report: (change: SettingsChange) => void;
}

/** What a look at the settings file found, where it is something new. */
export type SettingsChange =
  | { readonly now: "changed" | "mended" }
  | { readonly now: "broken"; readonly problem: string };

/**
 * The daemon's own rules, as its settings file says at the moment: it is looked at whenever they are wanted, and nothing
 * watches it. A file that is broken, empty or gone changes nothing: the last good rules hold until it is mended.
 */
export class OwnRules {
  readonly #parts: OwnRulesParts;
  readonly #file: SeenFile;
  /** The text that was judged last; undefined: there is none yet, or it could not be read. */
  #judged: { readonly text: string | undefined } | undefined;
  #good: LoadedSettings;
  #problem: string | undefined;
  /** Those of one folder share them; a folder that nobody asks about any more keeps nothing. */
  readonly #byFolder = new Map<string, WeakRef<DaemonRules>>();
  readonly #gone = new FinalizationRegistry<string>((cwd) => {
    if (this.#byFolder.get(cwd)?.deref() === undefined) this.#byFolder.delete(cwd);
  });

  constructor(parts: OwnRulesParts) {
    this.#parts = parts;
    this.#good = parts.loaded;
    this.#file = new SeenFile(parts.sources.file);
    this.#look();
  }

  /** Tells those of a folder as they are now, and keeps them compiled for as long as somebody has it. */
  in(cwd: string): () => DaemonRules {
    let held: DaemonRules | undefined;
    return () => {
      held = this.for(cwd);
      return held;
    };
  }

  /** Of a folder, as they are now. */
  for(cwd: string): DaemonRules {
    const { permissions } = this.settings.settings;
    const known = this.#byFolder.get(cwd)?.deref();
    if (known?.isOf(permissions)) return known;
    const { file } = this.#parts.sources;
    const rules = new DaemonRules({ ...this.#parts, permissions, file }, cwd, known);
    this.#byFolder.set(cwd, new WeakRef(rules));
    this.#gone.register(rules, cwd);
    return rules;
  }

  /** Why other rules hold than those of the file; undefined: none do. */
  get problem(): string | undefined {
    this.#look();
    return this.#problem;
  }

  /** As the file had them when it was good last. Of a running daemon only the rules are taken from it. */
  get settings(): LoadedSettings {
    this.#look();
    return this.#good;
  }

  #look(): void {
    try {
      const text = this.#file.text();
      if (this.#judged === undefined || this.#judged.text !== text) this.#judge(text);
    } catch (error) {
      this.#judged = undefined;
      const { code, message } = error as NodeJS.ErrnoException;
      this.#fail(`${this.#parts.sources.file} cannot be read: ${code ?? message}`);
    }
  }

  #judge(text: string | undefined): void {
    const isFirst = this.#judged === undefined && this.#problem === undefined;
    this.#judged = { text };
    const { sources, report } = this.#parts;
    // Some editors empty or remove a file before they write it.
    if ((text ?? "").trim() === "" && saysSomething(this.#good))
      return this.#fail(`${sources.file} is ${text === undefined ? "gone" : "empty"}`);
    try {
      this.#good = settingsIn(text ?? "", sources);
    } catch (error) {
      return this.#fail((error as Error).message);
    }
    const now = this.#problem === undefined ? "changed" : "mended";
    this.#problem = undefined;
    if (!isFirst) report({ now });
  }

  #fail(why: string): void {
    const problem = `${why}; the rules that it had before hold until it is mended`;
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#parts.report({ now: "broken", problem });
  }
}

function saysSomething({ given }: LoadedSettings): boolean {
  return [...given.values()].some(({ origin }) => origin === "file");
}
