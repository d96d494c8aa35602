import type { ShellWord } from "../shell-word.ts";
import { type Danger, type DangerTable, list } from "./danger.ts";
import { forge } from "./forges.ts";
import { knownSubcommands } from "./known-options.ts";
import { onMachine } from "./transfers.ts";

/** Transports: another program at the other end, `ext::` and other helpers at this one. */
const remote: Danger = {
  long: ["upload-pack=", "receive-pack=", "exec=", "server-option="],
  pieces: ["::"],
};

/** Diffs can be written to a file, and made by a program that the configuration names. */
const diff: Danger = { long: ["output=", "ext-diff", "textconv", "output-directory="], valued: "SGLnUlOMCBX" };

const merge: Danger = {
  long: ["strategy=", "exec=", "upload-pack="],
  short: "sx",
  valued: "XmSC",
  pieces: ["::"],
  texts: ["-m", "--message"],
};

const everything: Danger = { all: true, spelled: true };

/** More of them than say so take the options of diffs. */
const nothing: Danger = {
  find: (words) => words.flatMap(({ prefix }, at) => (at > 0 && ofDiffs.test(prefix) ? [at] : [])),
};

const ofDiffs = /^--(?:outpu?t?(?:=|$)|ext-?d?i?f?f?$|textco?n?v?$)/;

/** `git commit -m 'text'` */
const message: Danger = { ...nothing, texts: ["-m", "--message"], valued: "CcFt" };

export const git: DangerTable = {
  git: {
    foreign: onMachine,
    subcommands: {
      flags: list(`
        -p --paginate -P --no-pager --no-replace-objects --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs
        --icase-pathspecs --no-optional-locks --no-advice --no-lazy-fetch --html-path --man-path --info-path
      `),
      valued: list(`
      -C -c --git-dir --work-tree --namespace --super-prefix --config-env --exec-path --attr-source
    `),
      of: {
        // In front of the subcommand.
        "": {
          long: ["exec-path", "config-env=", "git-dir=", "work-tree=", "namespace=", "super-prefix="],
          short: "c",
          inside: ["-C"],
        },
        clone: { long: ["upload-pack=", "config=", "template=", "separate-git-dir="], short: "uc", pieces: ["::"] },
        fetch: remote,
        "ls-remote": remote,
        push: { ...remote, long: [...(remote.long ?? []), "repo="], find: addressPlaces },
        remote,
        pull: merge,
        merge,
        rebase: merge,
        "cherry-pick": merge,
        revert: merge,
        "add status checkout switch branch restore rm mv reset rev-parse rev-list ls-files ls-tree cat-file blame":
          nothing,
        "commit tag notes": message,
        "annotate show-ref describe clean merge-base name-rev for-each-ref check-ignore check-attr count-objects gc prune":
          nothing,
        "fsck pack-refs repack cherry show-branch sparse-checkout verify-commit verify-tag var version rerere": nothing,
        "stage update-index update-ref symbolic-ref hash-object mktree commit-tree read-tree write-tree merge-tree":
          nothing,
        "merge-file diff-pairs last-modified replace am": nothing,
        // They change what is configured for the whole machine.
        maintenance: { rest: ["start", "stop", "register", "unregister"] },
        lfs: { rest: ["install", "uninstall", "update", "ext", "clone"], find: addressPlaces },
        apply: { long: ["unsafe-paths", "directory="] },
        archive: { long: ["output=", "exec=", "remote="], short: "o" },
        bisect: { rest: ["run", "visualize", "view", "replay"] },
        bugreport: everything,
        bundle: { rest: ["create"] },
        config: { find: (words) => (isPlainConfig(words) ? [] : words.map((_, at) => at).slice(1)) },
        credential: everything,
        daemon: everything,
        diff,
        "diff-files": diff,
        "diff-index": diff,
        "diff-tree": diff,
        "format-patch": diff,
        log: diff,
        "range-diff": diff,
        reflog: diff,
        shortlog: diff,
        show: diff,
        stash: { ...diff, texts: ["-m", "--message"] },
        whatchanged: diff,
        diagnose: everything,
        difftool: everything,
        "fast-export": everything,
        "fast-import": everything,
        "filter-branch": everything,
        "for-each-repo": everything,
        grep: { long: ["open-files-in-pager", "ext-grep", "textconv"], flags: "O", short: "f", valued: "eABCm" },
        gui: everything,
        help: everything,
        hook: everything,
        "http-backend": everything,
        init: { long: ["template=", "separate-git-dir="] },
        instaweb: everything,
        mergetool: everything,
        p4: everything,
        "send-email": everything,
        "send-pack": { ...remote, find: addressPlaces },
        "fetch-pack": remote,
        shell: everything,
        submodule: { rest: ["foreach", "add", "set-url"], long: ["remote", "upload-pack="] },
        svn: everything,
        "upload-pack": everything,
        "receive-pack": everything,
        "web--browse": everything,
        "sh-i18n": everything,
        // A folder beside this one is where people put them; it has to be empty.
        worktree: { pieces: ["::"], foreign: /^\.\.\/[\w-][\w.-]*$/ },
      },
      // An alias, or a program of somebody else: it may run anything.
      others: { spelled: true, all: true },
    },
  },
  "gh glab": forge,
  // It hands its words to git.
  hub: { all: true },
  hg: knownSubcommands(
    "-qvyh -R= --cwd< --quiet --verbose --noninteractive --debug --traceback --version --help --pager= --color=",
    {
      [`status st diff log history add commit ci pull push update up checkout co branch branches heads identify id summary sum files cat annotate blame graft merge resolve
      revert rebase shelve unshelve bookmarks bookmark tags tag outgoing out incoming in parents tip manifest root forget remove rm rename mv copy cp version help init paths
      phase clone backout amend grep locate addremove archive bundle unbundle verify`.replace(/\s+/g, " ")]: {
        long: ["config=", "ssh=", "remotecmd=", "tool=", "editor"],
        short: "e",
      },
    },
  ),
  svn: knownSubcommands("--version --help", {
    [`status st stat log info diff di update up commit ci add list ls cat checkout co cleanup revert resolve resolved blame praise annotate ann copy cp move mv rename ren delete del
      remove rm mkdir merge propget pget pg proplist plist pl export import switch sw help changelist cl patch relocate upgrade lock unlock propset pset ps`.replace(
      /\s+/g,
      " ",
    )]: {
      long: ["config-option=", "config-dir=", "diff-cmd=", "diff3-cmd=", "editor-cmd="],
    },
  }),
};

/** Where a push goes: a name that is configured, or an address, to which it would send all there is. */
function addressPlaces(words: readonly ShellWord[]): number[] {
  const first = words.findIndex(({ prefix }, at) => at > 0 && !prefix.startsWith("-"));
  return words.flatMap(({ value = "" }, at) =>
    /:\/\/|^[\w.-]+@[\w.-]+:/.test(value) || (at === first && value.includes(":")) ? [at] : [],
  );
}

/** It reads, or sets for this repository what names no program and no file. */
function isPlainConfig(words: readonly ShellWord[]): boolean {
  const [action, value, ...more] = words.slice(1).map((word) => word.value);
  if (action === undefined || more.length > 0) return false;
  if (["--get", "--get-all", "--get-regexp", "--list", "-l", "list", "get"].includes(action)) return true;
  if (!/^[a-z][\w-]*\.[\w.-]+$/i.test(action)) return false;
  return value === undefined ? words.length === 2 : plainSetting.test(action) && !value.startsWith("-");
}

const plainSetting =
  /^(?:user\.(?:name|email)|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|init\.defaultbranch|core\.(?:autocrlf|eol|filemode|ignorecase|quotepath)|fetch\.prune|merge\.conflictstyle|rerere\.enabled|color\.\w+)$/i;
