import { type DangerTable, list } from "./danger.ts";

/** Programs that build, test and install; running the project's own code is what they are allowed for. */
export const buildTools: DangerTable = {
  "npm pnpm yarn": {
    runs: ["exec", "x", "dlx"],
    rest: ["explore", "init", "create", "innit", "config", "c", "set", "edit", "pkg", "set-script", "node"],
    long: list(`
      prefix= script-shell= shell= userconfig= globalconfig= node-options= dir= cwd= editor= call=
      package= git= viewer= browser= init-module= onload-script= cafile= registry= cache= logs-dir=
      pack-destination= shell-emulator npm-path= globaldir= use-node-version=
    `),
    short: "C",
  },
  "make gmake mingw32-make": {
    // `SHELL=x`, `CC=x`: a variable of the makefile may be a program.
    long: ["file=", "makefile=", "directory=", "eval=", "include-dir=", "environment-overrides"],
    short: "fCEI",
    flags: "e",
    valued: "jlWo",
    pieces: ["="],
  },
  "cmake ctest": { all: true },
  ninja: { short: "fC", valued: "jkl" },
  "just task": {
    long: ["shell=", "justfile=", "working-directory=", "set=", "command", "chooser=", "taskfile=", "dir="],
    short: "fdtc",
  },
  go: {
    rest: ["generate", "tool", "env", "telemetry"],
    words: list(`
      -exec -toolexec -o -C -overlay -modfile -ldflags -gcflags -coverprofile -outputdir
    `),
    pieces: ["exec=", "-o=", "-C=", "-overlay=", "-modfile=", "flags=", "profile=", "-outputdir="],
  },
  cargo: {
    long: ["config=", "manifest-path=", "target-dir=", "out-dir=", "artifact-dir="],
    short: "CZ",
    rest: ["install", "fix"],
    pieces: ["+"],
  },
  "rustc gcc g++ cc c++ clang clang++ ld as": { all: true },
  "mvn mvnw gradle gradlew ant sbt lein bazel": {
    long: list(`
      file= settings= global-settings= init-script= project-dir= build-file= include-build= run_under=
    `),
    short: "fsIbpcDP",
    pieces: ["exec:"],
  },
  "java javac": { all: true },
  "pip uv poetry pipenv pdm hatch conda mamba": {
    runs: ["run", "exec"],
    rest: ["tool", "shell", "config", "env"],
    long: list(`
      target= prefix= root= log= report= python= config-file= directory= project= editable= requirement=
      index-url= extra-index-url= config-settings= global-option=
    `),
    short: "tei",
  },
  "gem bundle rake rails": {
    runs: ["exec"],
    rest: ["runner", "console", "config", "open"],
    long: ["require=", "rakefile=", "execute="],
    short: "rfe",
  },
  "composer dotnet mix stack cabal nix brew apt apt-get dnf yum apk snap": {
    rest: ["exec", "run", "run-script", "shell", "develop", "global", "config", "edit", "sh"],
    long: ["config=", "working-dir=", "option=", "rsh="],
    short: "ocd",
  },
  "eslint prettier tsc vitest jest mocha ava playwright webpack vite rollup esbuild biome": {
    unabbreviated: true,
    long: list(`
      config= output-file= output= outfile= outdir= outFile= outDir= fix write rulesdir=
      resolve-plugins-relative-to= plugin= parser= format= require= import= reporter= project=
      coverage-directory= globalSetup= transform= runner= testRunner= rootDir= root= cache-file=
      cache-location= config-path= environment= resolver= setupFiles= ui node-option=
    `),
    short: "cofrp",
  },
  "pytest py.test tox nox mypy ruff black flake8 pylint": {
    unabbreviated: true,
    long: list(`
      rootdir= config-file= confcutdir= basetemp= junit-xml= junitxml= log-file= report-log= pdb pdbcls=
      override-ini= config= output-file= fix import-mode= html= cov-report= cov-config= load-plugins=
      init-hook= python-executable= cache-dir= notest workdir=
    `),
    short: "pco",
    valued: "knmW",
  },
};
