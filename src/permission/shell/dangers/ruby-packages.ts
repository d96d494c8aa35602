import type { ShellWord } from "../shell-word.ts";
import type { Danger, DangerTable } from "./danger.ts";
import { knownOptions, knownSubcommands } from "./known-options.ts";

const spelt: Danger = { spelled: true };

/** A task, or a setting that no program takes for code. */
const task =
  /^(?:[A-Za-z][\w:.-]*(?:\[[\w,.: -]*\])?|(?:TEST|TESTS|SPEC|RAILS_ENV|RACK_ENV|VERBOSE|VERSION|STEP|SEED|N|FORMAT|CI|DEBUG|LIMIT|COUNT|NAME|ID|SCOPE|MODEL|TABLES|CLASS|TARGET)=[\w./:,-]*)$/;

const rake: Danger = knownOptions(
  `-nqsvVHANmBP -T? -D? -W? -t? -j= --dry-run --quiet --silent --verbose --version --help --all --no-search --nosearch --multitask --build-all
   --prereqs --tasks? --describe? --where? --trace? --jobs= --backtrace? --rules --job-stats? --suppress-backtrace=`,
  { operands: (value) => task.test(value) && !/^(?:app:template|credentials|secrets|encrypted)/.test(value) },
);

/** What runs code, an editor or a program of its own, or shows secrets; names may be cut short. */
const railsCode = [
  "runner",
  "console",
  "dbconsole",
  "plugin",
  "new",
  "credentials:edit",
  "credentials:show",
  "credentials:diff",
  "secrets:edit",
  "secrets:show",
  "encrypted:edit",
  "encrypted:show",
  "app:template",
  "query",
];
const railsShort = ["r", "c", "db", "dbc"];

/** Programs for packages of Ruby, and its build tool. */
export const rubyPackages: DangerTable = {
  rake,
  rails: {
    find: (words) => railsPlaces(words),
    long: ["template=", "require=", "rakefile=", "execute=", "using="],
    short: "mrfe",
  },
  bundle: bundler(),
  bundler: bundler(),
  gem: knownSubcommands("-hvV --version --help --norc --config-file=! -C=! --debug!", {
    "list install update uninstall search info environment env outdated dependency contents specification pristine cleanup stale check help query which":
      knownOptions(
        `-fqVlraNdx -v= -i -I --version= --no-document --user-install --pre --prerelease --no-prerelease --conservative --force --quiet --verbose --local --remote
         --both --all --details --installed --exact --minimal-deps --explain --platform= --dry-run --executables --ignore-dependencies --silent`,
        { operands: /^[A-Za-z][\w.-]*(?::[\w.]+)?$/ },
      ),
  }),
  rubocop: knownOptions(
    `-aAxDELSlhVvPd -c< -f= -o> -s -r=! --autocorrect --autocorrect-all --auto-correct --auto-correct-all --fix-layout --lint --only= --except= --format= --out> --config<
     --display-cop-names --display-only-fail-level-offenses --display-style-guide --extra-details --fail-level= --fail-fast --force-exclusion
     --force-default-config --parallel --no-parallel --cache= --no-color --color --safe --list-target-files --show-cops? --auto-gen-config
     --regenerate-todo --exclude-limit= --disable-uncorrectable --display-time --stdin= --except= --only-guide-cops --debug --version --verbose-version`,
    { values: { "-f": /^[a-z]+$/, "--format": /^[a-z]+$/, "--cache": /^(?:true|false)$/ } },
  ),
  rspec: knownOptions(
    `-fbcwPh -e= -t= -f= -o> -I< -P= -n -v --example= --tag= --format= --out> --pattern= --exclude-pattern= --backtrace --color --no-color --force-color --fail-fast?
     --no-fail-fast --seed= --order= --profile? --only-failures --next-failure --warnings --dry-run --bisect! --default-path< --failure-exit-code=
     --no-profile --version --help --example-matches= --drb!`,
    { values: { "-f": /^[a-z]+$/, "--format": /^[a-z]+$/ } },
  ),
};

function bundler(): Danger {
  return knownSubcommands("-vh --version --help --verbose --no-color --retry= -r=!", {
    "install update check list show outdated info lock cache package clean platform pristine add remove env version help licenses fund":
      knownOptions(
        `-jv -j= -g= --jobs= --quiet --verbose --local --frozen --deployment --without= --with= --retry= --redownload --force --full-index --no-cache --prefer-local
       --conservative --all --group= --patch --minor --major --strict --filter-strict --gemfile< --path> --no-color --dry-run --only-group=
       --without-group= --parseable --porcelain --paths --name-only --skip-install --version= --require= --optimistic --clean --no-prune --system
       --print --add-platform= --remove-platform= --normalize-platforms --lockfile> --update? --pre --ruby --bundler? --all-platforms`,
      ),
    exec: spelt,
  });
}

function railsPlaces(words: readonly ShellWord[]): readonly number[] {
  const at = words.findIndex(({ prefix }, position) => position > 0 && !prefix.startsWith("-"));
  if (at === -1) return [];
  const name = words[at]?.value;
  const isCode =
    name === undefined ||
    railsShort.includes(name) ||
    (name.length > 2 && railsCode.some((code) => code.startsWith(name)));
  if (isCode) return words.flatMap((_, position) => (position >= at ? [position] : []));
  return words.flatMap(({ value }, position) =>
    /^[A-Z]\w*=/.test(value ?? "") && !task.test(value ?? "") ? [position] : [],
  );
}
