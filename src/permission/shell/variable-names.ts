/**
 * May be set for a program without a rule that says so: with this value it cannot change which programs run. Makefiles
 * expand what is in the environment, and libraries read the files that `TZ` and `LANGUAGE` name: only a plain value is
 * harmless.
 */
export function isHarmlessVariable(name: string, value: string | undefined): boolean {
  if (!isHarmlessName(name)) return false;
  // It splits words of the shell, and no program takes it from there.
  if (name === "IFS") return true;
  return value !== undefined && (plainValue.test(value) || (name === "TZ" && timeZone.test(value)));
}

const plainValue = /^(?!:)[\w.,:@%+=*-]{0,200}$/;
/** `Europe/Berlin` */
const timeZone = /^[A-Z]\w{0,40}(?:\/[A-Z][\w+-]{0,40}){1,2}$/;

function isHarmlessName(name: string): boolean {
  return harmless.has(name) || name.startsWith("LC_");
}

/** Changes which programs run, or how words are read, even if it is only set in the shell. */
export function steersShell(name: string): boolean {
  return steering.test(name) && (name === "IFS" || !isHarmlessName(name));
}

/** Holds a number in some shell, which calculates whatever is assigned to it. */
export function calculatesWhenSet(name: string): boolean {
  return numeric.test(name);
}

const numeric =
  /^(?:RANDOM|SRANDOM|SECONDS|LINENO|OPTIND|HIST.*|SAVEHIST|COLUMNS|LINES|LISTMAX|KEYTIMEOUT|TMOUT|TRY_BLOCK_.*|FUNCNEST|E?[UG]ID|PPID|ERRNO|MAILCHECK|DIRSTACKSIZE|LOGCHECK|BAUD|SHLVL|TTYIDLE|ARGC|EPOCH.*|BASHPID|BASH_.*|status)$/;

const harmless = new Set(
  (
    "CGO_ENABLED CI COLUMNS DEBUG DO_NOT_TRACK FORCE_COLOR CLICOLOR CLICOLOR_FORCE GOARCH GOOS HUSKY IFS LANG LANGUAGE LINES " +
    "LOG_LEVEL NEXT_TELEMETRY_DISABLED NODE_ENV NO_COLOR NO_UPDATE_NOTIFIER PORT PYTHONDONTWRITEBYTECODE " +
    "PYTHONUNBUFFERED RAILS_ENV RUST_BACKTRACE RUST_LOG TERM TZ VERBOSE"
  ).split(" "),
);

/** Only what a shell, a loader, an interpreter or a common tool takes a program, a file or options from. */
const steering = new RegExp(
  "^(?:PATH|IFS|ENV|HOME|SHELL|SHELLOPTS|BASHOPTS|BASH_.*|POSIXLY_CORRECT|CDPATH|OLDPWD|PWD|PS[0-4]|PROMPT_.*|" +
    "EXECIGNORE|GLOBIGNORE|FIGNORE|FUNCNAME|HISTFILE|INPUTRC|TMOUT|TEXTDOMAIN.*|ZDOTDIR|FPATH|fpath|path|cdpath|" +
    "precmd_.*|LD_.*|DYLD_.*|GLIBC_.*|GCONV_PATH|LOCPATH|NLSPATH|MALLOC_.*|GIT_.*|SSH_.*|NODE_.*|NPM_.*|npm_.*|" +
    "YARN_.*|PNPM_.*|BUN_.*|DENO_.*|TS_NODE.*|PYTHON.*|PIP_.*|UV_.*|VIRTUAL_ENV|PERL.*|RUBY.*|GEM_.*|BUNDLE_.*|" +
    "JAVA.*|_JAVA.*|JDK.*|MAVEN_.*|GRADLE_.*|CLASSPATH|GO.*|CGO_.*|CARGO.*|RUSTC.*|RUSTFLAGS|RUSTUP_.*|DOCKER_.*|" +
    "KUBE.*|MAKE.*|MFLAGS|CC|CXX|CPP|LD|AR|AS|[A-Z]*FLAGS|CMAKE_.*|PKG_CONFIG.*|LUA_.*|PHP.*|R_.*|" +
    ".*PAGER|.*EDITOR|VISUAL|BROWSER|LESS.*|MAN.*|MORE|.*_COMMAND|.*_ASKPASS|.*_WRAPPER|.*_OPTIONS|.*_OPTS|.*OPTIONS|" +
    "TAR_.*|TAPE|GZIP|BZIP2?|XZ_.*|ZIPOPT|UNZIP|RSYNC_.*|CVS_.*|SVN_.*|HG.*|GREP_.*|LS_COLORS|TERMINFO.*|TERMCAP|" +
    "XDG_.*|TMP|TEMP|TMPDIR|WGETRC|CURL_HOME|.*_proxy|.*_PROXY|SSL_.*|OPENSSL_.*|GNUPGHOME|GPG_.*|AWS_.*|SUDO_.*|" +
    "MODULE_PATH|module_path|functions|aliases|[gs]aliases|commands|options|dis_.*|nameddirs|userdirs|builtins|modules|" +
    "(?:READ)?NULLCMD|STTY|HISTCHARS|histchars|R?PROMPT.*|R?PS\\d|prompt|DIRSTACK|dirstack|chpwd.*|preexec.*|periodic.*|zshexit.*|" +
    "VIMINIT|EXINIT|VIM.*|EMACS.*|FZF_.*|RIPGREP_.*|BAT_.*|FCEDIT|COMP_.*|READLINE_.*|command_not_found.*)$",
);
