/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import type { Clause } from "../../src/permission/shell/guard/clauses.ts";

export interface ClauseExample {
  readonly line: string;
  /** A shell that is not here to show it: what it would do by its manual. */
  readonly elsewhere?: string;
  /** It is there for the time that reading takes. */
  readonly bounds?: true;
}

/** For each clause of the guard a line that only this clause refuses. */
export const clauseExamples: { readonly [C in Clause]: ClauseExample } = {
  depth: { line: `${"{ ".repeat(40)}ls${"; }".repeat(40)}`, bounds: true },
  parts: { line: "ls a".repeat(1_500).replaceAll("als", "a ls"), bounds: true },
  length: { line: `ls ${"a".repeat(17_000)}`, bounds: true },
  backtick: { line: "echo `evil`" },
  "double-parenthesis": { line: "((evil))" },
  "zsh-equals": { line: "cat =evil", elsewhere: "zsh: the path of evil" },
  "zsh-word": { line: "noglob evil", elsewhere: "zsh: runs evil" },
  "zsh-range": { line: "cat <5", elsewhere: "zsh: with > behind it, a pattern for files" },
  "zsh-background": { line: "ls &! ls", elsewhere: "zsh: no negation, but the end of a job" },
  "dash-test": { line: "[[ -n a || evil ]]" },
  history: { line: "echo a!b", elsewhere: "bash and zsh with history expansion: another command's words" },
  caret: { line: "cat ^a", elsewhere: "zsh with EXTENDED_GLOB: every other file" },
  hash: { line: 'echo "a"#b', elsewhere: "zsh with EXTENDED_GLOB: a pattern" },
  "comment-inside": { line: "echo $(ls # ')\n)", elsewhere: "bash 3.2: a quote begins" },
  brace: { line: "echo {a,$(evil)}" },
  bracket: { line: "echo ['$(evil)']" },
  character: { line: "echo a\u00a0b", elsewhere: "a shell in another locale: two words" },
  "escaped-newline": { line: "ls a\\\nb" },
  "escaped-character": { line: "echo \\\u00e9", elsewhere: "dash: escapes the first byte only" },
  "ansi-escape": { line: "echo $'\\'; evil #'" },
  dollar: { line: "echo $[x]" },
  "expansion-subscript": { line: "echo $x[1]", elsewhere: "zsh: calculates the subscript" },
  parameter: { line: "echo ${x@P}" },
  arithmetic: { line: "echo $(( '$(evil)' ))" },
  "assigned-subscript": { line: "b[x]=1" },
  "array-subscript": { line: "b=([x]=1)" },
  "process-inside-word": { line: "echo 1<(evil)" },
  "process-output": { line: "echo >(evil)" },
  "descriptor-variable": { line: "ls {x}> out" },
  "copied-descriptor": { line: "ls >& out", elsewhere: "dash: no file, but a descriptor" },
  "read-write": { line: "ls <> out", elsewhere: "all shells: it reads what was judged as written" },
  "test-operator": { line: "[[ -v $x ]]" },
  "case-inside": { line: "echo $(case a in a) ls;; esac)", elsewhere: "bash 3.2: ends at the first parenthesis" },
  "here-delimiter": { line: 'cat <<A"B"\nA\nAB\nls' },
  "here-body": { line: "cat <<EOF\n$(evil)\nEOF" },
  "here-inside": { line: "echo \"$(cat <<'EOF'\n) $(evil)\nEOF\n)\"", elsewhere: "bash 3.2: runs evil" },
  "here-last": { line: "echo $(cat <<'EOF'\nEOF\nls; evil)" },
  "here-pending": { line: "cat <<EOF" },
  "dash-both": { line: "ls &>out evil" },
  "time-option": { line: "time -p ls" },
};
