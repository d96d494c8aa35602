import type { ShellWord } from "../shell-word.ts";
import type { Danger, DangerTable, Subcommands } from "./danger.ts";
import { list } from "./danger.ts";
import { knownOptions, knownSubcommands, localPath } from "./known-options.ts";
import { testRunners } from "./test-runners.ts";

/** Other places to run in, other shells, and settings that name programs. */
const npmOptions: Danger = {
  long: list(`
    prefix= script-shell= shell= userconfig= globalconfig= node-options= dir= cwd= editor= call= package= git= viewer= browser=
    init-module= onload-script= cafile= registry= cache= logs-dir= pack-destination= shell-emulator npm-path= globaldir=
    use-node-version= global location= node-gyp= python= use-yarnrc= cache-folder= global-folder= modules-folder= preferred-cache-folder=
    link-folder= store-dir= virtual-store-dir= modules-dir= lockfile-dir= global-dir= global-bin-dir= state-dir= pnpmfile= global-pnpmfile=
    hooks-dir= verify-store-integrity= nodedir= devdir= disturl= dist-url= https-proxy= proxy= key= cert= ca=
  `),
  short: "C",
  flags: "g",
};

/** Of the options in front of a subcommand, those that choose packages and how much is told. */
const front = `
  -rsqwD --recursive --silent --quiet --verbose --json --parallel --stream --workspaces --ws --workspace-root --include-workspace-root --if-present
  --no-bail --bail --color --no-color --offline --prefer-offline --ignore-scripts --frozen-lockfile --no-progress --version --help -v -h
  --filter= -F= --filter-prod= --workspace= --loglevel= --reporter= --workspace-concurrency= --aggregate-output --reporter-hide-prefix
  --non-interactive --no-lockfile --production --prod --dev --sort --no-sort --reverse --fail-if-no-match --test-pattern= --changed-files-ignore-pattern=
  -C=! --dir=! --prefix=! --cwd=! --mutex=! --registry=! --use-yarnrc=!
`;

/** Names that projects give their scripts. Where there is no such script, the word would be run as a program. */
const scriptName =
  /^(?:(?:pre|post)?(?:build|bundle|compile|test|tests|lint|format|fmt|fix|check|checks|typecheck|type-check|types|tsc|dev|develop|start|serve|preview|stop|clean|coverage|cover|e2e|unit|integration|storybook|docs|generate|gen|codegen|migrate|migration|migrations|seed|validate|verify|ci|prepare|prepack|release|deploy|storyshots|spec|analyze|bench|benchmark|i18n|schema|ready|doctor|smoke|snapshot|styles)|[a-z][\w-]*:[\w:.-]+)$/;

/** A file of the project that the program runs itself. */
const sourceFile = /^(?![-@/~])(?!.*(?:^|\/)\.\.(?:\/|$))[\w@+./-]+\.[cm]?[jt]sx?$/;

/** Tools for a project's code that are run by their name, with what is known of their own options. */
const tools: DangerTable = Object.fromEntries(
  list("eslint prettier tsc vitest jest mocha ava playwright webpack vite rollup esbuild biome stylelint").flatMap(
    (name) => {
      const found = Object.entries(testRunners).find(([names]) => names.split(" ").includes(name));
      return found === undefined ? [] : [[name, found[1]]];
    },
  ),
);

/** A subcommand that is not the program's own: a script of the project, or a program of any name. */
const script: Danger = { ...npmOptions, find: unlikeScript };

function unlikeScript([name]: readonly ShellWord[]): readonly number[] {
  return scriptName.test(name?.value ?? "") ? [] : [0];
}

/** `run build`: a script by its name; with `others`, what is no script is looked for among programs. */
function runs(listing: string, others: Danger): Danger {
  return knownSubcommands(listing, { ...tools }, others);
}

const spelt: Danger = { spelled: true, ...npmOptions };

/**
 * Options of what installs packages. Every other one is told to their scripts in the environment, and some of these take programs
 * from there.
 */
const installOptions = knownOptions(`
  -DSEPOdfgsqrwWLiTDyva --save --save-dev --save-exact --save-optional --save-peer --save-prod --save-bundle --no-save --dev --exact --peer --optional --prod --production --tilde
  --caret --legacy-peer-deps --strict-peer-deps --force --omit= --include= --only= --also= --audit --no-audit --fund --no-fund --ignore-scripts --offline --prefer-offline
  --prefer-online --silent --quiet --verbose --loglevel= --dry-run --workspace= --workspaces --include-workspace-root --workspace-root --package-lock-only
  --package-lock --no-package-lock --no-lockfile --frozen-lockfile --no-frozen-lockfile --prefer-frozen-lockfile --lockfile-only --pure-lockfile --fix-lockfile
  --lockfile --json --progress --no-progress --install-strategy= --depth= --no-optional --optional --immutable --immutable-cache --check-cache --mode= --inline-builds
  --ignore-workspace-root-check --network-timeout= --ignore-engines --ignore-optional --flat --check-files --cached --filter= -F= --recursive --latest --interactive
  --shamefully-hoist --save-workspace-protocol --no-hoist --ignore-workspace --reporter= --audit-level= --fix --color --no-color --bail --no-bail --parsable --long --all
  --install-links --no-bin-links --bin-links --rebuild-bundle --foreground-scripts --engine-strict --no-engine-strict --maxsockets= --non-interactive --no-interactive
  --pattern= --scope= --exclude= --resume-from= --aggregate-output --stream --use-lockfile --tag= --otp= --version --help --before= --cpu= --os= --libc= --no-verify
  --global! -C=! --prefix=! --location=! --registry=! --userconfig=! --cache=! --dir=! --cwd=!
`);

/** A package by its name; what is at an address, in a repository or elsewhere on this machine is another thing. */
const packages: Danger = {
  ...npmOptions,
  find: (words) => [
    ...(installOptions.find?.(words) ?? []),
    ...words.flatMap(({ value, prefix }, at) =>
      at > 0 && (value === undefined ? /^(?:-|$)/.test(prefix) : unlikePackage(value)) ? [at] : [],
    ),
  ],
};

function unlikePackage(value: string): boolean {
  if (value.length > 1_000) return true;
  if (!value.startsWith("-"))
    return /:\/\/|^git[+@]|^[\w-][\w.-]*\/|^(?:git\w*|gist|bitbucket|file|link|portal|exec|patch):|@(?:file|link|portal|exec|patch|https?|git[\w+]{0,10}):/.test(
      value,
    );
  // Settings of any name are given to the scripts of packages, some of which take programs from them.
  return /^--[^=]+=(?!(?:true|false|\d+|[a-z]+|[\w.^~-]*\d[\w.-]*)$)/.test(value) || value.startsWith("--config.");
}

/** `npm run env` prints the environment where the project has no such script. */
function environmentPlaces(words: readonly ShellWord[]): readonly number[] {
  const end = words.findIndex(({ value }) => value === "--");
  return words.flatMap(({ value }, at) => (at > 0 && (end === -1 || at < end) && value === "env" ? [at] : []));
}

const npm: Danger = {
  subcommands: {
    valued: list("--filter -F --workspace -w --loglevel --reporter -C --prefix --registry"),
    of: {
      "": knownOptions(front.replace("-rsqwD", "-rsqD -w=")),
      "run run-script rum urn": { ...npmOptions, find: environmentPlaces },
      "test t tst start stop restart": npmOptions,
      "install i in ins inst insta instal isnt isnta isntal isntall add ci clean-install ic install-clean isntall-clean install-test it install-ci-test cit sit update up upgrade udpate uninstall un unlink remove rm r rebuild rb dedupe ddp prune audit":
        packages,
      "ls list la ll outdated fund view info show v search find s se why explain doctor ping whoami root prefix bin pack version help help-search query sbom diff cache completion get stars":
        npmOptions,
    },
    others: spelt,
  },
};

const installing =
  "install i add remove rm uninstall un unlink update up upgrade rebuild rb prune dedupe fetch import audit install-test it";
const looking =
  "outdated list ls ll la why licenses root bin version help whoami info view show search ping doctor pack";

const pnpmCommands: DangerTable = {
  "run run-script": runs(
    "-r --recursive --if-present --parallel --stream --no-bail --resume-from= --report-summary --silent -s --filter= -F= --sequential",
    { ...npmOptions, find: ([name]) => (name?.value === "env" ? [0] : []) },
  ),
  "test t tst start stop restart": npmOptions,
  [installing]: packages,
  [looking]: npmOptions,
  "exec dlx create init config c set get env setup publish deploy patch patch-commit patch-remove server self-update pkg set-script edit login logout adduser token owner access unpublish deprecate dist-tag repo docs bugs home link ln store cache node x":
    spelt,
  ...tools,
};

const pnpm = knownSubcommands(front, pnpmCommands, script);

const yarnCommands: DangerTable = {
  run: runs("-TBs --top-level --binaries-only --silent", script),
  "test start": npmOptions,
  "install add remove upgrade up upgrade-interactive import autoclean check dedupe rebuild unlink audit": packages,
  "outdated list info why licenses versions version help bin cache constraints explain search": npmOptions,
  "exec dlx node create init config plugin global set policies link patch patch-commit npm publish login logout owner tag team pack self-update unplug stage generate-lock-entry":
    spelt,
  ...tools,
};

const yarnFront = `${front} --top-level -T`;
const yarnInner = knownSubcommands(yarnFront, yarnCommands, script);

const yarn = knownSubcommands(
  yarnFront,
  {
    ...yarnCommands,
    // `yarn workspace web build`
    workspace: { subcommands: { valued: [], of: {}, others: yarnInner } },
    workspaces: knownSubcommands("--json", {
      foreach: knownSubcommands(
        "-AWRptivnm --all --worktree --recursive --parallel --topological --topological-dev --interlaced --verbose --no-private --dry-run --exclude= --include= --from= --since? --jobs= -j=",
        yarnCommands,
        script,
      ),
      run: yarnInner,
      "info list": npmOptions,
      focus: packages,
    }),
  },
  script,
);

/** It runs scripts and files of the project, and then any program of that name. */
const bunScript: Danger = {
  find: ([name]) => (scriptName.test(name?.value ?? "") || sourceFile.test(name?.value ?? "") ? [] : [0]),
};
const bunFront = `
  -bv --bun --silent --watch --hot --smol --no-clear-screen --version --revision --help -h --filter= -F= --env-file< --tsconfig-override< --port=
  --conditions= --if-present --no-install --prefer-offline --elide-lines= --workspaces --no-deprecation --throw-deprecation
`;

const denoRun = `
  -AqRWENSIP --allow-all --allow-read? --allow-write? --allow-net? --allow-env? --allow-sys? --allow-import? --allow-hrtime --no-prompt --deny-net? --deny-read?
  --deny-write? --deny-run? --deny-env? --deny-ffi? --quiet --check? --no-check? --reload? -r? --watch? --watch-hmr? --watch-exclude? --no-clear-screen
  --cached-only --frozen? --no-remote --no-npm --no-lock --lock< -c< --config< --no-config --import-map< --node-modules-dir? --vendor? --env-file?
  --seed= --ext= --location= -L= --log-level= --unstable --unstable-kv --unstable-cron --unstable-sloppy-imports --unstable-bare-node-builtins
  --unstable-byonm --unstable-detect-cjs --unstable-worker-options --unstable-temporal --parallel --fail-fast? --filter= --coverage> --doc --trace-leaks
  --shuffle? --permit-no-files --reporter= --junit-path> --no-run --ignore= --port= --host= --hide-stacktraces --clean --coverage-raw-data-only
`;
const denoValues = { "--env-file": localPath };

export const nodePackages: DangerTable = {
  npm,
  pnpm: {
    subcommands: {
      ...(pnpm.subcommands as Subcommands),
      of: { ...pnpm.subcommands?.of, "recursive multi m": pnpm },
    },
  },
  "yarn yarnpkg": yarn,
  bun: {
    ...knownSubcommands(
      `${bunFront} -e=! -p=! -r=! --eval=! --print=! --preload=! --require=! --import=! --config=! --cwd=! --define=! --loader=! --inspect! --inspect-brk! --shell=!`,
      {
        run: knownSubcommands(bunFront, { ...tools }, bunScript),
        "install i add remove rm update outdated audit why info": packages,
        test: knownOptions(
          `-tuh --timeout= --rerun-each= --only --todo --bail? --coverage --coverage-reporter= --coverage-dir> --update-snapshots --watch --hot --test-name-pattern=
           -t= --reporter= --reporter-outfile> --silent --seed= --randomize --concurrent --max-concurrency= --dots --pass-with-no-tests --only-failures --env-file< --smol`,
          { values: { "--reporter": /^(?:junit|dots?)$/ } },
        ),
        build: knownOptions(
          `--outdir> --outfile> --target= --format= --minify --minify-syntax --minify-whitespace --minify-identifiers --sourcemap? --splitting --external= -e=
           --watch --production --entry-naming= --chunk-naming= --asset-naming= --public-path= --packages= --css-chunking --root< --env= --no-bundle --conditions=`,
        ),
        pm: knownSubcommands("", { "ls list bin cache hash hash-string hash-print": npmOptions }),
        ...tools,
      },
      bunScript,
    ),
    readsProgram: true,
  },
  deno: {
    ...knownSubcommands(
      `-qhV --version --help --quiet -L= --log-level= ${denoRun}`,
      {
        "run serve": knownOptions(denoRun, {
          script: (value) => sourceFile.test(value) || (scriptName.test(value) && !value.includes(":")),
          values: denoValues,
        }),
        "test bench check": knownOptions(denoRun, {
          operands: (value) => localPath.test(value) || value.includes("*"),
          values: denoValues,
        }),
        "fmt lint doc info cache types coverage outdated clean": knownOptions(
          `${denoRun} --fix --check --json --rules --rules-include= --rules-exclude= --rules-tags= --compact --html --lcov --detailed --private --line-width= --indent-width=
         --single-quote --no-semicolons --use-tabs --prose-wrap= --include= --exclude= --output>`,
          { values: denoValues },
        ),
        "add remove": packages,
        task: knownOptions("-qr -f= -c< --config< --recursive --filter= --quiet --env-file? --cwd< --frozen?", {
          script: /^[\w:.-]+$/,
          values: denoValues,
        }),
      },
      { find: ([name]) => (sourceFile.test(name?.value ?? "") ? [] : [0]) },
    ),
    readsProgram: true,
  },
};
