import { allOf, type FilesOfLine, isAnswered, type Part } from "./judge-files.ts";
import { type PathPlace, pathUse } from "./judge-path.ts";
import { type Judgement, judgement, perhapsDenied, ruled } from "./judgement.ts";
import { type NamedFile, namedFiles } from "./named-files.ts";
import { cachedFiles } from "./path/cached-files.ts";
import type { PathSubject } from "./path/path-subject.ts";
import { isReadOnly, type Surroundings } from "./read-only-commands.ts";
import type { Rule } from "./rule.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { pathsInSource } from "./words-as-paths.ts";

/**
 * Every literal word of a line, of whichever program, that names what a path rule is about. What the program does with
 * it need not be known: where it is not, the rule may be broken, and a person is asked.
 */
export function judgeNames(line: FilesOfLine & { readonly command: string }): Part[] {
  const { policy, reading } = line;
  if (kinds.every(([effect, does]) => policy.pathIndex(effect, does).isEmpty)) return [];
  const judge = new NameJudge(line);
  const parts: Part[] = [];
  for (const [order, outer] of reading.commands.entries())
    for (const command of allOf(outer)) {
      const files = namedFiles(command);
      if (files === "tooLong") parts.push({ ...tooLong, order, text: outer.text });
      else
        for (const file of files) parts.push(...judge.judge(file, command, outer).map((part) => ({ ...part, order })));
    }
  const reader = reading.commands.find(({ exactOnly }) => exactOnly !== undefined);
  if (reader !== undefined)
    for (const path of pathsInSource(line.command))
      parts.push(...judge.judge({ path, text: path, withContents: false, isShown: false }, reader, reader));
  return parts;
}

const kinds = [
  ["deny", "read"],
  ["deny", "edit"],
  ["ask", "read"],
  ["ask", "edit"],
] as const;

/** More names than anybody writes by hand; looking at each of them takes time. */
const maxNames = 400;

class NameJudge {
  readonly #line: FilesOfLine;
  readonly #place: PathPlace;
  readonly #around: Surroundings;
  readonly #seen = new Map<SimpleCommand, Set<string>>();
  #names = 0;

  constructor(line: FilesOfLine) {
    this.#line = line;
    const { home, files } = line.policy.parts;
    this.#place = { home, files: cachedFiles(files) };
    this.#around = { cwd: line.ask.cwd, files: this.#place.files, writes: line.reading.writes };
  }

  judge(file: NamedFile, command: SimpleCommand, outer: SimpleCommand): Part[] {
    const key = `${file.withContents} ${file.path}`;
    const seen = this.#seen.get(outer) ?? new Set<string>();
    if (seen.has(key)) return [];
    this.#seen.set(outer, seen.add(key));
    this.#names += 1;
    if (this.#names > maxNames) return this.#names === maxNames + 1 ? [{ ...tooMany, text: file.text }] : [];
    const judged = this.#judge(file, command, outer);
    return judged === undefined ? [] : [{ ...judged, text: file.text }];
  }

  #judge(file: NamedFile, command: SimpleCommand, outer: SimpleCommand): Judgement | undefined {
    const { named, real } = pathUse("read", "Read", file.path, this.#line.ask.cwd, this.#place);
    const subjects = real === undefined || real === named ? [named] : [named, real];
    const reads = (effect: "deny" | "ask") => this.#find(effect, "read", subjects, file.withContents);
    const edits = (effect: "deny" | "ask") =>
      isReadOnly(command, this.#around) ? undefined : this.#find(effect, "edit", subjects, file.withContents);
    const shown = file.isShown ? reads("deny") : undefined;
    if (shown !== undefined) return ruled(shown, named.path);
    const denied = reads("deny") ?? edits("deny");
    if (denied !== undefined) return perhapsDenied(denied, named.path);
    const asked = reads("ask") ?? edits("ask");
    return asked === undefined || isAnswered({ of: outer }, this.#line) ? undefined : ruled(asked, named.path);
  }

  #find(
    effect: "deny" | "ask",
    does: "read" | "edit",
    subjects: readonly PathSubject[],
    withContents: boolean,
  ): Rule | undefined {
    const index = this.#line.policy.pathIndex(effect, does);
    for (const subject of subjects) {
      const rule = index.find(subject) ?? (withContents ? index.findInside(subject.path) : undefined);
      if (rule !== undefined) return rule;
    }
    return undefined;
  }
}

const tooLong = judgement("perhapsDenied", "a word of it is too long to be searched for what rules are about");
const tooMany = judgement("perhapsDenied", `it names more than ${maxNames} files, and a rule forbids some`);
