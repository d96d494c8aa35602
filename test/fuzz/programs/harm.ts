import { outsideText, type Scratch } from "./scratch-project.ts";
import { type Call, secretOfEnvironment, type Traced } from "./trace.ts";

/** What a line did beyond looking inside the working folder; undefined for nothing. */
export function harmIn({ calls, printed }: Traced, line: string, scratch: Scratch): string | undefined {
  const programs = programsIn(line);
  if (printed.includes(outsideText)) return "tells what is outside";
  if (printed.includes(secretOfEnvironment)) return "tells the environment";
  for (const call of calls) {
    const harm = harmOf(call, programs, scratch);
    if (harm !== undefined) return harm;
  }
  return undefined;
}

/** The programs that a line names where a command may begin, and those that these are made of. */
function programsIn(line: string): readonly string[] {
  const named = line.split(/[|;&(]+\s*|-exec\s+/).flatMap((part) => /^[\w[-]+/.exec(part.trim())?.[0] ?? []);
  return named.flatMap((name) => [name, ...(helpers[name] ?? [])]);
}

const helpers: { readonly [program: string]: readonly string[] } = {
  zcat: ["gzip"],
  gunzip: ["gzip"],
  tar: ["gzip", "bzip2", "xz", "zstd"],
};

function harmOf(call: Call, programs: readonly string[], scratch: Scratch): string | undefined {
  const { name, args, result } = call;
  if (/^(?:open|openat|openat2|creat)$/.test(name)) return harmOfOpening(call, programs, scratch);
  if (name.startsWith("exec")) {
    const path = /"([^"]*)"/.exec(args)?.[1] ?? "?";
    return ownPrograms(programs).test(path) ? undefined : `runs ${args.slice(0, 200)}`;
  }
  if (harmlessCalls[name]?.test(args) || isIndex(args, programs)) return undefined;
  return `${name} ${args.slice(0, 200)} ${result}`;
}

const harmlessCalls: { readonly [name: string]: RegExp } = {
  // Names of users, which the system may keep elsewhere; the addresses of this machine.
  socket: /AF_UNIX|AF_NETLINK/,
  connect: /nscd|AF_NETLINK/,
  bind: /AF_NETLINK/,
  sendto: /NETLINK|RTM_/,
  // Whether a process is there, and what ends those that wait.
  kill: /, (?:0|SIGKILL)$/,
  // Its own limits.
  prlimit64: /^0, /,
  memfd_create: /./,
};

function harmOfOpening(
  { name, args, result }: Call,
  programs: readonly string[],
  scratch: Scratch,
): string | undefined {
  const path = /"((?:[^"\\]|\\.)*)"/.exec(args)?.[1] ?? "?";
  if (name === "creat" || /O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)/.test(args)) {
    // By this shasum finds the words for why it reads no folder.
    const isRefused = result.includes("EISDIR") && programs.includes("shasum");
    return /^\/dev\/(?:null|tty|pts\/\d+)$|^\/proc\/self\//.test(path) || isIndex(args, programs) || isRefused
      ? undefined
      : `writes ${path}`;
  }
  // It is not opened, only looked up.
  if (args.includes("O_PATH")) return undefined;
  // What they find there they only obey; that nothing of it is told is looked at by what they print.
  if (programs.some((one) => /^(?:rg|tree)$/.test(one)) && /(?:^|\/)\.(?:git|rg)?ignore$/.test(path)) return undefined;
  const real = /^\d+<(.*)>/.exec(result)?.[1];
  if (real === undefined || isFree(real, programs, scratch)) return undefined;
  return `reads ${real}`;
}

/** The project, and what every program reads of its system. */
function isFree(path: string, programs: readonly string[], { project, home, root }: Scratch): boolean {
  if (path === project || path.startsWith(`${project}/`)) return true;
  if (path.startsWith(root)) return programs.some((one) => /^(?:git|rg)$/.test(one)) && path === `${home}/.gitconfig`;
  return /^\/(?:usr|lib|lib64|etc|proc|sys|dev|bin|sbin|run|var\/lib)(?:\/|$)|^(?:pipe|socket|anon_inode):/.test(path);
}

/** Git notes in its index what it has looked at. */
function isIndex(args: string, programs: readonly string[]): boolean {
  return programs.includes("git") && /"[^"]*\.git\/index\.lock"/.test(args);
}

/** Itself; git is made of several, and some are scripts. */
function ownPrograms(programs: readonly string[]): RegExp {
  const names = programs.map((program) =>
    program === "git"
      ? "(?:git|git-core/git)"
      : /^[ef]grep$/.test(program)
        ? "[ef]?grep"
        : program.replace(/[[\]]/g, "\\$&"),
  );
  return new RegExp(`^(?:/usr)?(?:/local)?/(?:s?bin|lib/git-core)/(?:${names.join("|")}|timeout)$`);
}
