/** What is being typed that can be completed: a command at the beginning, or the path of a file anywhere. */
export interface Completable {
  readonly kind: "command" | "path";
  /** Behind the sign. */
  readonly query: string;
  /** Where the sign stands, and where what is typed ends. */
  readonly from: number;
  readonly to: number;
}

export interface Choice {
  /** What is put in, with its sign. */
  readonly insert: string;
  readonly label: string;
  readonly about: string;
  /** A folder: one goes on typing. */
  readonly isOpen: boolean;
}

/** At the caret; undefined: nothing. */
export function completableAt(text: string, caret: number): Completable | undefined {
  const before = text.slice(0, caret);
  const [, command] = /^\/(\S*)$/.exec(before) ?? [];
  if (command !== undefined) return { kind: "command", query: command, from: 0, to: caret };
  const [, quoted, plain] = /(?:^|\s)@(?:"([^"\n]*)|([^\s"]*))$/.exec(before) ?? [];
  const query = quoted ?? plain;
  if (query === undefined) return undefined;
  const from = caret - query.length - (quoted === undefined ? 1 : 2);
  return { kind: "path", query, from, to: caret };
}

/** The text with a choice in it, and where the caret stands then. */
export function complete(
  text: string,
  { from, to }: Completable,
  { insert, isOpen }: Choice,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(to);
  const space = isOpen || /^\s/.test(rest) ? "" : " ";
  const put = `${insert}${space}`;
  return { text: text.slice(0, from) + put + rest, caret: from + put.length };
}

export function pathChoice(path: string): Choice {
  const isOpen = path.endsWith("/");
  const needsQuotes = /\s/.test(path);
  // Without the second quote one can go on typing.
  const insert = needsQuotes ? `@"${path}${isOpen ? "" : '"'}` : `@${path}`;
  return { insert, label: path, about: "", isOpen };
}

interface Command {
  readonly name: string;
  readonly description: string;
  readonly argumentHint: string;
  readonly aliases: readonly string[];
}

const maxCommands = 50;

/** The commands that begin so, then those that hold it, then those whose other name does. */
export function commandChoices(commands: readonly Command[], query: string): readonly Choice[] {
  const wanted = query.toLowerCase();
  const rank = ({ name, aliases }: Command): number => {
    if (name.toLowerCase().startsWith(wanted)) return 0;
    if (name.toLowerCase().includes(wanted)) return 1;
    return aliases.some((alias) => alias.toLowerCase().startsWith(wanted)) ? 2 : 3;
  };
  return commands
    .filter((command) => rank(command) < 3)
    .sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1))
    .slice(0, maxCommands)
    .map(({ name, description, argumentHint }) => ({
      insert: `/${name}`,
      label: `/${name}${argumentHint === "" ? "" : ` ${argumentHint}`}`,
      about: description,
      isOpen: false,
    }));
}

/** What may follow the command that a text begins with; empty: nothing, or something does already. */
export function argumentHint(commands: readonly Command[], text: string): string {
  const [, name] = /^\/(\S+)\s$/.exec(text) ?? [];
  return commands.find((command) => command.name === name)?.argumentHint ?? "";
}
