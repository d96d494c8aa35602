import { options } from "./option-table.ts";
import { type Program, program, same } from "./program.ts";
import type { GivenOption } from "./read-arguments.ts";

const help = "--help --version";
const text = (...lines: readonly string[]): Program => program({ options: options(...lines), operands: "text" });

function has(given: readonly GivenOption[], ...names: readonly string[]): boolean {
  return given.some(({ option }) => names.includes(option.name));
}

/** Only asked for its version. */
const version = (letters = ""): Program =>
  program({
    options: options(letters, "--version"),
    operands: "none",
    exact: true,
    fits: (given) => given.options.length === 1,
  });

/** Programs that show what is on the machine, and builtins that print or test. */
export const systemPrograms: { readonly [name: string]: Program } = {
  ls: program({
    options: options(
      "-1ABCDFGHLNQRSUXZabcdfghiklmnopqrstuvx -I= -T= -w= --all --almost-all --author --escape --block-size=",
      "--ignore-backups --color? --directory --dired --classify? --file-type --format= --full-time",
      "--group-directories-first --no-group --human-readable --si --dereference-command-line",
      "--dereference-command-line-symlink-to-dir --hide= --hyperlink? --indicator-style= --inode --ignore= --kibibytes",
      "--dereference --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name",
      "--quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero",
      help,
    ),
    operands: "files",
    // Together they list wherever links lead. Not every ls takes a value for these letters: what is none would be listed.
    fits: ({ options }) =>
      !(has(options, "-L", "--dereference") && has(options, "-R", "--recursive")) &&
      options.every(
        ({ option, value }) => !/^-[ITw]$/.test(option.name) || /^(?!~|\.\.?$)[^/]*$/.test(value?.value ?? "/"),
      ),
  }),
  tree: program({
    // The value of a letter is the next word, and the letters behind it are options.
    odd: /^-[A-Za-z]*[LPIHTo][A-Za-z]/,
    options: options(
      "-ACDFJNQSUXacdfghinpqrstuvx -L= -P= -I= -H= -T= -o> -R! -l! --filelimit= --filesfirst --dirsfirst --du --gitignore",
      "--gitfile<! --matchdirs --ignore-case --info! --infofile<! --inodes --device --noreport --nolinks --prune --si",
      "--sort? --timefmt= --charset= --fromfile! --fromtabfile! --metafirst --output>",
      help,
    ),
    operands: "files",
    exact: true,
  }),
  stat: program({
    options: options("-Lft -c= --dereference --file-system --cached= --format= --printf= --terse", help),
    operands: "files",
  }),
  file: program({
    options: options(
      "-0LNbhiklnrsv -F= -e= -m<! -f<! -P= -p! -C! -c! -z! -Z! -S! -d --magic-file<! --uncompress! --uncompress-noreport!",
      "--brief --checking-printout! --exclude= --exclude-quiet= --files-from<! --separator= --mime --apple --extension",
      "--mime-type --mime-encoding --keep-going --list --dereference --no-dereference --no-buffer --no-pad --print0",
      "--preserve-date! --parameter= --raw --special-files --no-sandbox! --compile! --debug",
      help,
    ),
    operands: "files",
  }),
  du: program({
    options: options(
      "-0HPSabchklmsx -D! -L! -B= -X< -d= -t= --null --all --apparent-size --block-size= --bytes --total",
      "--dereference-args! --max-depth= --files0-from=! --human-readable --inodes --dereference! --count-links",
      "--no-dereference --separate-dirs --si --summarize --threshold= --time? --time-style= --exclude-from< --exclude=",
      "--one-file-system",
      help,
    ),
    operands: "files",
  }),
  df: program({
    options: options(
      "-HPTahiklv -B= -t= -x= --all --block-size= --human-readable --si --inodes --local --no-sync --output?",
      "--portability --sync! --total --type= --print-type --exclude-type=",
      help,
    ),
    operands: "files",
  }),
  realpath: program({
    options: options(
      "-LPemqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --relative-to=",
      "--relative-base= --strip --no-symlinks --zero",
      help,
    ),
    operands: "files",
  }),
  readlink: program({
    options: options(
      "-efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose",
      "--zero",
      help,
    ),
    operands: "files",
  }),
  cd: program({ options: options("-LPe@"), operands: "files", most: 1 }),
  pwd: text("-LP"),
  // Whatever they are given, they print or compare it.
  ...same("echo true false test [", () => ({ harmless: true, reads: [], writes: [] })),
  // `-v` sets a variable.
  printf: text("-v=!"),
  which: text("-as --all --skip-alias --skip-dot --skip-functions --skip-tilde"),
  type: text("-afptP"),
  basename: text("-az -s= --multiple --suffix= --zero", help),
  dirname: text("-z --zero", help),
  seq: text("-# -w -f= -s= --format= --separator= --equal-width", help),
  expr: text(""),
  sleep: text(help),
  whoami: program({ options: options(help), operands: "none" }),
  id: text("-GZagnruz --context --group --groups --name --real --user --zero", help),
  groups: text(help),
  uname: program({
    options: options(
      "-aimnoprsv --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor",
      "--hardware-platform --operating-system",
      help,
    ),
    operands: "none",
  }),
  nproc: program({ options: options("--all --ignore=", help), operands: "none" }),
  arch: program({ options: options(help), operands: "none" }),
  uptime: program({ options: options("-Vhps --pretty --since", help), operands: "none" }),
  free: program({
    options: options(
      "-Vbghklmtvw -c= -s= --bytes --kilo --mega --giga --tera --peta --kibi --mebi --gibi --tebi --pebi --human --si",
      "--lohi --total --committed --seconds= --count= --wide",
      help,
    ),
    operands: "none",
  }),
  // Its full name is asked for on the network.
  hostname: program({
    options: options(
      "-Is -A! -d! -f! -i! --all-fqdns! --all-ip-addresses --domain! --fqdn! --ip-address! --long! --short",
    ),
    operands: "none",
  }),
  // The list of character maps is unpacked by another program.
  locale: program({
    options: options("-Vack -m! --all-locales --charmaps! --category-name --keyword-name --verbose", help),
    operands: "text",
  }),
  cal: text("-# -13Ymjsy -A= -B= -m"),
  pgrep: program({
    options: options(
      "-Aacfhilnovwx -V -G= -P= -U= -d= -g= -r= -s= -t= -u= -F<! -L! -O= --delimiter= --list-name --list-full --inverse",
      "--lightweight --count --full --pgroup= --group= --ignore-case --newest --oldest --older= --parent= --session=",
      "--terminal= --euid= --uid= --exact --pidfile<! --logpidfile! --cgroup= --echo --ignore-ancestors --ns= --nslist= --signal=",
      "--runstates=",
      help,
    ),
    operands: "text",
  }),
  date: program({
    options: options(
      "-Ru -d= -f< -r< -s=! -I? --date= --debug --file< --iso-8601? --resolution --rfc-email --rfc-2822 --rfc-822",
      "--rfc-3339= --reference< --set=! --utc --universal",
      help,
    ),
    operands: "text",
    most: 1,
    // Anything else sets the clock.
    fits: ({ operands }) => operands.every(({ prefix }) => prefix.startsWith("+")),
  }),
  // Others of its letters tell the environment of every process.
  ps: program({
    options: options("-Aef -p= --sort= --pid="),
    operands: "text",
    exact: true,
    fits: ({ operands, options: given }) =>
      operands.length <= 1 &&
      operands.every(({ value }) => value !== undefined && /^(a?ux?|ax)$/.test(value)) &&
      given.every(({ option, value }) => option.takes === "nothing" || /^[-+%\w,]+$/.test(value?.value ?? "")),
  }),
  lscpu: program({
    options: options(
      "-BCJabchVxy -e? -p? -s=! --all --online --bytes --caches? --offline --json --extended? --parse? --sysroot=! --hex",
      "--physical --output-all",
      help,
    ),
    operands: "none",
  }),
  // With a value they set a limit, or what is taken from files that are made.
  ulimit: program({ options: options("-HSabcdefiklmnpqrstuvwxPRT"), operands: "none" }),
  umask: program({ options: options("-Sp"), operands: "none" }),
  // It has no word for files and programs but those that it is given.
  bc: program({
    options: options("-lqsw --mathlib --quiet --standard --warn", help),
    operands: "none",
  }),
  tee: program({
    options: options("-ai --append --ignore-interrupts"),
    operands: "text",
    exact: true,
    fits: ({ operands }) => operands.every(({ value }) => /^\/dev\/(?:null|stderr|stdout)$/.test(value ?? "")),
  }),
  // Of other programs even this runs what the project configures: a toolchain, a launcher.
  ...same("bash gcc clang cmake perl", version()),
  ...same("node ruby make docker", version("-v")),
  ...same("python python3", version("-V")),
};
