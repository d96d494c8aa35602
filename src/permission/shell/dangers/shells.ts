import type { ShellWord } from "../shell-word.ts";
import { type DangerTable, list, plainPath } from "./danger.ts";
import { dangerousSedWords } from "./sed.ts";

/** Modules that test, check or describe a project, and those of a package that is none of Python's own. */
const plainModule = new RegExp(
  "^(?:(?:pytest|unittest|doctest|mypy|ruff|black|flake8|pylint|isort|coverage|json\\.tool|compileall|py_compile|venv|build)|" +
    "(?!(?:_|asyncio|concurrent|ctypes|curses|dbm|distutils|email|encodings|ensurepip|html|http|idlelib|importlib|json|lib2to3|" +
    "logging|multiprocessing|os|pip|pydoc|re|sqlite3|sys|test|tkinter|tomllib|turtledemo|unittest|urllib|wsgiref|xml|xmlrpc|" +
    "zipfile|zoneinfo|IPython|jupyter|notebook|twisted)[._]?\\b)[a-z]\\w*(?:\\.\\w+)+)$",
);

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
  "python pypy ipython bpython jython": {
    short: "cm",
    flags: "i",
    valued: "WXQ",
    words: ["-"],
    checked: { "-m": plainModule },
    find: readsProgramFrom,
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
    find: readsProgramFrom,
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
  perl: { short: "eErIMmx", flags: "is", words: ["-"], find: readsProgramFrom, readsProgram: true },
  ruby: {
    short: "eErIMmxC",
    flags: "is",
    words: ["-"],
    checked: { "-I": plainPath, "-r": plainPath },
    find: readsProgramFrom,
    readsProgram: true,
  },
  php: {
    short: "rBREFdczS",
    flags: "a",
    words: ["-", "tinker"],
    valued: "ft",
    find: readsProgramFrom,
    readsProgram: true,
  },
  "lua luajit tclsh wish Rscript R guile sbcl clisp elixir erl iex scala groovy jshell julia osascript expect": {
    all: true,
  },
  "awk gawk mawk nawk original-awk": {
    operandsAreJudged: true,
    // `|`, `>` and system() run and write; `@` calls a function by name; `getline` reads a program's output.
    pieces: ["system", "|", "getline", "@", "fflush", "close", "\\"],
    find: writingPlaces,
    long: list(`
      file= include= load= exec= source= debug dump-variables pretty-print profile lint
    `),
    short: "fEilepdoDLe",
    valued: "Fv",
  },
  "sed gsed": { find: dangerousSedWords, operandsAreJudged: true },
  "vi vim nvim view ex ed emacs nano pico micro hx code subl less more most man info mc": { all: true },
  valgrind: {
    firstOperand: true,
    plainOptions: /^(?:-[qv]|--(?:leak-check|tool|track-origins|show-leak-kinds|error-exitcode|num-callers)=[\w-]+)$/,
  },
  "gdb lldb strace ltrace perf script expect dtrace bpftrace": { all: true },
};

/** A program that comes from a descriptor or a pipe instead of a file. */
function readsProgramFrom(words: readonly ShellWord[]): number[] {
  return words.flatMap(({ prefix }, at) => (at > 0 && /^\/(?:dev|proc)\//.test(prefix) ? [at] : []));
}

/** `>` compares in front of the first action, and may write in one. */
function writingPlaces(words: readonly ShellWord[]): number[] {
  return words.flatMap(({ value }, at) => (at > 0 && value?.replace(/^[^{"/]*/, "").includes(">") ? [at] : []));
}
