import { type ChildProcess, spawn } from "node:child_process";

/**
 * A shell that outlives us, however we end. It learns process groups on its
 * stdin, each with its mark; at end of file it ends those that are left, with
 * their descendants and whoever inherited the mark: TERM, two seconds at least,
 * KILL. A real agent goes on working at EOF, so without this a host killed with
 * -9 would leave it running tools; one that ends at EOF may leave its tools.
 */
const script = `
trap '' HUP INT TERM
entries=
while IFS= read -r line; do
  case $line in
    +*) entries="$entries \${line#+}" ;;
    -*) left=
        for e in $entries; do [ "\${e%%/*}" = "\${line#-}" ] || left="$left $e"; done
        entries=$left ;;
  esac
done
[ -n "$entries" ] || exit 0
groups=
for e in $entries; do groups="$groups \${e%%/*}"; done
marked() {
  for e in $entries; do
    if [ -d /proc/self ]; then grep -lsaF "\${e#*/}" /proc/[0-9]*/environ | tr -cd '0-9\\n'
    else ps -A -E -ww -o pid=,command= | grep -F "\${e#*/}" | awk '{ print $1 }'; fi
  done 2>/dev/null
}
family=$(ps -A -o pid= -o ppid= 2>/dev/null | awk -v roots="$groups" '
  BEGIN { n = split(roots, r, " "); for (i = 1; i <= n; i++) known[r[i]] = 1 }
  { parent[$1] = $2 }
  END { do { more = 0; for (p in parent) if (!(p in known) && (parent[p] in known)) { known[p] = 1; more = 1 } } while (more)
        for (p in known) print p }')
family="$family $(marked)"
for g in $groups; do kill -s TERM -- "-$g"; done 2>/dev/null
for p in $(marked); do kill -s TERM "$p"; done 2>/dev/null
n=0
list=$(echo $family | tr ' ' ',')
while [ $n -lt 20 ]; do
  ps -o stat= -p "$list" 2>/dev/null | grep -qv '^Z' || exit 0
  sleep 0.1
  n=$((n + 1))
done
for g in $groups; do kill -s KILL -- "-$g"; done 2>/dev/null
for p in $family $(marked); do kill -s KILL "$p"; done 2>/dev/null
`;

interface Reaper {
  /** `mark`: `NAME=value`, a variable that all of the group inherits. Without spaces. */
  watch(group: number, mark: string): void;
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
    watch: (group, mark) => child.stdin?.write(`+${group}/${mark}\n`),
    forget: (group) => child.stdin?.write(`-${group}\n`),
  };
}
