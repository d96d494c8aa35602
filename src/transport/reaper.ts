import { type ChildProcess, spawn } from "node:child_process";

/**
 * A shell that outlives us, however we end. It learns process groups on its
 * stdin; at end of file it ends those that are left, with their descendants:
 * TERM, up to three seconds, KILL. A real agent goes on working at EOF, so
 * without this a host killed with -9 would leave it running tools.
 */
const script = `
trap '' HUP INT TERM
groups=
while IFS= read -r line; do
  case $line in
    +*) groups="$groups \${line#+}" ;;
    -*) left=
        for g in $groups; do [ "$g" = "\${line#-}" ] || left="$left $g"; done
        groups=$left ;;
  esac
done
[ -n "$groups" ] || exit 0
family=$(ps -A -o pid= -o ppid= 2>/dev/null | awk -v roots="$groups" '
  BEGIN { n = split(roots, r, " "); for (i = 1; i <= n; i++) known[r[i]] = 1 }
  { parent[$1] = $2 }
  END { do { more = 0; for (p in parent) if (!(p in known) && (parent[p] in known)) { known[p] = 1; more = 1 } } while (more)
        for (p in known) print p }')
for g in $groups; do kill -s TERM -- "-$g"; done 2>/dev/null
n=0
while [ $n -lt 30 ]; do
  alive=
  for p in $family; do kill -s 0 "$p" 2>/dev/null && alive=1; done
  [ -n "$alive" ] || exit 0
  sleep 0.1
  n=$((n + 1))
done
for g in $groups; do kill -s KILL -- "-$g"; done 2>/dev/null
for p in $family; do kill -s KILL "$p"; done 2>/dev/null
`;

export interface Reaper {
  watch(group: number): void;
  forget(group: number): void;
  readonly pid: number | undefined;
}

let shared: Reaper | undefined;

/** The one reaper of this process, started with its first agent. It never keeps the process alive. */
export function reaper(): Reaper {
  shared ??= startReaper();
  return shared;
}

function startReaper(): Reaper {
  const child: ChildProcess = spawn("/bin/sh", ["-c", script], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    env: { PATH: process.env.PATH ?? "" },
    cwd: "/",
  });
  child.unref();
  child.on("error", () => {});
  child.stdin?.on("error", () => {});
  (child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  // If the reaper itself was killed, the next agent gets a new one.
  child.once("exit", () => {
    shared = undefined;
  });
  return {
    pid: child.pid,
    watch: (group) => child.stdin?.write(`+${group}\n`),
    forget: (group) => child.stdin?.write(`-${group}\n`),
  };
}
