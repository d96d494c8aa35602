import { carriedWords, listsFiles, takesListedNames, takesNames } from "./carried-files.ts";
import { programOf } from "./file-words.ts";
import type { FilesOfLine, Part } from "./files-of-line.ts";
import { isAnswered, judgeUnknown } from "./judge-files.ts";
import { anyText } from "./path/pattern-overlap.ts";
import { type ShellWord, unknownWords } from "./shell/shell-word.ts";
import type { AssignedValue, SimpleCommand } from "./shell/simple-command.ts";
import { wordPatterns } from "./shell/word-pattern.ts";
import { isAtMost } from "./strength.ts";

/** Files that are only known when the line runs, of programs that carry what is in them elsewhere: they may be those of a rule. */
export function judgeCarried(line: FilesOfLine): Part[] {
  const { policy, reading } = line;
  if (policy.pathIndex("deny", "read").isEmpty && policy.pathIndex("ask", "read").isEmpty) return [];
  return reading.commands.flatMap((outer, order) =>
    runsOf(outer)
      .flatMap((command) => unknownFiles(command, line))
      .flatMap((text): Part[] => {
        const judged = judgeUnknown("read", text, policy);
        const isSettled = judged.strength === "askedByRule" && isAnswered({ of: outer }, line);
        return isSettled || isAtMost(judged.strength, "undecided") ? [] : [{ ...judged, order, text: outer.text }];
      }),
  );
}

/** What find finds is looked at as a search. */
function runsOf(command: SimpleCommand): SimpleCommand[] {
  const { words, runs } = command;
  return runs.length === 0 || /^g?find$/.test(programOf(words)) ? [command] : [command, ...runs.flatMap(runsOf)];
}

function unknownFiles(command: SimpleCommand, { reading, policy, ask }: FilesOfLine): string[] {
  const places = { home: policy.parts.home, here: ask.cwd };
  const unknown = carriedWords(command).filter((word) =>
    isAdded(word) ? listsFiles(command.feed) : mayBeAnyFile(word, places) && !isSetByLine(word, reading.values),
  );
  return [
    ...unknown.map(({ text }) => text),
    ...(takesNames(command) || takesListedNames(command) ? [unknownWords.text] : []),
  ];
}

/** Only an expansion decides, at least about the last name: `$f`, `@$f`, `src/$f`, `$(ls)`; not `x-$(date).tgz`. */
function mayBeAnyFile({ value, text }: ShellWord, places: Parameters<typeof wordPatterns>[1]): boolean {
  return value === undefined && wordPatterns(text, places).patterns.some((pattern) => endsUnknown.test(pattern));
}

const endsUnknown = new RegExp(`(?:^|[/@=:,<])${anyText}+$`);

/** By xargs, from what it reads. */
function isAdded({ value, text }: ShellWord): boolean {
  return value === undefined && (text === unknownWords.text || /^[^$`~*?[<({]*$|\{\}$/.test(text));
}

/** What the line itself spells is judged as it is spelled. */
function isSetByLine({ text }: ShellWord, values: readonly AssignedValue[]): boolean {
  if (/\$\(|`/.test(text)) return false;
  const names = [...text.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name);
  return (
    names.length > 0 &&
    names.every((name) => {
      const given = values.filter((one) => one.name === name);
      return given.length > 0 && given.every(({ word }) => word.value !== undefined || word.glob !== undefined);
    })
  );
}
