import type { ShellWord } from "../shell-word.ts";
import { cCompilers } from "./c-compilers.ts";
import type { Danger, DangerTable } from "./danger.ts";
import { knownOptions } from "./known-options.ts";
import { plainVariable } from "./task-runners.ts";

/** `-DNAME=ON`, `-D NAME:BOOL=ON`: no path and no program. */
const plainDefinition = /^[\w-]+(?::\w+)?=(?:ON|OFF|TRUE|FALSE|YES|NO|\d+|Release|Debug|RelWithDebInfo|MinSizeRel)$/i;

/** Compilers, and what configures and drives them. Building the project's own code is what they are allowed for. */
export const compilers: DangerTable = {
  "make gmake mingw32-make": make(),
  cmake: {
    unabbreviated: true,
    ...knownOptions(
      `-S< -B> -G= -A= -D= -U= -T= -W= -LNvH -t= -C< -j? --build< --target= --config= --parallel? --clean-first --verbose --preset= --list-presets? --fresh --log-level= --toolchain<
       --graphviz> --version --help? --debug-output --debug-find --debug-trycompile --trace --trace-expand --trace-format= --trace-redirect> --warn-uninitialized
       --no-warn-unused-cli --check-system-vars --compile-no-warning-as-error --profiling-output> --profiling-format= --workflow --log-context`,
      {
        values: { "-D": plainDefinition },
        // Behind `--` stand arguments of the program that builds.
        rest: /^-[jkv]\d*$/,
      },
    ),
  },
  // What is sent to a dashboard, and what runs by a script or an option of its own, is not listed.
  ctest: {
    unabbreviated: true,
    ...knownOptions(
      `-N -V -VV -Q -F -C= -R= -E= -L= -LE= -I= -U -j? -FA= -FS= -FC= --output-on-failure --verbose --extra-verbose --debug --progress --quiet --show-only? --build-config=
       --tests-regex= --exclude-regex= --label-regex= --label-exclude= --tests-information= --union --rerun-failed --repeat= --repeat-until-fail= --max-width=
       --parallel= --timeout= --stop-on-failure --stop-time= --no-tests= --schedule-random --print-labels --no-label-summary --no-subproject-summary
       --test-dir< --output-junit> --output-log> -O> --preset= --list-presets --test-load= --test-output-size-passed= --test-output-size-failed=
       --test-output-truncation= --interactive-debug-mode= --fixture-exclude-any= --fixture-exclude-setup= --fixture-exclude-cleanup= --version --help`,
      { wholeWords: true, also: /^-j\d+$/ },
    ),
  },
  ninja: { inside: ["-C", "-f"], words: ["-t"] },
  "gcc g++ cc c++ clang clang++": cCompilers,
  "ld as": { all: true },
  rustc: {
    unabbreviated: true,
    unbundled: true,
    ...knownOptions(
      `-gOvVh -o> -A= -W= -D= -F= -l= --edition= --crate-type= --crate-name= --cfg= --check-cfg= --test --out-dir> --emit= --print= --error-format= --color= --cap-lints=
       --target= --verbose --version --explain= --help --json= --remap-path-prefix= --allow= --warn= --deny= --forbid=`,
      {
        values: {
          "--emit": /^[a-z,-]+$/,
          "--print": /^[a-z-]+$/,
          // A file describes a target, its linker among others.
          "--target": /^[\w-]+$/,
          "-l": /^(?:(?:static|dylib|framework)(?::[\w,+-]+)?=)?[\w:.+-]+$/,
        },
        // `+toolchain`, `@arguments`
        operands: /^[^+@]/,
      },
    ),
  },
  javac: {
    unabbreviated: true,
    ...knownOptions(
      `-d> -h> -s> -cp= -classpath= --class-path= -p= --module-path= -sourcepath= --source-path= --module-source-path= -source= --source= -target= --target= --release= -encoding= -g
       -nowarn -verbose -deprecation -parameters -Werror -m= --module= --enable-preview --add-modules= --add-exports= --add-reads= --limit-modules= -version --version
       -help --help -X --help-extra -Xlint -Xmaxerrs= -Xmaxwarns= -proc:none`,
      {
        wholeWords: true,
        also: /^-(?:Xlint:[\w,-]+|g:\w+(?:,\w+)*|proc:none|Xdiags:\w+|implicit:\w+|Xdoclint(?::[\w,/-]+)?)$/,
        operands: /^[^@]/,
      },
    ),
  },
};

function placesOf(words: readonly ShellWord[], dangerous: (word: ShellWord) => boolean): number[] {
  return words.flatMap((word, at) => (at > 0 && dangerous(word) ? [at] : []));
}

/** Neither text that is a makefile, or takes the place of one, nor what prints the environment. */
function make(): Danger {
  const options = knownOptions(
    `-BbikmnqrRsStvwdh -j? -l? -O? -W= -o= -C< --always-make --dry-run --just-print --recon --ignore-errors --jobs? --keep-going --no-keep-going --stop --load-average?
     --max-load? --new-file= --what-if= --assume-new= --old-file= --assume-old= --output-sync? --question --silent --quiet --no-silent --touch --trace --version --help
     --no-print-directory --print-directory --no-builtin-rules --no-builtin-variables --warn-undefined-variables --directory< --debug? --shuffle?`,
  );
  return {
    ...options,
    find: (words) => [
      ...(options.find?.(words) ?? []),
      // An expansion may become an assignment.
      ...placesOf(words, ({ value, prefix }) =>
        value === undefined ? !prefix.startsWith("-") : /^[^-].*[=;&|<>]/s.test(value) && !plainVariable.test(value),
      ),
    ],
  };
}
