import { type DangerTable, list, plainWord } from "./danger.ts";

/** A formatter or reporter by name, or from the project. */
const module = /^(?![/~])(?!.*\.\.)[\w@./:,=-]+$/;

/** Programs that check, format and test a project: changing its files is what they are allowed for. */
export const testRunners: DangerTable = {
  "eslint prettier tsc vitest jest mocha ava playwright webpack vite rollup esbuild biome stylelint": {
    unabbreviated: true,
    texts: list(
      "-t --testNamePattern --testPathPattern --testPathPatterns -g --grep --ignore-pattern --rule --exclude",
    ),
    long: list("rulesdir= resolve-plugins-relative-to= globalSetup= node-option= ui browser= exec="),
    inside: list(
      "-c --config --config-path -p --project --root --rootDir --parser --tsconfig --setupFiles --ignore-path",
    ),
    makes: list(
      "-o --output-file --output --outfile --outdir --outFile --outDir --coverage-directory --coverageDirectory --cache-file --cache-location --cacheDirectory",
    ),
    checked: {
      "-f": module,
      "--format": module,
      "--formatter": module,
      "--reporter": module,
      "--reporters": module,
      "--plugin": module,
      "-r": module,
      "--require": module,
      "--import": module,
      "--environment": module,
      "--env": module,
      "--transform": module,
      "--runner": module,
      "--testRunner": module,
      "--resolver": module,
    },
  },
  "pytest py.test": {
    unabbreviated: true,
    texts: ["-k", "-m"],
    long: list("pdbcls= pdb import-mode="),
    inside: list("-c --rootdir --confcutdir --config-file --cov-config"),
    makes: list("--basetemp --junit-xml --junitxml --log-file --report-log --html --cov-report-file"),
    checked: {
      "-p": plainWord,
      "-o": /^\w+=\w*$/,
      "--override-ini": /^\w+=\w*$/,
      "--cov-report": /^(?:term|term-missing|xml|html|json|lcov|annotate)(?::[\w-]+)*(?::(?![/~])(?!.*\.\.)[\w./-]+)?$/,
    },
  },
  "mypy ruff black flake8 pylint tox nox isort": {
    unabbreviated: true,
    long: list("load-plugins= init-hook= python-executable= notest workdir= custom-typeshed-dir= shadow-file="),
    inside: list("-c --config --config-file --rcfile --settings-path"),
    makes: list("-o --output-file --cache-dir --junit-xml --html-report --xml-report --txt-report"),
  },
  "just task": {
    long: ["shell=", "justfile=", "working-directory=", "set=", "command", "chooser=", "taskfile=", "dir="],
    short: "fdtc",
  },
};
