import { type Danger, type DangerTable, list } from "./danger.ts";

/** Transports: another program at the other end, `ext::` and other helpers at this one. */
const remote: Danger = {
  long: ["upload-pack=", "receive-pack=", "exec=", "server-option="],
  pieces: ["::"],
};

/** Diffs can be written to a file, and made by a program that the configuration names. */
const diff: Danger = { long: ["output=", "ext-diff", "textconv", "output-directory="], valued: "SGLnUlOMCBX" };

const merge: Danger = { long: ["strategy=", "exec=", "upload-pack="], short: "sx", valued: "XmSC", pieces: ["::"] };

const everything: Danger = { all: true };

const nothing: Danger = {};

export const git: DangerTable = {
  git: {
    subcommands: {
      valued: list(`
      -C -c --git-dir --work-tree --namespace --super-prefix --config-env --exec-path --attr-source
    `),
      of: {
        // In front of the subcommand.
        "": {
          long: ["exec-path", "config-env=", "git-dir=", "work-tree=", "namespace=", "super-prefix="],
          short: "cC",
        },
        clone: { long: ["upload-pack=", "config=", "template=", "separate-git-dir="], short: "uc", pieces: ["::"] },
        fetch: remote,
        "ls-remote": remote,
        push: remote,
        remote,
        pull: merge,
        merge,
        rebase: merge,
        "cherry-pick": merge,
        revert: merge,
        add: nothing,
        status: nothing,
        commit: nothing,
        checkout: nothing,
        switch: nothing,
        branch: nothing,
        restore: nothing,
        tag: nothing,
        rm: nothing,
        mv: nothing,
        reset: nothing,
        "rev-parse": nothing,
        "rev-list": nothing,
        "ls-files": nothing,
        "ls-tree": nothing,
        "cat-file": nothing,
        blame: nothing,
        "show-ref": nothing,
        describe: nothing,
        clean: nothing,
        "merge-base": nothing,
        "name-rev": nothing,
        "for-each-ref": nothing,
        "check-ignore": nothing,
        "count-objects": nothing,
        archive: { long: ["output=", "exec=", "remote="], short: "o" },
        bisect: { rest: ["run", "visualize", "view", "replay"] },
        bugreport: everything,
        bundle: { rest: ["create"] },
        config: { find: (words) => (readsConfig(words[1]?.value) ? [] : words.map((_, at) => at).slice(1)) },
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
        stash: diff,
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
        "send-pack": remote,
        "fetch-pack": remote,
        shell: everything,
        submodule: { rest: ["foreach", "add", "set-url"], long: ["remote", "upload-pack="] },
        svn: everything,
        "upload-pack": everything,
        "receive-pack": everything,
        "web--browse": everything,
        "sh-i18n": everything,
        worktree: { pieces: ["::"] },
      },
      others: { long: ["upload-pack=", "receive-pack=", "exec=", "template="] },
    },
  },
  "gh glab hub": {
    rest: ["alias", "extension", "ext", "config", "codespace", "cs"],
    long: ["editor", "web"],
  },
  "hg svn": { long: ["config=", "config-option=", "diff-cmd=", "editor-cmd=", "ssh=", "remotecmd="], short: "e" },
};

function readsConfig(action: string | undefined): boolean {
  return action !== undefined && ["--get", "--get-all", "--get-regexp", "--list", "-l", "list", "get"].includes(action);
}
