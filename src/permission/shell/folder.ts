import type { ShellWord } from "./shell-word.ts";
import type { SimpleCommand } from "./simple-command.ts";

/** Where the commands of a line run, from where the line began; lost as soon as a `cd` may have failed. */
export class Folder {
  #now: string | undefined = ".";
  /** The last command was `cd`, and succeeds only if this is the folder. */
  #entered: { readonly path: string | undefined } | undefined;
  /** A `||` stands in front in the list. */
  #isAlternative = false;
  /** How many commands so far may change the folder. */
  #changes = 0;

  get now(): string | undefined {
    return this.#now;
  }

  note(command: SimpleCommand): void {
    const [name, target] = command.words;
    if (changesFolder(command)) this.#changes += 1;
    if (name?.value === "cd" && command.words.length === 2) this.#entered = { path: enteredPath(this.#now, target) };
    else if (changesFolder(command)) this.#entered = { path: undefined };
  }

  /** Between two commands of a list: behind `cd x &&` the folder is x. */
  join(operator: "&&" | "||" | undefined): void {
    if (operator === undefined) return;
    // In `a || cd x && b`, b may run without the cd.
    if (this.#entered) this.#now = operator === "&&" && !this.#isAlternative ? this.#entered.path : undefined;
    else if (operator === "||" && this.#now !== ".") this.#now = undefined;
    this.#isAlternative ||= operator === "||";
    this.#entered = undefined;
  }

  /** Behind it nobody knows where a `cd` in it leads: `! cd x`. */
  uncertain(read: () => void): void {
    const changes = this.#changes;
    read();
    if (this.#changes > changes) this.#entered = { path: undefined };
  }

  /** A statement, behind which nobody knows whether its `cd` succeeded. */
  afterwards(read: () => void): void {
    const before = this.#now;
    const isAlternative = this.#isAlternative;
    this.#isAlternative = false;
    read();
    if (this.#entered || this.#now !== before) this.#now = undefined;
    this.#entered = undefined;
    this.#isAlternative = isAlternative;
  }

  /** A process of its own: what it does to its folder ends with it. */
  within(read: () => void): void {
    const before = this.#now;
    const entered = this.#entered;
    read();
    this.#now = before;
    this.#entered = entered;
  }

  /** The body of a function runs wherever it is called. */
  unknownWithin(read: () => void): void {
    this.within(() => {
      this.#now = undefined;
      read();
    });
    // Called later, it may change the folder.
    this.#entered = { path: undefined };
  }

  pathOf(word: ShellWord): string | undefined {
    if (word.value === undefined) return /^~(?:\/[\w./-]*)?$/.test(word.text) ? word.text : undefined;
    if (word.value.startsWith("/")) return word.value;
    if (this.#now === undefined || word.value === "") return undefined;
    const path = word.value.startsWith("~") ? `./${word.value}` : word.value;
    return this.#now === "." ? path : `${this.#now}/${path}`;
  }
}

function enteredPath(now: string | undefined, word: ShellWord | undefined): string | undefined {
  const value = word?.value;
  if (value === undefined || value === "" || value.startsWith("-") || value.startsWith("~")) return undefined;
  if (value.startsWith("/")) return value;
  return now === undefined ? undefined : now === "." ? value : `${now}/${value}`;
}

/** Also behind `builtin` and `command`; source that is read may do anything. */
function changesFolder({ words, wrapper, runs }: SimpleCommand): boolean {
  return /^(?:cd|pushd|popd|eval|source|\.)$/.test(words[0]?.value ?? "") || (wrapper && runs.some(changesFolder));
}
