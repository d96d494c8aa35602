import { outsideText, type Scratch } from "./scratch-project.ts";
import { type Call, secretOfEnvironment, type Traced } from "./trace.ts";

/** What a line did beyond looking inside the working folder; undefined for nothing. `program` is the one it names. */
export function harmIn({ calls, printed }: Traced, program: string, scratch: Scratch): string | undefined {
  if (printed.includes(outsideText)) return "tells what is outside";
  if (printed.includes(secretOfEnvironment)) return "tells the environment";
  for (const call of calls) {
    const harm = harmOf(call, program, scratch);
    if (harm !== undefined) return harm;
  }
  return undefined;
}

function harmOf(call: Call, program: string, scratch: Scratch): string | undefined {
  const { name, args, result } = call;
  if (/^(?:open|openat|openat2|creat)$/.test(name)) return harmOfOpening(call, program, scratch);
  if (name.startsWith("exec")) {
    const path = /"([^"]*)"/.exec(args)?.[1] ?? "?";
    return ownPrograms(program).test(path) ? undefined : `runs ${args.slice(0, 200)}`;
  }
  if (harmlessCalls[name]?.test(args) || isIndex(args, program)) return undefined;
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

function harmOfOpening({ name, args, result }: Call, program: string, scratch: Scratch): string | undefined {
  const path = /"((?:[^"\\]|\\.)*)"/.exec(args)?.[1] ?? "?";
  if (name === "creat" || /O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)/.test(args)) {
    return /^\/dev\/(?:null|tty|pts\/\d+)$|^\/proc\/self\//.test(path) || isIndex(args, program)
      ? undefined
      : `writes ${path}`;
  }
  // It is not opened, only looked up.
  if (args.includes("O_PATH")) return undefined;
  // What they find there they only obey; that nothing of it is told is looked at by what they print.
  if (/^(?:rg|tree)$/.test(program) && /(?:^|\/)\.(?:git|rg)?ignore$/.test(path)) return undefined;
  const real = /^\d+<(.*)>/.exec(result)?.[1];
  if (real === undefined || isFree(real, program, scratch)) return undefined;
  return `reads ${real}`;
}

/** The project, and what every program reads of its system. */
function isFree(path: string, program: string, { project, home, root }: Scratch): boolean {
  if (path === project || path.startsWith(`${project}/`)) return true;
  if (path.startsWith(root)) return /^(?:git|rg)$/.test(program) && path === `${home}/.gitconfig`;
  return /^\/(?:usr|lib|lib64|etc|proc|sys|dev|bin|sbin|run|var\/lib)(?:\/|$)|^(?:pipe|socket|anon_inode):/.test(path);
}

/** Git notes in its index what it has looked at. */
function isIndex(args: string, program: string): boolean {
  return program === "git" && /"[^"]*\.git\/index\.lock"/.test(args);
}

/** Itself; git is made of several, and some are scripts. */
function ownPrograms(program: string): RegExp {
  const names =
    program === "git"
      ? "(?:git|git-core/git)"
      : /^[ef]grep$/.test(program)
        ? "[ef]?grep"
        : program.replace(/[[\]]/g, "\\$&");
  return new RegExp(`^(?:/usr)?(?:/local)?/(?:s?bin|lib/git-core)/(?:${names}|timeout)$`);
}
