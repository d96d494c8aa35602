/** How a flag takes its value: none, one, one that may be left out, or all up to the next flag. */
export type Arity = "switch" | "value" | "maybe" | "list";

export interface ParsedArguments {
  /** By the flag's first name, without dashes; a flag given twice has all its values. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
  /** Flags nobody knows: ignored, and named here. */
  readonly unknown: readonly string[];
  /** Flags that took the next word for their value although it is written as a flag, by the name it would have. */
  readonly taken: readonly { readonly flag: string; readonly name: string }[];
}

/**
 * `--flag value` and `--flag=value`, as hosts mix them. Unknown flags are
 * ignored; the word behind one is taken for its value, unless it is the only
 * word there is: then it is the prompt.
 */
export function parseArguments(
  argv: readonly string[],
  flags: { readonly [name: string]: Arity },
  aliases: { readonly [name: string]: string } = {},
): ParsedArguments {
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  const unknown: string[] = [];
  const doubtful: string[] = [];
  const taken: { flag: string; name: string }[] = [];
  const words = [...argv];
  const takeFlag = (word: string): void => {
    const { name, value } = split(word, aliases);
    const arity = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (arity === undefined) {
      unknown.push(name);
      if (value === undefined && isValue(words[0])) doubtful.push(words.shift() as string);
      return;
    }
    const given = value === undefined ? take(words, arity) : [value];
    values.set(name, [...(values.get(name) ?? []), ...given]);
    const likeFlags = value === undefined && arity === "value" ? given.filter((one) => flagLike.test(one)) : [];
    taken.push(...likeFlags.map((one) => ({ flag: name, name: split(one, aliases).name })));
  };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "--") positionals.push(...words.splice(0));
    else if (isFlag(word)) takeFlag(word);
    else positionals.push(word);
  }
  if (positionals.length === 0) positionals.push(...doubtful.slice(-1));
  return { values, positionals, unknown, taken };
}

/** A text may begin with dashes; a flag is one word behind them. */
const flagLike = /^--?[a-z][\w-]*(?:=|$)/i;

function split(word: string, aliases: { readonly [name: string]: string }): { name: string; value?: string } {
  const at = word.indexOf("=");
  const bare = (at === -1 ? word : word.slice(0, at)).replace(/^--?/, "");
  const name = (Object.hasOwn(aliases, bare) ? aliases[bare] : undefined) ?? bare;
  return at === -1 ? { name } : { name, value: word.slice(at + 1) };
}

function take(words: string[], arity: Arity): string[] {
  switch (arity) {
    case "switch":
      return [];
    case "value":
      return words.splice(0, 1);
    case "maybe":
      return isValue(words[0]) ? words.splice(0, 1) : [];
    case "list": {
      const end = words.findIndex((word) => !isValue(word));
      return words.splice(0, end === -1 ? words.length : end);
    }
  }
}

/** A single dash is a word: it means standard input. */
function isFlag(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

function isValue(word: string | undefined): boolean {
  return word !== undefined && !isFlag(word);
}
