import { type Danger, type DangerTable, list, plainPath, plainWord } from "./danger.ts";

const spelt: Danger = { spelled: true };

/** Other places to run in, other shells, and settings that name programs. */
const npmOptions: Danger = {
  long: list(`
    prefix= script-shell= shell= userconfig= globalconfig= node-options= dir= cwd= editor= call= package= git= viewer= browser=
    init-module= onload-script= cafile= registry= cache= logs-dir= pack-destination= shell-emulator npm-path= globaldir=
    use-node-version= global location=
  `),
  short: "C",
  flags: "g",
};

/** Programs that install packages and run the scripts of a project; what is behind `run` and `exec` is looked through elsewhere. */
export const packageManagers: DangerTable = {
  "npm pnpm yarn": {
    subcommands: {
      valued: list("--filter -F --workspace -w --loglevel --reporter"),
      flags: list(`
        -r --recursive -s --silent -d -dd -ddd -y --yes -ws --workspaces --include-workspace-root --workspace-root --if-present
        --no-audit --no-fund --offline --prefer-offline --parallel --stream --aggregate-output --color --immutable
        --frozen-lockfile --no-bail --fail-if-no-match --ignore-scripts --force -f --production
      `),
      of: {
        "": npmOptions,
        "exec x dlx explore init create innit config c set edit pkg set-script node": { spelled: true, ...npmOptions },
      },
      others: npmOptions,
    },
  },
  uv: {
    subcommands: {
      valued: list("--directory --project --config-file --python --color --cache-dir"),
      of: {
        "": { long: ["directory=", "project=", "config-file=", "python=", "cache-dir="] },
        run: {
          spelled: true,
          unabbreviated: true,
          short: "p",
          long: [
            "env-file=",
            "directory=",
            "project=",
            "config-file=",
            "python=",
            "with-editable=",
            "index=",
            "index-url=",
            "default-index=",
          ],
          upToOperand: list("--with --extra --group --package --only-group --no-group --color"),
        },
        "tool x self publish python": spelt,
        pip: {
          inside: ["-r", "--requirement", "-e", "--editable", "-c", "--constraint"],
          long: [
            "target=",
            "prefix=",
            "python=",
            "config-setting=",
            "index-url=",
            "extra-index-url=",
            "index=",
            "find-links=",
          ],
          short: "tipfC",
        },
      },
      others: {
        long: list(
          "directory= project= config-file= python= index= index-url= extra-index-url= default-index= find-links= cache-dir= config-setting=",
        ),
      },
    },
  },
  "pip pipx": {
    long: list(
      "target= prefix= root= log= report= python= config-settings= global-option= index-url= extra-index-url= find-links= src= build= cert=",
    ),
    short: "tifC",
    rest: ["config"],
    inside: ["-r", "--requirement", "-c", "--constraint", "-e", "--editable"],
  },
  "poetry pipenv pdm hatch conda mamba rye": {
    subcommands: {
      valued: list("-C --directory -P --project -n -p"),
      of: { "": { long: ["directory=", "project="], short: "CP" }, "run shell config env self source publish": spelt },
      others: { long: ["config-settings=", "python=", "directory=", "project="] },
    },
  },
  "gem bundle rake rails": {
    subcommands: {
      valued: list("-C -f -r"),
      of: {
        "": { short: "fe", checked: { "-r": plainPath, "-I": plainPath } },
        "runner r console c config open dbconsole db plugin edit": { spelled: true },
        exec: spelt,
      },
      others: {
        long: ["require=", "rakefile=", "execute=", "destdir=", "install-dir="],
        short: "fe",
        checked: { "-r": plainPath },
      },
    },
  },
  composer: {
    subcommands: {
      valued: list("-d --working-dir"),
      of: {
        "": { inside: ["-d", "--working-dir"] },
        "exec run-script run global config create-project self-update": spelt,
      },
      others: { inside: ["-d", "--working-dir"] },
    },
  },
  dotnet: {
    subcommands: {
      valued: [],
      of: {
        "exec tool nuget new sln workload fsi": spelt,
        run: { unbundled: true, spelled: true, inside: ["--project"], makes: ["-o"], words: ["-p"] },
      },
      others: {
        unbundled: true,
        makes: ["-o", "--output", "--results-directory"],
        checked: { "-p": /^:[\w.]+=[\w.-]+$/ },
        pieces: ["/p:", "-property:", "--property:", "additionalprobingpath", "/logger", "--test-adapter-path", "-bl"],
      },
    },
  },
  mix: {
    subcommands: {
      valued: [],
      of: { "run eval cmd do escript.install archive.install": spelt },
      others: { short: "er", words: ["--eval"] },
    },
  },
  "stack cabal nix brew apt apt-get dnf yum apk snap": {
    rest: ["exec", "run", "run-script", "shell", "develop", "global", "config", "edit", "sh"],
    long: ["config=", "working-dir=", "option=", "rsh="],
    short: "ocd",
  },
  swift: {
    subcommands: {
      valued: [],
      of: {
        "repl package sdk": spelt,
        "build test run": {
          inside: ["--package-path"],
          makes: ["--build-path", "--scratch-path"],
          long: ["toolchain=", "sdk="],
          words: ["-Xcc", "-Xlinker", "-Xswiftc", "-Xcxx"],
        },
      },
      others: { all: true, spelled: true },
    },
  },
  cargo: {
    unabbreviated: true,
    subcommands: {
      valued: list("--color --config -Z -C"),
      of: {
        "": { unabbreviated: true, long: ["config="], short: "Z", inside: ["-C"], pieces: ["+"] },
        "install login publish owner yank": { spelled: true, long: ["config=", "root="] },
      },
      others: {
        unabbreviated: true,
        long: ["config="],
        short: "Z",
        inside: ["--manifest-path"],
        makes: ["--target-dir", "--out-dir", "--artifact-dir"],
      },
    },
  },
  go: {
    subcommands: {
      valued: [],
      of: { "": { inside: ["-C"] }, "generate tool env telemetry install": { spelled: true } },
      others: {
        wholeWords: true,
        words: ["-exec", "-toolexec", "-overlay", "-modfile", "-modcacherw", "-pkgdir"],
        pieces: ["exec=", "-overlay=", "-modfile=", "-pkgdir="],
        inside: ["-C"],
        makes: list("-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir"),
        checked: {
          "-ldflags": /^\s*(?:(?:-[sw]|-X [\w./-]+=[\w.:+-]*)(?:\s+|$))*$/,
          "-gcflags": /^(?:all=)?[\w= -]*$/,
          "-asmflags": plainWord,
          "-tags": plainWord,
        },
      },
    },
  },
};
