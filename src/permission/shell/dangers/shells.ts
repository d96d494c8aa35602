import type { DangerTable } from "./danger.ts";
import { interpreters } from "./interpreters.ts";
import { dangerousSedWords } from "./sed.ts";

/** Shells, interpreters and text programs with a language of their own. */
export const shells: DangerTable = {
  "bash sh dash zsh ksh mksh fish csh tcsh ash rbash": {
    firstOperand: true,
    plainOptions: /^-[euxvn]+$/,
    readsProgram: true,
    flags: "cis",
  },
  "busybox toybox": { firstOperand: true },
  "powershell pwsh cmd": { all: true },
  ...interpreters,
  "R Rterm guile sbcl clisp ecl erl iex escript scala scala-cli groovy jshell osascript expect irb pry hy kotlin kotlinc clj clojure bb":
    { all: true },
  "ghci runghc runhaskell ocaml utop racket raku coffee swipl octave gnuplot sage janet fennel gjs qjs d8 m4 dc": {
    all: true,
  },
  "nu xonsh elvish yash osh ysh oil": { all: true },
  "sed gsed": { find: dangerousSedWords, operandsAreJudged: true },
  "vi vim nvim view ex ed emacs nano pico micro hx code subl less more most man info mc": { all: true },
  valgrind: {
    firstOperand: true,
    plainOptions: /^(?:-[qv]|--(?:leak-check|tool|track-origins|show-leak-kinds|error-exitcode|num-callers)=[\w-]+)$/,
  },
  "gdb lldb strace ltrace perf script dtrace bpftrace": { all: true },
};
