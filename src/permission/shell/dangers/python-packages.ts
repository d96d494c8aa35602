import type { Danger, DangerTable } from "./danger.ts";
import { knownOptions, knownSubcommands, localPath } from "./known-options.ts";

const plain: Danger = {};

/** A package by its name, or a folder inside; not one at an address. */
function isPlainPackage(value: string): boolean {
  return /^[A-Za-z0-9.][\w.-]*(?:\[[\w,. -]*\])?\s*(?:[=<>!~]=?[^/:@]*)?$/.test(value) || localPath.test(value);
}

const pipInstall: Danger = knownOptions(
  `-qvUIy -r< -c< -e= --requirement< --constraint< --editable= --upgrade --user --no-deps --quiet --verbose --no-cache-dir --no-cache --pre --force-reinstall
   --ignore-installed --no-build-isolation --disable-pip-version-check --break-system-packages --only-binary= --no-binary= --prefer-binary
   --progress-bar= --timeout= --retries= --no-input --dry-run --no-color --require-virtualenv --upgrade-strategy= --no-warn-script-location
   --no-compile --compile --root-user-action= --group= --require-hashes --yes --reinstall --upgrade-package= -P= --system --offline --extra=
   --all-extras --resolution= --prerelease= --strict --refresh -n --link-mode= --no-verify-hashes --compile-bytecode --exact`,
  { operands: isPlainPackage, values: { "-e": localPath, "--editable": localPath } },
);
const pipShow: Danger = knownOptions(
  `-qvol --quiet --verbose --outdated --uptodate --local --user --pre --format= --not-required --exclude= --include-editable --exclude-editable --files
   --all --no-color --disable-pip-version-check --no-input --json --freeze --strict --ignore-requires-python --version --help --depth= --invert`,
);

const pip: Danger = knownSubcommands(
  "-qvVh --quiet --verbose --version --help --no-cache-dir --disable-pip-version-check --no-input --no-color --require-virtualenv --isolated --timeout= --retries= --cert=! --log=! --python=! --proxy=! --cache-dir=! --client-cert=! --trusted-host=!",
  {
    "install uninstall": pipInstall,
    "list freeze check inspect help debug tree": pipShow,
    show: knownOptions("-qvf --quiet --verbose --files"),
    "hash cache": plain,
  },
);

const uvFront = `
  -qvnV --quiet --verbose --offline --no-cache --no-progress --color= --version --help --native-tls --no-config --managed-python --no-managed-python
  --preview --no-python-downloads --directory=! --project=! --config-file=! --python=! -p=! --cache-dir=! --allow-insecure-host=!
`;
const uvProject = knownOptions(
  `${uvFront} -U -e= --all-extras --all-groups --extra= --group= --no-group= --only-group= --dev --no-dev --only-dev --no-default-groups --frozen --locked
   --no-sync --upgrade --upgrade-package= -P= --package= --all-packages --inexact --exact --no-install-project --no-install-workspace
   --no-editable --check --dry-run --reinstall --reinstall-package= --refresh --optional= --bounds= --raw --no-build --no-build-isolation
   --no-binary --resolution= --prerelease= --active --isolated --link-mode= --compile-bytecode --script< -r< --requirements< -c< --constraints<
   --depth= --prune= --invert --outdated --no-dedupe --format= -o> --output-file> --no-hashes --no-header --no-annotate --sdist --wheel --out-dir>
   --clear --seed --prompt= --allow-existing --relocatable --system-site-packages --lib --app --name= --bare --bump= --short --editable`,
  { operands: isPlainPackage },
);

/** Programs for packages of Python. */
export const pythonPackages: DangerTable = {
  pip,
  pipx: knownSubcommands("-qv --quiet --verbose --version --help", {
    "list environment": plain,
    "install upgrade uninstall": knownOptions(
      "-qvf --force --quiet --verbose --include-deps --suffix= --skip-maintenance",
      { operands: isPlainPackage },
    ),
  }),
  uv: knownSubcommands(uvFront, {
    run: {
      spelled: true,
      unabbreviated: true,
      ...knownOptions(
        `-nqv --quiet --verbose --offline --no-cache --no-progress --color= --with= --extra= --group= --package= --only-group= --no-group= --all-extras
         --all-groups --dev --no-dev --frozen --locked --no-sync --isolated --no-project --active --exact --all-packages --no-editable --no-env-file
         --upgrade --refresh --resolution= --prerelease= --managed-python`,
        { script: /^[\w./-]/, values: { "--with": /^[A-Za-z0-9][\w.,[\]=<>!~-]*$/ } },
      ),
    },
    pip: knownSubcommands(uvFront, {
      "install uninstall sync": pipInstall,
      "list show freeze check tree": pipShow,
      compile: uvProject,
    }),
    "sync add remove lock tree export venv build version init": uvProject,
    "cache help": plain,
  }),
  "poetry pdm rye hatch pipenv": knownSubcommands(
    "-qvnhV --quiet --verbose --no-interaction --version --help --ansi --no-ansi --no-cache --no-plugins -C=! -P=! -p=! -e=! --directory=! --project=! --python=! --env=! --config=! --data-dir=! --cache-dir=!",
    {
      "install add remove update lock sync show list check build version about search export info init outdated fmt test lint graph requirements verify clean uninstall upgrade tree fix status":
        {
          long: [
            "config-settings=",
            "config-setting=",
            "python=",
            "directory=",
            "project=",
            "index-url=",
            "index=",
            "extra-index-url=",
            "find-links=",
            "venv=",
          ],
          pieces: ["://", "git+", "git@"],
          short: "CP",
        },
    },
  ),
  "conda mamba micromamba": knownSubcommands("-hV --version --help --quiet -q --json", {
    "install list search info update create": {
      long: [
        "prefix=",
        "file=",
        "channel=",
        "override-channels",
        "copy",
        "download-only",
        "insecure",
        "solver=",
        "root-prefix=",
        "rc-file=",
        "dev",
      ],
      short: "pc",
      flags: "Ck",
      // A package of a channel that the line names.
      pieces: ["::"],
      inside: ["-f", "--file"],
    },
  }),
  tox: knownOptions(
    `-qvrlaodh -e= -f= -p? -c< -k= --conf< --recreate --notest --develop --skip-pkg-install --no-recreate-pkg --parallel? --parallel-no-spinner --parallel-live
     --colored= --result-json> --skip-missing-interpreters? --workdir> --skip-env= --no-desc --core --installpkg< --fail-fast --hash-seed= --version --help
     --list --listenvs`,
    // What is behind `--` is for the tests.
    { rest: /^/, operands: /^(?:run|r|run-parallel|p|list|l|config|c|schema|depends|de|legacy|le)$/ },
  ),
  nox: knownOptions(
    `-lrRNvxh -s= -e= -k= -t= -p= -f< --list --session= --sessions= --keywords= --tags= --python= --pythons= --noxfile< --reuse-existing-virtualenvs --no-install
     --stop-on-first-error --error-on-missing-interpreters --no-error-on-missing-interpreters --verbose --version --help --json --non-interactive --report>
     --forcecolor --nocolor --reuse-venv= --no-venv`,
  ),
  alembic: knownSubcommands("-q -c< --config< -n= --name= --raiseerr --quiet --version --help -x=", {
    "upgrade downgrade revision history current heads branches stamp merge check show ensure_version list_templates": {
      long: ["version-path=", "splice"],
      texts: ["-m", "--message"],
    },
  }),
  "pre-commit": knownSubcommands("--version --help -h", {
    "run clean gc validate-config validate-manifest": knownOptions(
      `-av -c< --config< --all-files --files= --verbose --hook-stage= --show-diff-on-failure --color= --from-ref= --to-ref= -s= -o= --source= --origin= --fail-fast`,
    ),
  }),
  jupyter: knownSubcommands("--version --help -h", {
    nbconvert: knownOptions(
      `-y --to= --execute --output= --output-dir> --inplace --stdout --no-input --no-prompt --allow-errors --debug --clear-output --show-input --coalesce-streams`,
      {
        values: {
          "--to": /^(?:notebook|html|script|python|markdown|rst|latex|pdf|slides|asciidoc)$/,
          "--output": localPath,
        },
      },
    ),
  }),
};
