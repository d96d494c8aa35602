import type { ShellWord } from "../shell-word.ts";
import { type Danger, type DangerTable, list } from "./danger.ts";
import { knownOptions, knownSubcommands, localPath } from "./known-options.ts";

/** Modules that test, check or describe a project, and those of a package that is none of Python's own. */
const plainModule = new RegExp(
  "^(?:(?:pytest|unittest|doctest|mypy|ruff|black|flake8|pylint|isort|coverage|json\\.tool|compileall|py_compile|venv|build)|" +
    "(?!(?:_|asyncio|concurrent|ctypes|curses|dbm|distutils|email|encodings|ensurepip|html|http|idlelib|importlib|json|lib2to3|" +
    "logging|multiprocessing|os|pip|pydoc|re|sqlite3|sys|test|tkinter|tomllib|turtledemo|unittest|urllib|wsgiref|xml|xmlrpc|" +
    "zipfile|zoneinfo|IPython|jupyter|notebook|twisted)[._]?\\b)[a-z]\\w*(?:\\.\\w+)+)$",
);

/** A file, not what comes through a descriptor or a pipe, nor what would have to be loaded from elsewhere. */
const file = /^(?!-$)(?!\/(?:dev|proc)\/)(?!@)(?!\w{2,}:)/;

/** A list of folders and archives, all of them inside. */
const localPaths = (value: string): boolean =>
  value.split(":").every((path) => path === "" || localPath.test(path.replaceAll("*", "")) || path === "*");

const ruby: Danger = {
  ...knownOptions(
    `-wvcyalnpdUh -W? -K? -0? -E= -I= -r= --verbose --version --copyright --help --debug --yjit --jit --rjit --enable= --disable=
     --encoding= --external-encoding= --internal-encoding= --parser= --dump= --backtrace-limit= --enable-frozen-string-literal
     --disable-gems --yjit-stats --yjit-exec-mem-size= --disable-did_you_mean`,
    {
      script: file,
      values: {
        "-W": /^(?:[0-2]|:[\w-]+)$/,
        "-K": /^[a-z]$/i,
        "-0": /^[0-7]+$/,
        "-I": localPaths,
        "-r": /^(?:bundler\/setup|minitest\/autorun|test\/unit|json|set|time|date|pp|yaml)$/,
      },
    },
  ),
  readsProgram: true,
};

const typeScript = `
  -vhTFC --version --help --test --watch --no-cache --no-warnings --enable-source-maps --transpile-only --type-check --files
  --esm --swc --pretty --clear-screen= --include= --exclude= --tsconfig< --project< -P< --skip-project --skip-ignore --emit
  --test-name-pattern= --test-only --trace-warnings --max-old-space-size= --env-file<
`;

/** What PHP's settings may be changed to: none of them names a file or a function. */
const phpSetting =
  /^(?:memory_limit|max_execution_time|display_errors|error_reporting|zend\.assertions|assert\.\w+|xdebug\.mode|opcache\.enable(?:_cli)?|pcov\.enabled|short_open_tag|phar\.readonly|date\.timezone)(?:=[\w -]*)?$/;

/** Interpreters: the script runs and its arguments are its own; of the options in front of it, the harmless ones are listed. */
export const interpreters: DangerTable = {
  "python pypy ipython bpython jython": withCommands(
    knownOptions(
      `-bBdEIOPqsSuvVxRth -W= -X= -m= -Q= --version --help --help-env --help-xoptions --help-all --check-hash-based-pycs=`,
      {
        script: file,
        last: ["-m"],
        values: {
          "-m": plainModule,
          // The class of a warning is imported.
          "-W": /^(?:ignore|default|error|always|all|once|module)(?:::?(?:\w+Warning)?)?$/,
          "-X": /^(?:dev|utf8|faulthandler|importtime|no_debug_ranges|tracemalloc|showrefcount|frozen_modules|int_max_str_digits|warn_default_encoding|cpu_count|gil)(?:=\w+)?$/,
        },
      },
    ),
  ),
  "node nodejs": {
    ...knownOptions(
      `-c -v -h -C= --check --version --help --test --test-only --test-force-exit --test-update-snapshots --test-randomize
       --test-name-pattern= --test-skip-pattern= --test-concurrency= --test-timeout= --test-shard= --test-isolation=
       --experimental-test-isolation= --test-random-seed= --experimental-test-tag-filter= --test-reporter= --test-reporter-destination>
       --experimental-test-coverage --experimental-test-module-mocks --experimental-test-snapshots --test-coverage-branches=
       --test-coverage-functions= --test-coverage-lines= --test-coverage-include= --test-coverage-exclude=
       --experimental-strip-types --no-experimental-strip-types --strip-types --no-strip-types --experimental-transform-types
       --experimental-vm-modules --experimental-sqlite --experimental-websocket --experimental-eventsource --experimental-webstorage
       --experimental-import-meta-resolve --experimental-require-module --no-experimental-require-module --experimental-wasm-modules
       --experimental-json-modules --experimental-fetch --no-experimental-fetch --experimental-permission --experimental-detect-module
       --no-warnings --warnings --trace-warnings --trace-deprecation --throw-deprecation --no-deprecation --pending-deprecation
       --trace-uncaught --trace-exit --trace-sigint --trace-sync-io --trace-promises --disable-warning= --unhandled-rejections=
       --enable-source-maps --no-enable-source-maps --preserve-symlinks --preserve-symlinks-main --stack-trace-limit= --stack-size=
       --max-old-space-size= --max-semi-space-size= --max-old-space-size-percentage= --max-http-header-size= --expose-gc
       --abort-on-uncaught-exception --report-on-fatalerror --report-uncaught-exception --use-strict --jitless --no-addons
       --permission --allow-fs-read= --allow-worker --allow-wasi --frozen-intrinsics --disallow-code-generation-from-strings
       --watch --watch-preserve-output --conditions= --input-type= --title= --dns-result-order= --openssl-legacy-provider
       --use-system-ca --use-openssl-ca --use-bundled-ca --cpu-prof --heap-prof --prof --track-heap-objects --v8-options
       --env-file< --env-file-if-exists< --insecure-http-parser --no-network-family-autoselection --harmony --no-opt`,
      {
        wholeWords: true,
        script: (value) => file.test(value) && value !== "inspect" && value !== "debug",
        // V8 and Node take a line under for a dash.
        fold: (option) => option.replaceAll("_", "-"),
        values: { "--test-reporter": /^(?:spec|tap|dot|junit|lcov)$/ },
      },
    ),
    readsProgram: true,
    readsNothing: ["--test", "--v8-options"],
  },
  "tsx ts-node": {
    ...knownSubcommands(
      typeScript,
      { watch: knownOptions(typeScript, { script: file }), repl: { all: true, spelled: true } },
      { find: ([name]) => (file.test(name?.value ?? "-") ? [] : [0]) },
    ),
    readsProgram: true,
  },
  perl: {
    ...knownOptions("-wWXcvtTUfnpah -0? -l? -C? -I< --version --help", {
      script: file,
      // Other letters may follow the number: `-0777e`, `-le`.
      values: { "-0": /^[0-7]+$/, "-l": /^[0-7]+$/, "-C": /^[0-9SDIOEAL]+$/ },
      also: /^-M(?:strict|warnings|utf8|v?5[\d.]*)$/,
    }),
    readsProgram: true,
  },
  "ruby jruby truffleruby": ruby,
  php: withFramework(
    knownOptions(
      `-lvmwseqHCnh -f< -d= --version --help --ini --modules --syntax-check --strip --syntax-highlight --no-php-ini --no-header
       --rf= --rc= --re= --ri= --rz= --define= --file<`,
      { script: file, values: { "-d": phpSetting, "--define": phpSetting } },
    ),
  ),
  "artisan console manage.py": { find: frameworkPlaces },
  "lua luajit luau": { ...knownOptions("-vWE", { script: file }), readsProgram: true },
  Rscript: knownOptions(
    "--vanilla --slave --no-save --no-restore --verbose --version --help --no-environ --no-site-file --no-init-file",
    { script: file },
  ),
  julia: {
    ...knownOptions(
      "-qvh -t= -p= -O? -g? --threads= --project? --color= --quiet --version --help --startup-file= --check-bounds= --warn-overwrite= --depwarn= --history-file=",
      { script: file, values: { "--project": /^(?:@?\.|[\w-][\w./-]*)$/, "--startup-file": /^no$/ } },
    ),
    readsProgram: true,
  },
  "tclsh wish": { ...knownOptions("--version", { script: file }), readsProgram: true },
  elixir: { ...knownOptions("-vh --version --help", { script: file }), readsProgram: true },
  java: knownOptions(
    `-version --version -showversion --show-version -help --help -h -X --help-extra -server -client -ea -da -esa -dsa
     -enableassertions -disableassertions -Xint -Xcomp -Xmixed -cp= -classpath= --class-path= -p= --module-path= -jar< -m= --module=
     --add-opens= --add-exports= --add-modules= --add-reads= --limit-modules= --enable-native-access= --enable-preview --source=
     --illegal-access= -verbose --list-modules --describe-module= -d=`,
    {
      wholeWords: true,
      script: (value) => file.test(value) && !ownClass.test(value),
      last: ["-jar", "-m", "--module", "-module"],
      values: {
        "-cp": localPaths,
        "-classpath": localPaths,
        "--class-path": localPaths,
        "-p": localPaths,
        "--module-path": localPaths,
        "-m": ofProject,
        "--module": ofProject,
      },
      also: /^(?:-X(?:m[xsn]|ss)\d+[kmgt]?|-(?:ea|da|enableassertions|disableassertions):[\w.]+|-verbose:\w+|-XX:[+-](?:Use\w+|TieredCompilation|HeapDumpOnOutOfMemoryError|(?:Exit|Crash)OnOutOfMemoryError|Unlock(?:Experimental|Diagnostic)VMOptions|AlwaysPreTouch|ShowCodeDetailsInExceptionMessages)|-XX:\w+=\d+(?:\.\d+)?[kmgt]?|-D(?:file\.encoding|user\.(?:timezone|language|country)|java\.awt\.headless|(?!(?:java|javax|jdk|sun|com\.sun|log4j\d?|logback|org\.(?:gradle|slf4j))\b)[A-Za-z][\w.-]*)(?:=[\w.,-]*)?)$/i,
    },
  ),
  "awk gawk mawk nawk original-awk": awk(
    knownOptions(
      `-VhPcrbSkMnOs -F= -v= --field-separator= --assign= --version --help --posix --traditional --re-interval --characters-as-bytes
       --sandbox --csv --bignum --non-decimal-data --optimize --no-optimize`,
      { script: isPlainAwk, texts: ["-F", "-v", "--field-separator", "--assign"] },
    ),
  ),
};

/** Java's own classes, a shell for its language among them. */
const ownClass = /^(?:java|javax|jdk|sun|com[./]sun)[./]/;

function ofProject(module: string): boolean {
  return /^[\w./]+$/.test(module) && !ownClass.test(module);
}

function awk(options: Danger): Danger {
  return {
    ...options,
    operandsAreJudged: true,
    // Some take options behind the source, too.
    find: (words) => [
      ...(options.find?.(words) ?? []),
      ...words.flatMap(({ prefix }, at) => (/^(?:-[fEeilW]|--(?:fil|exec|inc|load|so))/.test(prefix) ? [at] : [])),
    ],
  };
}

/**
 * `|`, `>` and system() run and write; `@` calls a function by name; `getline` reads a program's output; the environment is in
 * ENVIRON, and what is put into ARGV is read.
 */
function isPlainAwk(source: string): boolean {
  const text = source.replace(/\\[ntr".$^*+?[\](){}-]/g, "").replaceAll("||", "");
  // In front of the first action `>` compares.
  return (
    !/system|\||getline|@|fflush|close|ENVIRON|ARG[VC]|PROCINFO|SYMTAB|\\/.test(text) &&
    !source.replace(/^[^{"/]*/, "").includes(">")
  );
}

function withFramework(php: Danger): Danger {
  return { ...withCommands(php), readsNothing: list("--ini --modules -m") };
}

function withCommands(interpreter: Danger): Danger {
  return {
    ...interpreter,
    readsProgram: true,
    find: (words) => [...(interpreter.find?.(words) ?? []), ...frameworkPlaces(words)],
  };
}

/** The script of a framework whose commands may be cut short, as long as they stay one: `tink` is `tinker`. */
function frameworkPlaces(words: readonly ShellWord[]): readonly number[] {
  const script = words.findIndex(({ value }) =>
    /(?:^|\/)(?:artisan|console|please|magento|craft|yii|spark|manage\.py)$/.test(value ?? ""),
  );
  if (script === -1) return [];
  const at = words.findIndex((word, index) => index > script && !word.prefix.startsWith("-"));
  const name = words[at]?.value ?? (at === -1 ? "list" : "");
  const shown = words.flatMap(({ prefix }, index) => (/^--(?:env-var|reveal|show-secret)/.test(prefix) ? [index] : []));
  if (!codeCommands.some((command) => command.startsWith(name))) return shown;
  return words.flatMap((_, index) => (index >= at ? [index] : []));
}

/** They run code, or a program that does, or show what is secret. */
const codeCommands = list(`
  tinker db dbshell shell shell_plus runscript psysh repl eval exec interactive dbal:run-sql env:decrypt config:show secrets:decrypt-to-local secrets:reveal debug:dotenv
`);
