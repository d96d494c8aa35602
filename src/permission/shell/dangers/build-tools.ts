import type { DangerTable } from "./danger.ts";
import { knownOptions, knownSubcommands } from "./known-options.ts";

/** Properties that choose what is tested or left out. */
const plainMavenProperty =
  /^-[DP](?:skip\w*|test|it\.test|groups|excludedGroups|maven\.test\.(?:skip(?:\.exec)?|(?:failure|error)\.ignore)|[\w.-]*\.(?:skip|failIfNo\w+|active|color)|[\w-]*[fF]ail[\w-]*|[\w-]+(?=$|=(?:true|false|\d+)$))(?:=[\w.#*,+!:$-]*)?$/;

/** Phases but those that publish, and goals of well-known plugins that stay in the project; any other is loaded from anywhere. */
const mavenGoal =
  /^(?:(?:pre-|post-)?(?:clean|site)|validate|initialize|(?:generate|process)-(?:test-)?(?:sources|resources)|(?:process-)?(?:test-)?classes|(?:test-)?compile|process-(?:test-)?classes|test|prepare-package|package|(?:pre-|post-)?integration-test|verify|install|(?:spring-boot|quarkus|micronaut|surefire|failsafe|compiler|resources|jar|war|enforcer|checkstyle|spotless|spotbugs|pmd|jacoco|fmt|formatter|license|site|javadoc|source|flyway|liquibase|jetty|clean|versions|jooq|openapi-generator|liberty|wildfly):(?!deploy|exec|shell|redeploy|undeploy)[a-z][\w-]*|help:(?:describe|effective-pom|active-profiles|all-profiles|help)|dependency:(?:tree|analyze|resolve|list|go-offline|build-classpath|copy-dependencies|resolve-plugins|sources|purge-local-repository))$/;

/** Tasks are the project's own; those that publish, or print properties with passwords among them, are spelled. */
const gradleTask = /^(?!(?:.*:)?(?:pub|upl|deplo|rel|pTM|prop|init$))[:\w.-]+$/i;

const sbtTask =
  /^~?\s*(?:[\w-]+\s*\/\s*)*(?:it:|test:)?(?:compile|test|testQuick|run|clean|package|assembly|update|reload|publishLocal|doc|stage|scalafmt\w*|scalafix\w*|headerCheck|dependencyTree|projects|version|about|coverage|coverageReport|coverageOff|exit|(?:testOnly|testQuick)(?:\s+[\w.*]+)*|run(?:\s+[\w.-]+)+|project\s+[\w-]+)$/;

/** Programs that build projects, most of them of the JVM; running the project's own code is what they are allowed for. */
export const buildTools: DangerTable = {
  "mvn mvnw mvnd": {
    unabbreviated: true,
    ...knownOptions(
      `-q --quiet -B --batch-mode -X --debug -e --errors -U --update-snapshots -o --offline -am --also-make -amd --also-make-dependents -pl= --projects= -rf= --resume-from=
       -T= --threads= -ff --fail-fast -fae --fail-at-end -fn --fail-never -ntp --no-transfer-progress -N --non-recursive -nsu --no-snapshot-updates -V --show-version
       -v --version -h --help -P= --activate-profiles= -f< --file< -l> --log-file> -C --strict-checksums -c --lax-checksums --color= -r --resume -itr -ep! -emp!`,
      {
        wholeWords: true,
        also: (value) => plainMavenProperty.test(value) || /^-P[\w.,!?+-]+$/.test(value),
        operands: mavenGoal,
        values: { "-P": /^[\w.,!?+-]+$/, "--activate-profiles": /^[\w.,!?+-]+$/ },
      },
    ),
  },
  "gradle gradlew": {
    unabbreviated: true,
    ...knownOptions(
      `--tests= -x= --exclude-task= --info -i --debug -d --quiet -q --warn -w --stacktrace -s --full-stacktrace -S --continue --no-continue --parallel --no-parallel --build-cache
       --no-build-cache --configure-on-demand --no-configure-on-demand --no-daemon --daemon --foreground --stop --status --offline --refresh-dependencies --rerun-tasks --rerun
       --dry-run -m --console= --warning-mode= --max-workers= --priority= --profile --configuration-cache --no-configuration-cache --no-watch-fs --watch-fs --continuous -t
       -a --no-rebuild -p< --project-dir< --project-cache-dir> --configuration= --dependency= --all --version -v -V --help -h --args= --fail-fast --update-locks= --write-locks
       --group= --task= --no-scan --single --types --property=`,
      { wholeWords: true, also: /^-P[\w.]+(?:=[\w.-]*)?$/, operands: gradleTask },
    ),
  },
  ant: knownOptions(
    "-q -quiet -v -verbose -d -debug -k -keep-going -e -emacs -S -silent -noinput -diagnostics -p -projecthelp -version -h -help -f< -file< -buildfile< -l> -logfile> -nouserlib -noclasspath",
    { wholeWords: true, also: /^-D[\w.]+=(?:true|false|yes|no|on|off|\d+)$/, operands: /^[\w.-]+$/ },
  ),
  sbt: {
    ...knownOptions(
      "-v -batch --batch -no-colors --no-colors --color= -warn -error -info -debug -version --version -help --help --client -client --no-server",
      {
        wholeWords: true,
        operands: (value) => value.split(";").every((command) => command.trim() === "" || sbtTask.test(command.trim())),
      },
    ),
    operandsAreJudged: true,
  },
  lein: knownSubcommands("-oU -v --version -h --help", {
    "test run compile deps jar uberjar check clean version help classpath pom ancient kibit eastwood cljfmt show-profiles install midje spec":
      {},
  }),
  "bazel bazelisk": knownSubcommands("--version --help", {
    "build test run query cquery info clean version fetch sync mod coverage help dump shutdown": {
      ...knownOptions(
        `-ks -c= -j= --compilation_mode= --config= --test_output= --test_filter= --test_arg= --keep_going --nokeep_going --jobs= --verbose_failures --nocache_test_results
       --cache_test_results= --runs_per_test= --local_test_jobs= --test_timeout= --subcommands --show_result= --noshow_progress --color= --curses= --build_tests_only
       --test_tag_filters= --build_tag_filters= --platforms= --cpu= --define= --output= --noimplicit_deps --notool_deps --expunge --stamp --nostamp --test_summary= --combined_report=
       --instrumentation_filter= --flaky_test_attempts= --test_sharding_strategy= --collect_code_coverage --announce_rc`,
        { rest: /^/, operands: /^(?!client-env$)-?(?:@?\/\/|:|\.\.\.|[\w.-])[\w@/:.+*()", -]*$/ },
      ),
      // `//a/b` is a target.
      operandsAreJudged: true,
    },
  }),
  "nix nix-shell nix-build nix-env nix-instantiate guix": { all: true },
};
