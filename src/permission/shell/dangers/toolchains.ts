import type { Danger, DangerTable } from "./danger.ts";
import { list, plainWord } from "./danger.ts";
import { knownOptions, knownSubcommands, localPath, plainName } from "./known-options.ts";

const spelt: Danger = { spelled: true };
const plain: Danger = {};

const cargoOptions = `
  -vqrn -p= -F= -j= -i= -d -e= -f= --verbose --quiet --color= --frozen --locked --offline --package= --workspace --all --exclude= --lib --bin= --bins --example=
  --examples --test= --tests --bench= --benches --all-targets --features= --all-features --no-default-features --release --profile= --target=
  --jobs= --keep-going --no-fail-fast --message-format= --ignore-rust-version --future-incompat-report --timings? --no-run --doc --no-deps
  --document-private-items --fix --allow-dirty --allow-staged --allow-no-vcs --edition? --edition-idioms --broken-code --check --dev --build
  --optional --no-optional --rename= --git=! --branch= --tag= --rev= --dry-run --invert= --depth= --prefix= --no-dedupe --duplicates --edges=
  --format= --charset= --filter-platform= --format-version= --precise= --recursive --aggressive --vcs= --name= --limit= --list --allow-no-vcs
  --manifest-path< --target-dir> --out-dir> --artifact-dir> --path< -h --help --unit-graph --no-verify --bin --doc --message-format-short
`;
const cargoValues = { "--target": /^[\w.-]+(?<!\.json)$/, "--vcs": /^(?:git|none)$/ };
const cargoCommands =
  "build b check c fetch fix metadata tree update search add remove rm pkgid locate-project generate-lockfile doc d info version package verify-project read-manifest init new";
const cargoFront =
  "-vqV --verbose --quiet --color= --frozen --locked --offline --version --list --explain= -h --help -C< --config=! -Z=!";

/** Flags of the linter behind `--`: the compiler's own could name a linker. */
const lintFlag = /^(?:-[DAWF]|--(?:deny|allow|warn|forbid)|(?:-[DAWF]|--(?:deny|allow|warn|forbid)=)?[a-z][\w:-]*)$/;

const cargo: Danger = knownSubcommands(cargoFront, {
  [cargoCommands]: knownOptions(cargoOptions, { values: cargoValues }),
  // What is at that place is removed.
  clean: knownOptions(cargoOptions.replace("--target-dir>", "--target-dir=!"), { values: cargoValues }),
  // Of another word a program of that name is asked for its help.
  help: knownOptions("", {
    operands: new RegExp(
      `^(?:${cargoCommands.replaceAll(" ", "|")}|clean|clippy|test|bench|run|fmt|install|publish|help)$`,
    ),
  }),
  clippy: knownOptions(cargoOptions, { values: cargoValues, rest: lintFlag }),
  "test t bench": knownOptions(cargoOptions, { values: cargoValues }),
  "run r": knownOptions(cargoOptions, { values: cargoValues, script: /^/ }),
  fmt: knownOptions("-vq -p= --all --check --manifest-path< --verbose --quiet --package= --message-format=", {
    rest: (value) =>
      /^--(?:check|emit=(?:files|stdout)|edition=\d+|config=[\w=,]+|color=\w+|verbose|quiet|l)$|^-l$/.test(value) ||
      localPath.test(value),
  }),
});

/** Each word of the linker's flags: strip, or a value for a variable. */
function isPlainLdflags(value: string): boolean {
  return value
    .trim()
    .split(/\s+/)
    .every(
      (word, at, all) =>
        /^(?:-[sw]|-X|)$/.test(word) || (all[at - 1] === "-X" && /^['"]?[\w./-]+=[\w.:+-]*['"]?$/.test(word)),
    );
}

const goOptions = `
  -v -x -n -a -race -msan -asan -cover -covermode= -coverpkg= -coverprofile> -count= -run= -bench= -benchmem -benchtime= -cpu= -failfast -fullpath -json -list= -parallel= -short
  -shuffle= -timeout= -skip= -fuzz= -fuzztime= -fuzzminimizetime= -tags= -mod= -o> -p= -trimpath -ldflags= -gcflags= -asmflags= -buildmode= -buildvcs? -C<
  -u? -t -d -m -f= -deps -e -find -test -compiled -export -vet= -work -i -s -all -cache -modcache -testcache -fuzzcache -r -cpuprofile>
  -memprofile> -blockprofile> -mutexprofile> -trace> -outputdir> -memprofilerate= -blockprofilerate= -compat= -go= -diff -versions -retracted -update -artifacts
  -short -src -c -h -help -pgo= -linkshared -args
`;
const goValues = {
  "-tags": plainWord,
  "-mod": /^(?:mod|vendor|readonly)$/,
  "-ldflags": isPlainLdflags,
  "-gcflags": /^(?:all=)?[\w= -]*$/,
  "-asmflags": plainWord,
  "-vet": /^[\w,]+$/,
  "-pgo": /^(?:auto|off|default\.pgo)$/,
};
const goPlain = knownOptions(goOptions, { wholeWords: true, values: goValues, last: ["-args"] });

const go: Danger = {
  subcommands: {
    valued: [],
    of: {
      "": knownOptions("-C<", { wholeWords: true }),
      "build test vet fmt list clean get fix version help": goPlain,
      doc: knownOptions("-all -c -cmd -short -src -u", { wholeWords: true }),
      // What is at a version is not of the project.
      run: knownOptions(goOptions, { wholeWords: true, values: goValues, script: /^[^@]+$/ }),
      mod: knownSubcommands("", { "tidy download vendor graph verify why init": goPlain }),
      work: knownSubcommands("", { "sync use init vendor": goPlain }),
    },
    others: spelt,
  },
};

/** Switches of MSBuild, with a dash, two or a slash, in letters of any size. */
const msbuildSwitch =
  /^(?:--?|\/)(?:nologo|m(?:axcpucount)?(?::\d+)?|v(?:erbosity)?:\w+|tl(?::\w+)?|clp:[\w;=]+|nr:\w+|warnaserror|restore|r|p:(?:\w*Version\w*|Configuration|Platform|TargetFramework|RuntimeIdentifier|Publish(?:SingleFile|Trimmed|ReadyToRun|Aot)|SelfContained|RunAnalyzers\w*|TreatWarningsAsErrors|WarningLevel|NoWarn|DebugType|Deterministic|ContinuousIntegrationBuild|CollectCoverage|CoverletOutputFormat|Threshold|UseAppHost|Nullable|RestoreLockedMode|EnforceCodeStyleInBuild|IsPackable|UseSharedCompilation)=[\w.-]+|c:\w+)$/i;

const dotnetOptions = `
  -c= -f= -r= -o> -v= -l= -t -s< -a= --configuration= --framework= --runtime= --output> --no-restore --no-build --no-incremental --nologo --no-logo --verbosity= --filter=
  --logger= --list-tests --collect= --results-directory> --settings< --blame --blame-crash --blame-hang --blame-hang-timeout= --interactive --force
  --self-contained --sc --no-self-contained --os= --arch= --version-suffix= --include-symbols --include-source --no-dependencies --disable-build-servers
  --use-current-runtime --ucr --launch-profile= --no-launch-profile --project< --no-cache --locked-mode --force-evaluate --version= --prerelease
  --verify-no-changes --severity= --include= --exclude= --diagnostics= --outdated --deprecated --vulnerable --include-transitive --format=
  --no-hot-reload --non-interactive --list --quiet
`;
const dotnetLine = {
  also: msbuildSwitch,
  operands: (value: string) => localPath.test(value) || msbuildSwitch.test(value),
  values: {
    "-l": /^(?:trx|html|console)(?:;[\w=]+)*$/,
    "--logger": /^(?:trx|html|console)(?:;[\w=]+)*$/,
    "--collect": /^(?:XPlat )?Code Coverage$/,
    "-v": plainName,
    // For some versions it is where adapters are loaded from.
    "-a": /^(?:x64|x86|arm64|arm)$/,
  },
} as const;
const dotnetBuild = knownOptions(dotnetOptions, { ...dotnetLine, rest: () => false });

/** What compiles a project and looks after its packages, and runs what it made. */
export const toolchains: DangerTable = {
  cargo,
  go,
  dotnet: knownSubcommands(
    "-dh --version --info --list-sdks --list-runtimes --help --diagnostics --roll-forward= --depsfile=! --runtimeconfig=! --additionalprobingpath=! --fx-version=!",
    {
      "build restore clean publish pack test format": dotnetBuild,
      run: {
        spelled: true,
        unbundled: true,
        ...knownOptions(`${dotnetOptions} -p<`, { ...dotnetLine, rest: /^/, operands: /^/ }),
      },
      watch: knownSubcommands(dotnetOptions, { "run test build": dotnetBuild }),
      "list sln-list help --info": plain,
      "add remove": knownOptions(`${dotnetOptions} -n -f= --source=!`),
    },
    // The project's own program, or `dotnet-x` from anywhere.
    { find: ([name]) => (/^[\w][\w./-]*\.dll$/.test(name?.value ?? "") ? [] : [0]) },
  ),
  swift: knownSubcommands("--version --help", {
    "build test": swift(undefined),
    run: swift(/^/),
  }),
  mix: {
    subcommands: {
      valued: [],
      of: {
        "run eval cmd do escript.install archive.install local.hex local.rebar local.public_keys hex.publish hex.user hex.config hex.organization hex.repo archive.build escript.build new phx.new release.init profile.eprof profile.fprof profile.cprof profile.tprof":
          spelt,
        "test test.watch": {
          ...knownOptions(
            `-Svw --trace --stale --failed --cover --max-failures= --seed= --only= --include= --exclude= --slowest= --slowest-modules= --timeout= --partitions= --color --no-color --no-compile
             --no-deps-check --no-start --no-elixir-version-check --no-archives-check --raise --force --warnings-as-errors --max-cases= --formatter= --breakpoints --repeat-until-failure= --listen-on-stdin --dry-run`,
          ),
          valued: "",
        },
      },
      others: { short: "er", words: ["--eval", "--require"], long: ["eval=", "require="] },
    },
  },
  "dart flutter": knownSubcommands(
    "-vh -d= --version --verbose --quiet --help --no-color --color --disable-analytics --suppress-analytics --machine --device-id= --no-version-check",
    {
      "test analyze format fix doc info build clean devices doctor gen-l10n create emulators assemble precache logs compile":
        {
          long: [
            "dart-define-from-file=",
            "local-engine=",
            "local-engine-src-path=",
            "local-web-sdk=",
            "extra-front-end-options=",
            "extra-gen-snapshot-options=",
            "template=",
            "packages=",
          ],
          makes: ["-o", "--output"],
        },
      run: plain,
      pub: knownSubcommands("-v --verbose --directory=! -C=!", {
        "get add remove upgrade outdated deps downgrade": plain,
      }),
    },
    { find: ([name]) => (/^(?![/~-])[\w./-]+\.dart$/.test(name?.value ?? "") ? [] : [0]) },
  ),
  xcodebuild: knownOptions(
    `-scheme= -destination= -configuration= -workspace< -project< -sdk= -arch= -target= -alltargets -list -showBuildSettings -showdestinations -quiet -json -version -showsdks -verbose
     -testPlan= -parallel-testing-enabled= -parallel-testing-worker-count= -derivedDataPath> -resultBundlePath> -archivePath> -enableCodeCoverage=
     -jobs= -hideShellScriptEnvironment -skipPackagePluginValidation! -maximum-concurrent-test-simulator-destinations= -retry-tests-on-failure -test-iterations=`,
    {
      wholeWords: true,
      also: /^-(?:only|skip)-testing:[\w/ -]+$/,
      operands:
        /^(?:build|test|clean|analyze|archive|docbuild|build-for-testing|test-without-building|(?:CODE_SIGN\w+|CODE_SIGNING_\w+|ONLY_ACTIVE_ARCH|COMPILER_INDEX_STORE_ENABLE|DEBUG_INFORMATION_FORMAT|ENABLE_TESTABILITY)=[\w-]*)$/,
    },
  ),
  "zig nim crystal": knownSubcommands("--version", {
    "build test fmt check version help spec format": { long: list("linker= cc= lib= link-flags= prelude=") },
  }),
};

function swift(script: RegExp | undefined): Danger {
  return knownOptions(
    `-cvqj -c= -j= --configuration= --filter= --skip= --parallel --no-parallel --verbose --very-verbose --quiet --enable-code-coverage --product= --target= --package-path< --build-path>
     --scratch-path> --jobs= --static-swift-stdlib --show-bin-path --list-tests --num-workers= --sanitize= --triple= --arch= --build-tests --skip-build --enable-swift-testing
     --disable-swift-testing --enable-xctest --disable-xctest --xunit-output> --skip-update --disable-automatic-resolution`,
    script === undefined ? {} : { script },
  );
}
