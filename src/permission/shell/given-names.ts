/** Says of a variable whether the line may give it a value; of any other, only the environment does. */
export type IsGiven = (name: string) => boolean;

/** Whether a name stands anywhere in a line but behind `$`, or something in the line may set any name. */
export function givenBy(line: string): IsGiven {
  if (line.length > maxLine) return () => true;
  const known = new Map<string, boolean>();
  let isAny: boolean | undefined;
  return (name) => {
    isAny ??= setsAnyName.test(line);
    let isGiven = known.get(name);
    if (isGiven === undefined) {
      const isNamed = new RegExp(`(?<![$\\w]|\\$\\{)${name}(?!\\w)|\\$\\{${name}:?=`);
      isGiven = isAny || ownNames.test(name) || isNamed.test(line);
      known.set(name, isGiven);
    }
    return isGiven;
  };
}

/** Builtins that set what another word, a file or a variable tells. */
export const setsAnyName =
  /\b(?:eval|source|getopts|mapfile|readarray|coproc|declare|typeset|local|nameref)\b|(?:^|[\s;&|(])\.\s|\$\{!/;

/** Shells set them by themselves. */
const ownNames =
  /^(?:REPLY|reply|MAPFILE|COPROC|OPT\w+|BASH\w*|DIRSTACK|FUNCNAME|OLDPWD|PIPESTATUS|SECONDS|RANDOM|LINENO|IFS|_\w*)$/;

/** In a longer one it would take too long. */
const maxLine = 8_192;
