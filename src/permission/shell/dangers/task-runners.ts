import type { ShellWord } from "../shell-word.ts";
import type { Danger, DangerTable } from "./danger.ts";
import { knownOptions } from "./known-options.ts";

/** Programs that run recipes of the project: by their own file, and with nothing in them that only the line says. */
export const taskRunners: DangerTable = {
  just: pasting(
    `-lnqvuhV -s= --list? --summary --show= --dry-run --quiet --verbose --yes --dump --dump-format= --variables --groups --unsorted --no-deps --one --color=
     --highlight --no-highlight --fmt --check --unstable --list-heading= --list-prefix= --list-submodules --timestamp --time --usage --explain --alias-style=
     --command-color= --no-dotenv --allow-missing --help --version --changelog --man`,
  ),
  task: pasting(
    `-lanfpsvwyjchxi -C= -I= -o= --list --list-all --dry --force --force-all --parallel --silent --summary --verbose --watch --yes --status --json --color
     --concurrency= --exit-code --interval= --output= --nested --sort= --no-status --output-group-begin= --output-group-end= --output-group-error-only
     --offline --help --version`,
  ),
};

function pasting(listing: string): Danger {
  const options = knownOptions(listing);
  return { ...options, find: (words) => [...(options.find?.(words) ?? []), ...pastedPlaces(words)] };
}

/** Words are pasted into the shell commands of a recipe, and a variable in front of it may be the program there. */
function pastedPlaces(words: readonly ShellWord[]): number[] {
  const recipe = words.findIndex(({ prefix }, at) => at > 0 && !/^(?:-|\w+=)/.test(prefix));
  return words.flatMap(({ value = "$" }, at) => {
    const isVariable = at < recipe || recipe === -1;
    const isPlain =
      /^[\w./:@%+,=-]*$/.test(value) && (!isVariable || !/^\w+=/.test(value) || plainVariable.test(value));
    return at > 0 && !isPlain ? [at] : [];
  });
}

/** `VERBOSE=1`: a number, or a yes or no. */
export const plainVariable = /^[A-Za-z_]\w*=(?:\d+|y|n|yes|no|true|false|on|off|debug|release)$/i;
