import type { ShellWord } from "../shell-word.ts";
import { isHarmlessVariable, steersShell } from "../variable-names.ts";
import type { DangerTable } from "./danger.ts";

/** Builtins of the shell that run words as commands, or change what later words mean. */
export const builtins: DangerTable = {
  "eval . source trap alias enable hash bind complete compgen compopt fc let unalias shopt history": { all: true },
  "zmodload autoload functions zle sched emulate zstyle zparseopts vared print noglob nocorrect": { all: true },
  "mapfile readarray": { short: "CcOnsu", find: dangerousNames },
  "read getopts wait unset": { find: dangerousNames },
  printf: { short: "v" },
  jobs: { short: "x" },
  "export declare typeset local readonly integer float": { find: dangerousDeclarations },
  set: { find: dangerousSettings },
  "test [": { find: dangerousTests },
  "su runuser pkexec gosu chroot unshare nsenter bwrap firejail systemd-run at batch crontab": { all: true },
  "chrt taskset numactl cgexec prlimit setpriv capsh fakeroot eatmydata xvfb-run caffeinate rlwrap choom": {
    all: true,
  },
  "dbus-run-session dbus-launch start-stop-daemon linux32 linux64 i386 x86_64 arch schedtool proot": { all: true },
  "watch entr parallel flock unbuffer setarch faketime proxychains torsocks direnv dotenv mise asdf": { all: true },
  "xdg-open open start tmux screen dtach reptyr byobu zellij": { all: true },
  "make-ssl-cert update-alternatives ldconfig insmod modprobe kexec": { all: true },
};

/** Names that a builtin sets: a subscript in them is evaluated, and some of them steer the shell. */
function dangerousNames(words: readonly ShellWord[]): number[] {
  return places(words, (value) => value === undefined || value.includes("[") || steersShell(value));
}

function dangerousDeclarations(words: readonly ShellWord[]): number[] {
  const exports = words[0]?.value === "export" || words.some(({ prefix }) => /^-\w*x/.test(prefix));
  return words.flatMap((word, at) => {
    if (at === 0) return [];
    const assignment = /^([A-Za-z_]\w*)\+?(?:=|$)/.exec(word.prefix);
    if (assignment?.[1] === undefined) return /^-[xrgalu]+$/.test(word.value ?? "") ? [] : [at];
    if (word.value === undefined && !word.prefix.includes("=")) return [at];
    return steersShell(assignment[1]) ||
      (exports && !isHarmlessVariable(assignment[1], word.value?.slice(assignment[0].length)))
      ? [at]
      : [];
  });
}

/** `set -k` and `set -a` change what an assignment does; behind `--` there are only parameters. */
function dangerousSettings(words: readonly ShellWord[]): number[] {
  const end = words.findIndex(({ value }) => value === "--");
  return places(end === -1 ? words : words.slice(0, end), (value) => value === undefined || !plainSetting.test(value));
}

const plainSetting = /^(?:[-+][efhmuvxC]+|[-+][eux]*o|pipefail|errexit|nounset|xtrace|noglob|noclobber|verbose)$/;

/** `test -v 'a[$(cmd)]'` runs cmd, so what may be `-v` must not stand in front of what may be a subscript. */
function dangerousTests(words: readonly ShellWord[]): number[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    const mayAsk = word.value === undefined || word.value === "-v" || word.value === "-R";
    const mayRun = next !== undefined && (next.value === undefined || next.value.includes("["));
    return at > 0 && (word.splits || (mayAsk && mayRun)) ? [at] : [];
  });
}

function places(words: readonly ShellWord[], dangerous: (value: string | undefined) => boolean): number[] {
  return words.flatMap((word, at) => (at > 0 && dangerous(word.value) ? [at] : []));
}
