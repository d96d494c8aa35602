import { type DangerTable, list } from "./danger.ts";
import { dangerousSedWords } from "./sed.ts";

/** Shells, interpreters and text programs with a language of their own. */
export const shells: DangerTable = {
  "bash sh dash zsh ksh mksh fish csh tcsh ash rbash": { firstOperand: true, readsProgram: true, flags: "cis" },
  "busybox toybox": { firstOperand: true },
  "powershell pwsh cmd": { all: true },
  "python pypy ipython bpython jython": {
    short: "cm",
    flags: "i",
    valued: "WXQ",
    words: ["-"],
    readsProgram: true,
  },
  "node nodejs": {
    unabbreviated: true,
    long: list(`
      eval= print= require= import= loader= experimental-loader= env-file= env-file-if-exists= inspect=
      inspect-brk= inspect-wait= run= watch-path= snapshot-blob= build-snapshot experimental-config-file=
      diagnostic-dir= report-dir= icu-data-dir= openssl-config= redirect-warnings= cpu-prof-dir=
      heap-prof-dir= test-reporter= test-global-setup= test-reporter-destination= experimental-sea-config=
      interactive security-revert=
    `),
    short: "epr",
    flags: "i",
    valued: "C",
    words: ["-"],
    readsProgram: true,
  },
  "bun deno tsx ts-node": {
    unabbreviated: true,
    long: list(`
      eval= print= preload= require= import= config= import-map= env-file= cwd=
    `),
    short: "epr",
    words: ["-", "eval", "exec", "x", "repl"],
    readsProgram: true,
  },
  "perl ruby": { short: "eErIMmx", flags: "is", words: ["-"], readsProgram: true },
  "php lua luajit tclsh wish Rscript R guile sbcl clisp elixir erl iex scala groovy jshell swift julia osascript expect":
    {
      all: true,
    },
  "awk gawk mawk nawk original-awk": {
    // `|`, `>` and system() run and write; `@` calls a function by name; `getline` reads a program's output.
    pieces: ["system", "|", ">", "getline", "@", "fflush", "close", "\\"],
    long: list(`
      file= include= load= exec= source= debug dump-variables pretty-print profile lint
    `),
    short: "fEilepdoDLe",
    valued: "Fv",
  },
  "sed gsed": { find: dangerousSedWords },
  "vi vim nvim view ex ed emacs nano pico micro hx code subl less more most man info mc": { all: true },
  "sqlite3 psql mysql mongosh redis-cli mongo": { all: true },
  "gdb lldb strace ltrace valgrind perf script expect dtrace bpftrace": { all: true },
};
