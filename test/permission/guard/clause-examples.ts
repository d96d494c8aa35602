/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import type { Clause } from "../../../src/permission/shell/guard/clauses.ts";

/**
 * Who shows what a clause is for: a shell that is here; one that is not, by what it was recorded to do (`other-shells.json`); bash
 * as people type into it; or nobody, since the clause bounds the time that reading takes.
 */
export type Witness = "bash" | "dash" | "zsh" | "bash-3.2" | "typed" | "bounds";

export interface ClauseExample {
  readonly line: string;
  readonly shows: Witness;
  /** The witness runs a program with other arguments than bash does. */
  readonly unlikeBash?: true;
}

/** For each clause of the guard a line that is refused by it, and with which some shell does what nobody has judged. */
export const clauseExamples: { readonly [C in Clause]: ClauseExample } = {
  depth: { line: `${"{ ".repeat(40)}ls${"; }".repeat(40)}`, shows: "bounds" },
  length: { line: `ls ${"a".repeat(17_000)}`, shows: "bounds" },
  parts: { line: "ls a".repeat(1_500).replaceAll("als", "a ls"), shows: "bounds" },
  backtick: { line: 'echo "`evil`"', shows: "bash" },
  "double-parenthesis": { line: "((evil))", shows: "dash" },
  "zsh-equals": { line: "cat =evil", shows: "zsh", unlikeBash: true },
  "zsh-word": { line: "noglob tool", shows: "zsh" },
  "zsh-descriptor": { line: "echo {x} >out 5", shows: "zsh", unlikeBash: true },
  "zsh-range": { line: "cd ../shared && cat <0-9>", shows: "zsh", unlikeBash: true },
  "dash-test": { line: "[[ -n a || tool ]]", shows: "dash" },
  history: { line: "echo a; !ev", shows: "typed" },
  caret: { line: "cat ^b", shows: "zsh" },
  hash: { line: 'cat "b"#a', shows: "zsh" },
  "comment-inside": { line: `echo "$(true # '\n)" ')"; evil; echo "' '"' #'`, shows: "bash-3.2" },
  brace: { line: "exec {b[x]}>/dev/null", shows: "bash" },
  bracket: { line: "declare b['$(evil)']=1", shows: "bash" },
  character: { line: "e\0vil", shows: "typed" },
  "escaped-newline": { line: 'echo "$\\\n{x@P}"', shows: "bash" },
  "ansi-escape": { line: "echo $'\\'; evil #'", shows: "dash" },
  dollar: { line: "echo $[x]", shows: "bash" },
  "expansion-subscript": { line: "echo $x[y]", shows: "zsh" },
  parameter: { line: "echo ${x@P}", shows: "bash" },
  arithmetic: { line: "echo $(( '$(evil)' ))", shows: "bash" },
  "assigned-subscript": { line: "b[x]=1", shows: "bash" },
  "array-subscript": { line: "b=([x]=1)", shows: "bash" },
  "process-inside-word": { line: "echo <(ls)#;evil", shows: "bash" },
  "descriptor-variable": { line: "ls {x}> out", shows: "dash" },
  "copied-descriptor": { line: "ls >&$x", shows: "bash" },
  "case-inside": { line: `echo "$(case a in a) echo '"; evil; echo "' ;; esac)"`, shows: "bash-3.2" },
  "here-delimiter": { line: 'cat <<"A\nB"\nA\nB\nevil', shows: "dash" },
  "here-body": { line: "cat <<EOF\n$((x))\nEOF", shows: "bash" },
  "here-inside": { line: "echo \"$(cat <<'EOF'\n) $(evil)\nEOF\n)\"", shows: "bash-3.2" },
  "here-last": { line: "echo $(cat <<'EOF'\nEOF\nls; tool)", shows: "bash" },
  "here-pending": { line: "cat <<A $'a\nA\nevil\n'\nA", shows: "dash" },
  "dash-both": { line: "ls &>>out tool", shows: "dash" },
  "time-option": { line: "time -p ls", shows: "zsh" },
};
