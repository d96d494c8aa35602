/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import { chmodSync, linkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allowedPrograms, planted } from "./vocabulary.ts";

/** Makes what a shell needs to run lines, and gives the script that does it. */
export type Driver = (root: string, lines: readonly DrivenLine[]) => string;

export interface DrivenLine {
  readonly line: string;
  readonly folder: string;
}

/** What a stub prints, so that whoever evaluates it runs the planted program. */
const hostileText = `a[$(${planted})]`;
const hostileEnvironment = ["x", "y", "i", "n", "REPLY"].map((name) => `${name}='${hostileText}'`).join(" ");

/** Builtins that a line is judged by as if they were programs, and that bash can be told to forget. */
const forgotten = "echo pwd kill type hash umask jobs fg bg disown dirs history fc times help caller";

const forgottenByZsh = "echo pwd kill type hash umask jobs fg bg disown dirs history fc times";

/**
 * What a wrapper runs, and what a program runs by its arguments: this is what no wildcard may cover. It is found by skipping
 * options and values.
 */
const behaviour = `
bridle_wrapped() {
  local name=$1
  while shift; do
    case $1 in
      -S|--split-string) shift; eval "$*"; return ;;
      -[sknuIdaoePLE]|--signal|--kill-after) shift ;;
      [0-9]*) [ "$name" != timeout ] || { shift; break; } ;;
      -*|*=*) ;;
      *) [ "$name" != timeout ] || return; break ;;
    esac
  done
  [ $# -eq 0 ] || "$@"
}
bridle_until_end() {
  local at=1
  while [ $at -lt $# ] && [ "\${!at}" != ';' ] && [ "\${!at}" != + ]; do at=$((at + 1)); done
  case \${!at} in ';'|+) at=$((at - 1)) ;; esac
  [ $at -eq 0 ] || "\${@:1:at}"
}
bridle_behave() {
  case $1 in
    timeout|nice|nohup|env|xargs|stdbuf|setsid|time) bridle_wrapped "$@" ;;
    find) while shift; do case $1 in -exec|-execdir|-ok|-okdir) shift; bridle_until_end "$@"; return ;; -delete) ${planted} ;; esac; done ;;
    tar) while shift; do case $1 in --) return ;; --checkpoint-action=*|--to-command=*|--use-compress-program=*) \${1##*=} ;; -I) ${planted} ;; esac; done ;;
    git) while shift; do case $1 in -c|--exec-path=*|--config-env=*) ${planted} ;; -*) ;; *) return ;; esac; done ;;
    bash|sh) while shift; do case $1 in -c) eval "$2"; return ;; -*) ;; *) ${planted}; return ;; esac; done ;;
  esac
}
`;

/**
 * Every descendant inherits descriptor 9, whatever happens to its environment, and writes each entry at once: without line
 * feeds, at which bash writes what it has, in the middle of another's entry.
 */
const bash: Driver = (root, lines) => {
  writeFileSync(join(root, "lines"), lines.map(({ line, folder }, at) => `${at}\0${folder}\0${line}\0`).join(""));
  return `
${behaviour}
command_not_found_handle() {
  local IFS=$'\\x1f'
  local entry="$bridle_at$IFS$*"
  builtin printf '%s\\x1e' "\${entry//$'\\n'/$'\\x1d'}" >&9
  IFS=$' \\t\\n'
  bridle_behave "$@"
  builtin printf '%s\\n' '${hostileText}'
  return $(( (bridle_at + $#) % 2 ))
}
PATH=/nowhere
export ${hostileEnvironment}
enable -n ${forgotten}
exec 8<"${root}/lines"
while IFS= read -r -d '' -u 8 bridle_at && IFS= read -r -d '' -u 8 bridle_folder && IFS= read -r -d '' -u 8 bridle_line; do
  { : < "/bridle/$bridle_at"; } 2>/dev/null
  ( cd "${root}/project/$bridle_folder" || exit; ulimit -t 1; set -- '${hostileText}' b
    eval "$bridle_line"
    wait ) 9>>"${root}/log/ran" </dev/null >/dev/null 2>&1
done
exit 0
`;
};

/**
 * As for bash. The planted program is a file, so that its path can be found. Variables that calculations look into are there, and
 * a redirection without a command runs nothing.
 */
const zsh: Driver = (root, lines) => {
  writeStub(root);
  writeFileSync(join(root, "lines"), lines.map(({ line, folder }, at) => `${at}\0${folder}\0${line}\0`).join(""));
  return `
${behaviour.replaceAll("${!at}", "${@[at]}")}
command_not_found_handler() {
  local entry="$bridle_at"$'\\x1f'"\${(pj:\\x1f:)@}" feed=$'\\x1d'
  builtin print -rn -- "\${entry//$'\\n'/$feed}"$'\\x1e' >&9
  bridle_behave "$@"
  builtin print -r -- '${hostileText}'
  return $(( (bridle_at + $#) % 2 ))
}
path=("${root}/bin")
export ${hostileEnvironment}
a=(1 2)
NULLCMD=: READNULLCMD=:
disable ${forgottenByZsh}
exec 8<"${root}/lines"
while IFS= read -r -d $'\\0' -u 8 bridle_at && IFS= read -r -d $'\\0' -u 8 bridle_folder && IFS= read -r -d $'\\0' -u 8 bridle_line; do
  ( cd "${root}/project/$bridle_folder" || exit; export bridle_at; ulimit -t 1; set -- '${hostileText}' b
    eval "$bridle_line"
    wait ) 9>>"${root}/log/ran" </dev/null >/dev/null 2>&1
done
exit 0
`;
};

/** It has no way to be told of a program that is not there, so that the stubs are files. */
const dash: Driver = (root, lines) => {
  const stub = writeStub(root);
  for (const program of allowedPrograms) if (program !== "cd") linkSync(stub, join(root, "bin", program));
  const each = lines.map(({ line, folder }, at) => {
    writeFileSync(join(root, `line${at}`), line);
    return `{ true < /bridle/${at}; } 2>/dev/null
( cd "${root}/project/${folder}" || exit; ulimit -t 1; export bridle_at=${at}; set -- '${hostileText}' b
  . "${root}/line${at}"
  wait ) 9>>"${root}/log/ran" </dev/null >/dev/null 2>&1`;
  });
  return `export ${hostileEnvironment}\n${each.join("\n")}\nexit 0\n`;
};

/** The planted program as a file. */
function writeStub(root: string): string {
  const stub = join(root, "bin", planted);
  const log = `s=\${0##*/}; for a; do s=$s\x1f$a; done; printf '%s\\036' "$bridle_at\x1f$s" >&9`;
  writeFileSync(stub, `#!/bin/dash\n${log}\nprintf '%s\\n' '${hostileText}'\n`);
  chmodSync(stub, 0o755);
  return stub;
}

export const drivers = { bash, dash, zsh, "bash-3.2": dash };
