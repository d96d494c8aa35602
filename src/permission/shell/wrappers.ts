/** How a program that runs its arguments takes its own options. */
export interface Wrapper {
  /** Letters of options without and with a value. */
  readonly flags?: string;
  readonly valued?: string;
  /** Long options; with a trailing `=` if a value follows. */
  readonly long?: readonly string[];
  /** Words between the options and the program. */
  readonly operands?: number;
  /** `NAME=value` may stand in front of the program. */
  readonly assigns?: true;
  /** Adds words that it reads to those of the program; with the option `-I x` it puts them where x stands. */
  readonly addsWords?: true;
  /** More than the program it runs: a rule must name it, too. */
  readonly opaque?: true;
}

/** An option that is not listed here makes the whole command unknown. */
export const wrappers: { readonly [program: string]: Wrapper } = {
  timeout: {
    flags: "fpv",
    valued: "ks",
    long: ["foreground", "preserve-status", "verbose", "kill-after=", "signal="],
    operands: 1,
  },
  nice: { flags: "0123456789", valued: "n", long: ["adjustment="] },
  nohup: {},
  setsid: { flags: "cfw", long: ["ctty", "fork", "wait"] },
  ionice: { flags: "t", valued: "cn", long: ["ignore", "class=", "classdata="] },
  stdbuf: { valued: "ioe", long: ["input=", "output=", "error="] },
  time: { flags: "pv", valued: "f", long: ["portability", "verbose", "format="] },
  env: { flags: "i0v", valued: "u", long: ["ignore-environment", "null", "unset=", "debug"], assigns: true },
  xargs: {
    flags: "0rtpx",
    // -a reads the words from a file.
    valued: "nLPsdEI",
    long: [
      "null",
      "no-run-if-empty",
      "verbose",
      "interactive",
      "exit",
      "max-args=",
      "max-procs=",
      "max-chars=",
      "delimiter=",
    ],
    addsWords: true,
  },
  command: { flags: "p" },
  builtin: {},
  exec: { flags: "cl", valued: "a" },
  sudo: {
    flags: "bEHknPS",
    valued: "ugpCrtT",
    long: ["non-interactive", "preserve-env", "set-home", "user=", "group="],
    assigns: true,
    opaque: true,
  },
  doas: { flags: "n", valued: "u", opaque: true },
  npx: { flags: "y", long: ["yes", "no", "no-install", "quiet"], opaque: true },
  bunx: { long: ["bun"], opaque: true },
  pnpx: { opaque: true },
  uvx: { opaque: true },
};

/** Subcommands that run a program of another name: a rule has to spell the subcommand, and so covers the program. */
export const runners: { readonly [words: string]: Wrapper } = {
  "uv run": {
    flags: "nqv",
    long: [
      "with=",
      "extra=",
      "group=",
      "package=",
      "only-group=",
      "no-group=",
      "all-extras",
      "all-groups",
      "dev",
      "no-dev",
      "frozen",
      "locked",
      "no-sync",
      "isolated",
      "quiet",
      "verbose",
      "no-project",
      "offline",
    ],
  },
  "poetry run": {},
  "pipenv run": {},
  "pdm run": {},
  "hatch run": {},
  "rye run": {},
  "conda run": { valued: "n", long: ["name=", "no-capture-output", "live-stream"] },
  "mamba run": { valued: "n", long: ["name="] },
  "bundle exec": { long: ["keep-file-descriptors"] },
  "rbenv exec": {},
  "pyenv exec": {},
  "npm exec": { flags: "y", long: ["yes", "no"] },
  "npm x": { flags: "y", long: ["yes", "no"] },
  "pnpm exec": {},
  "pnpm dlx": {},
  "yarn exec": {},
  "yarn dlx": {},
  "bun x": {},
};
