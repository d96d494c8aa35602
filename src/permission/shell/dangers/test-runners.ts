import type { ShellWord } from "../shell-word.ts";
import { type Danger, type DangerTable, list, plainWord } from "./danger.ts";

/** A formatter or reporter by name, or from the project; no code in an address, and none that is fetched. */
const module = /^(?![/~])(?!.*\.\.)(?!.*(?:data|blob|file|node|https?):)[\w@./:,=-]+$/i;

/** Some empty the folder before they write: it has to look like one for what is made. */
const scratchFolder =
  /^(?!.{500})(?:\.\/)?\.?(?:[\w-]*(?:tmp|temp|cache|build|dist|out|output|coverage|cov|reports?|results|artifacts|public|site)[\w-]*|node_modules\/\.\w+)(?:\/(?!\.)[\w.-]+)*\/?$/;

/** Some of them are removed, too. */
const coverageData = /^(?!.{500})(?:[\w-][\w.-]*\/)*[\w.-]*cov[\w.-]*$/;
const cacheFile = /^(?!.{500}|.*\.\.)(?:[\w.-]+\/)*[\w.-]*cache[\w.-]*(?:\/[\w.-]*)*$/i;

/** Options of the programs that check, format and bundle JavaScript. */
const script: Danger = {
  unabbreviated: true,
  foldsCase: true,
  texts: list("-t --testNamePattern --testPathPattern --testPathPatterns -g --grep --ignore-pattern --rule --exclude"),
  inside: list(
    "-c --config --config-path -p --project --root --rootDir --parser --tsconfig --setupFiles --ignore-path",
  ),
  makes: list("-o --output-file --output --outfile --outdir --coverage-directory --coverageDirectory"),
  checked: {
    "-f": module,
    "--format": module,
    "--formatter": module,
    "--reporter": module,
    "--reporters": module,
    "--plugin": module,
    "--configPlugin": module,
    "-r": module,
    "--require": module,
    "--import": module,
    "--environment": module,
    "--env": module,
    "--transform": module,
    "--runner": module,
    "--testRunner": module,
    "--resolver": module,
    "--output-path": scratchFolder,
    "--coverage.reportsDirectory": scratchFolder,
    "--cache-file": cacheFile,
    "--cache-location": cacheFile,
    "--cacheDirectory": cacheFile,
  },
};

const runningOptions = list(
  "globalSetup= node-options= ui browser= exec= api inspect= inspect-brk= typecheck.checker=",
);

/** Programs that check, format and test a project: changing its files is what they are allowed for. */
export const testRunners: DangerTable = {
  eslint: { ...script, long: list("rulesdir= resolve-plugins-relative-to= mcp inspect-config init") },
  "prettier biome stylelint jest": { ...script, long: runningOptions },
  // What it serves runs tests for whoever reaches it; `init` installs packages.
  vitest: {
    ...script,
    long: runningOptions,
    pieces: ["--api", "--browser."],
    find: (words) => firstWord(words, "init"),
  },
  // What it serves is for everybody in the network, then.
  vite: {
    ...script,
    long: [...runningOptions, "host="],
    checked: { ...script.checked, "--outDir": scratchFolder },
  },
  "mocha ava": {
    ...script,
    // Of ava `-t` takes no value.
    texts: ["-g", "--grep"],
    long: list("node-option= node-options= node-arguments= ui= exec= loader= inspect= inspect-brk="),
    words: ["-n", "inspect", "debug"],
  },
  // The shell commands that it runs around a build.
  rollup: { ...script, pieces: ["--watch.on"] },
  // What it serves is for everybody in the network.
  esbuild: { ...script, long: list("serve servedir= serve-fallback= certfile= keyfile=") },
  webpack: {
    ...script,
    makes: [],
    // It may be emptied.
    checked: { ...script.checked, "-o": scratchFolder, "--output": scratchFolder },
    words: list("init loader plugin generate create new add i l p c --open-app-name --open-app"),
    pieces: ["--open-app", "--web-socket", "--host"],
  },
  playwright: {
    subcommands: {
      valued: [],
      of: {
        "install install-deps uninstall codegen open cr ff wk run-server launch-server show-report show-trace": {
          spelled: true,
        },
        test: {
          ...script,
          makes: [],
          checked: { ...script.checked, "--output": scratchFolder, "-o": scratchFolder },
          long: list("ui ui-host= ui-port= browser="),
        },
      },
      others: { ...script, spelled: true },
    },
  },
  // Names in any case, with one dash or two.
  tsc: {
    unabbreviated: true,
    wholeWords: true,
    foldsCase: true,
    inside: list("-p --project --rootDir --rootDirs --baseUrl --typeRoots --sourceRoot --locale"),
    makes: list("--outDir --out --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile"),
    words: ["--plugins"],
    pieces: ["@"],
  },
  "pytest py.test": {
    unabbreviated: true,
    texts: ["-k", "-m"],
    valued: "pcnoWrd",
    // Interpreters and machines to run on, a class to load, and a place to send to.
    long: list("pdbcls= pdb trace import-mode= tx= px= rsyncdir= looponfail pastebin= driver-path= clean-alluredir"),
    inside: list("-c --rootdir --confcutdir --config-file --cov-config --ignore"),
    makes: list("--junit-xml --junitxml --log-file --report-log --html --cov-report-file --debug"),
    checked: {
      "-p": plainWord,
      "-o": /^\w+=\w*$/,
      "--override-ini": /^\w+=\w*$/,
      // It is emptied.
      "--basetemp": scratchFolder,
      "--cov-report": /^(?:term|term-missing|xml|html|json|lcov|annotate)(?::[\w-]+)*(?::(?![/~])(?!.*\.\.)[\w./-]+)?$/,
    },
  },
  mypy: {
    long: list("python-executable= custom-typeshed-dir= custom-typing-module= shadow-file= install-types pdb"),
    short: "c",
    inside: list("--config-file --exclude"),
    makes: list(`
      --cache-dir --cache-map --junit-xml --html-report --xml-report --txt-report --any-exprs-report --cobertura-xml-report
      --linecount-report --linecoverage-report --lineprecision-report --memory-xml-report --xslt-html-report --xslt-txt-report
    `),
  },
  "flake8 pylint isort": {
    long: list("load-plugins= init-hook= notest workdir="),
    inside: list("-c --config --append-config --rcfile --settings-path --settings-file"),
    makes: list("-o --output --output-file --cache-dir --import-graph --ext-import-graph --int-import-graph"),
  },
  "ruff black": {
    unabbreviated: true,
    inside: list("-c --config"),
    makes: list("-o --output-file --cache-dir"),
  },
  coverage: {
    subcommands: {
      valued: [],
      of: {
        run: { inside: ["--rcfile"], checked: { "-m": /^(?:pytest|unittest|nose2)$/, "--data-file": coverageData } },
      },
      others: { inside: ["--rcfile"], makes: ["-o"], checked: { "-d": scratchFolder, "--data-file": coverageData } },
    },
  },
  // Modules of Python; the second operand is written.
  "json.tool": { find: (words) => operands(words).slice(1) },
  venv: { long: ["clear", "upgrade-deps"] },
};

function firstWord(words: readonly ShellWord[], name: string): number[] {
  const at = words.findIndex(({ prefix }, index) => index > 0 && !prefix.startsWith("-"));
  return words[at]?.value === name ? [at] : [];
}

function operands(words: readonly ShellWord[]): number[] {
  return words.flatMap(({ prefix }, at) => (at > 0 && !prefix.startsWith("-") ? [at] : []));
}
