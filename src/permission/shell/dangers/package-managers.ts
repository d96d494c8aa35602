import type { ShellWord } from "../shell-word.ts";
import type { Danger, DangerTable } from "./danger.ts";
import { knownOptions, knownSubcommands } from "./known-options.ts";
import { nodePackages } from "./node-packages.ts";
import { pythonPackages } from "./python-packages.ts";
import { rubyPackages } from "./ruby-packages.ts";
import { toolchains } from "./toolchains.ts";

/** What runs a program, or code that is none of the project's; the program completes names that are cut short. */
const composerCode = [
  "exec",
  "run-script",
  "global",
  "config",
  "create-project",
  "self-update",
  "selfupdate",
  "browse",
  "home",
  "init",
  "archive",
  "repository",
];

/** A package of the distribution, not a file: those of files run as root. */
const distributionPackage = /^[A-Za-z0-9][\w.+:~-]*(?:[=/][\w.+:~-]+)?$/;

const haskell: Danger = knownSubcommands("-v --version --help --numeric-version", {
  "build test clean haddock update check freeze outdated list info path ls query": knownOptions(
    `-jv -j= --fast --pedantic --test --bench --no-run-tests --ta= --flag= -f= --enable-tests --disable-tests --enable-benchmarks --test-show-details= --test-option= --test-options=
     --file-watch --only-dependencies --dry-run --keep-going --profile --coverage --verbose --no-haddock --dependencies`,
  ),
});

/** Programs that install packages and run the scripts of a project; what is behind `run` and `exec` is looked through elsewhere. */
export const packageManagers: DangerTable = {
  ...nodePackages,
  ...pythonPackages,
  ...rubyPackages,
  ...toolchains,
  composer: {
    find: composerPlaces,
    inside: ["-d", "--working-dir"],
    long: ["repository=", "repository-url=", "add-repository", "dir="],
  },
  "stack cabal": haskell,
  brew: knownSubcommands("-v --version --help", {
    "install upgrade update uninstall remove list ls info search outdated deps uses doctor cleanup leaves pin unpin autoremove desc home-dir reinstall":
      knownOptions(
        "-fqvdn --force --quiet --verbose --debug --dry-run --cask --formula --casks --formulae --versions --json? --installed --tree --all --greedy --full-name -1 -l -r -t",
        {
          operands: /^[a-z0-9][\w.+@-]*$/,
        },
      ),
  }),
  "apt apt-get apt-cache": distribution(
    "install reinstall update upgrade remove purge autoremove list search show policy depends rdepends clean autoclean full-upgrade dist-upgrade check madison pkgnames stats",
    "-yqsfdtVu -t= --yes --assume-yes --quiet --no-install-recommends --install-recommends --dry-run --simulate --fix-broken --fix-missing --only-upgrade --reinstall --installed --upgradable --all-versions -a --no-upgrade --download-only --purge --auto-remove --autoremove",
  ),
  "dnf yum microdnf": distribution(
    "install reinstall update upgrade remove erase autoremove list search info provides repoquery clean makecache check-update deplist repolist",
    "-yqvC --assumeyes --quiet --verbose --best --nobest --allowerasing --skip-broken --nodocs --refresh --cacheonly --available --installed --updates",
  ),
  apk: distribution(
    "add del update upgrade info search list stats policy version fix",
    "-quUlvaeLRW --quiet --update --update-cache --no-cache --latest --virtual= --upgrade --available --installed --simulate -s -t=",
  ),
  "snap pacman zypper": { all: true },
};

function distribution(names: string, listing: string): Danger {
  return knownSubcommands(listing, { [names]: knownOptions(listing, { operands: distributionPackage }) });
}

/** The first word that is no option, or may become anything. */
function composerPlaces(words: readonly ShellWord[]): readonly number[] {
  let at = 1;
  while (words[at]?.value?.startsWith("-")) at += /^(?:-d|--working-dir)$/.test(words[at]?.value ?? "") ? 2 : 1;
  const name = words[at]?.value;
  if (at >= words.length) return [];
  // `r` may be any of many; nobody writes it.
  const isCode =
    name === undefined ||
    composerCode.some((code) => name === code || (code.startsWith(name) && !/^(?:i|u|s)$/.test(name)));
  return isCode || name === "run" ? [at] : [];
}
