import { programName } from "./program-name.ts";
import { dangerOf, named } from "./shell/dangers/danger-of.ts";
import type { ShellReading } from "./shell/read-shell.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { subcommandPlace } from "./shell/subcommand.ts";

/** Does the line tell some program, for the commands behind it, what its subcommands mean? `export GIT_CONFIG_COUNT=1`, `git config alias.p push`. */
export function configuresNames({ values, commands }: Pick<ShellReading, "values" | "commands">): boolean {
  return (
    values.some(({ name }) => configuring.test(name)) ||
    commands.some(({ words }) => {
      const set = words.findIndex(({ value }) => value === "config" || value === "alias");
      return set > 0 && words.slice(set).some(({ prefix }) => /alias|autocorrect|^(?:set|import)$/i.test(prefix));
    })
  );
}

/**
 * A subcommand that its program does not have is whatever the configuration says: an alias, or what is taken for a slip. Where
 * the line itself configures that, it may be any that the program has.
 */
export function mayBeAnySubcommand(command: SimpleCommand, isConfigured: boolean): boolean {
  const { words, assignments } = command;
  const program = programName(words[0]);
  if (!aliasing.test(program)) return false;
  const sub = dangerOf(program)?.subcommands;
  const at = sub === undefined ? words.length : subcommandPlace(sub, words);
  const name = words[at]?.value ?? "";
  if (sub !== undefined && (name === "" || named(sub.of, name) !== undefined)) return false;
  const front = words.slice(1, at).map(({ prefix }) => prefix);
  const isToldSo =
    sub === undefined
      ? front.some((word) => /alias/i.test(word))
      : front.some((word) => /^(?:-c|--config|--exec-path|--git-dir|--work-tree|--namespace)/.test(word));
  return (
    isToldSo ||
    (isConfigured && sub !== undefined) ||
    assignments.some(({ name: variable }) => configuring.test(variable))
  );
}

const aliasing = /^(?:git|cargo|hg|jj|gh|glab|svn|npm|yarn|docker|kubectl)$/;

/** Variables that hold settings, or say where they are. */
const configuring =
  /^(?:GIT_CONFIG.*|GIT_DIR|GIT_EXEC_PATH|GIT_COMMON_DIR|CARGO_(?:ALIAS|HOME|CONFIG).*|HGRCPATH|HGRC|JJ_CONFIG|GH_CONFIG_DIR|DOCKER_CONFIG|HOME|XDG_CONFIG_(?:HOME|DIRS))$/;
