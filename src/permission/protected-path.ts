import { pathInside } from "./path/absolute-path.ts";
import { foldCase } from "./path/path-subject.ts";

/**
 * What is run, or decides what is allowed, the next time somebody opens a shell, an editor or an agent, works with the
 * repository or installs something: whoever writes it runs a program later, without anybody calling it. Not what is run only by
 * its name, as a Makefile or a script is. In small letters; a name with a slash is that one in a folder of that name.
 */
const classes: readonly { readonly folders?: string; readonly files?: string }[] = [
  // Hooks, aliases and filters of repositories.
  {
    folders: ".git .hg .jj .sl .pijul .husky .githooks .git-hooks .config/git .config/hg .config/jj",
    files: `.gitconfig .gitmodules .hgrc .huskyrc .pre-commit-config.yaml .pre-commit-config.yml .overcommit.yml
      .simple-git-hooks.json .simple-git-hooks.js .simple-git-hooks.cjs lefthook.yml lefthook.yaml lefthook.json lefthook.toml .lefthook.yml
      .lefthook.yaml .lefthook.json .lefthook.toml`,
  },
  // Agents: their rules, hooks and servers.
  {
    folders: `.claude .cursor .codex .gemini .windsurf .continue .roo .kiro .amazonq .qwen .opencode .augment .junie .copilot .crush
      .goose .cline .clinerules .trae .factory .amp .agents .agent .github/hooks .config/bridle .config/opencode .config/goose .config/crush`,
    files: ".mcp.json .claude.json .aider.conf.yml .roomodes opencode.json opencode.jsonc crush.json .crush.json",
  },
  // Editors and debuggers that read the folder they are opened in.
  {
    folders: ".vscode .idea .devcontainer .zed .fleet .theia .helix .vim .emacs.d .config/nvim .config/emacs",
    files: `.exrc .vimrc .gvimrc .nvimrc .nvim.lua .lvimrc _vimrc .vimrc.local .dir-locals.el .dir-locals-2.el .emacs .nanorc
      .ycm_extra_conf.py .gdbinit .lldbinit .pdbrc .byebugrc .rdebugrc .perldb .devcontainer.json`,
  },
  // Shells, and programs that read a file of the same kind when they begin.
  {
    folders:
      ".config/fish .config/direnv .config/environment.d .config/mise .config/nushell .config/powershell .config/elvish .mise .local/bin",
    files: `.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .zshrc .zprofile .zshenv .zlogin .zlogout .profile .login .cshrc .tcshrc
      .kshrc .envrc .direnvrc .inputrc .tmux.conf .screenrc .psqlrc .sqliterc .my.cnf .irbrc .pryrc .rprofile .renviron .ghci .ocamlinit .iex.exs
      .octaverc .erlang .xonshrc .mise.toml mise.toml .mise.local.toml mise.local.toml .ackrc .tigrc .ripgreprc .wgetrc .curlrc
      .lessfilter .lesskey .mailcap .xinitrc .xprofile .xsession .xsessionrc .pam_environment .forward .rhosts .shosts .netrc`,
  },
  // Package managers: where they fetch from, and what they run.
  {
    folders: ".cargo .yarn .mvn .bundle .m2 .config/pip",
    files: `.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs .pnpmfile.js pnpmfile.cjs pnpmfile.js .pnp.cjs .pnp.loader.mjs .pypirc .gemrc .condarc pip.conf
      bunfig.toml .bunfig.toml`,
  },
  // Who may log in, and the programs that are asked for secrets or started at a login.
  {
    folders: ".ssh .gnupg .config/systemd .config/autostart .docker/cli-plugins library/launchagents",
    files: ".aws/config .aws/credentials .kube/config .docker/config.json",
  },
];

const folders = namesOf("folders");
const files = namesOf("files");
/** Tasks of editors, in a file of any name. */
const endings = [".code-workspace", ".sublime-project"];
const anyName = new RegExp([...folders, ...files, ...endings].map((name) => name.replaceAll(".", "\\.")).join("|"));

function namesOf(kind: "folders" | "files"): ReadonlySet<string> {
  return new Set(classes.flatMap((one) => one[kind]?.split(/\s+/) ?? []));
}

/**
 * The part of a path that is protected, for telling: writing there is asked whatever rules allow, except in
 * bypassPermissions. Worktrees below `.claude` are ordinary folders to work in, as are the working folders themselves.
 * `guarded`: further folders of that kind, by their paths.
 */
export function protectedPart(
  path: string,
  directories: readonly string[],
  guarded: readonly string[] = [],
): string | undefined {
  const folder = guarded.find(
    (one) =>
      // What holds it goes with it: nothing but a removal, a move or a copy over it is done to a folder.
      (holds(path, one) && !directories.includes(path)) ||
      (holds(one, path) && !directories.some((directory) => holds(one, directory) && holds(directory, path))),
  );
  if (folder !== undefined) return folder;
  const inside = directories.map((directory) => pathInside(directory, path)).filter((rest) => rest !== undefined);
  const rest = inside.length === 0 ? path : inside.reduce((short, next) => (next.length < short.length ? next : short));
  const names = foldCase(rest).split("/");
  return names.find((name, at) => {
    const next = names[at + 1];
    if (folders.has(name)) return !(name === ".claude" && next === "worktrees");
    if (next !== undefined && folders.has(`${name}/${next}`)) return true;
    if (at === names.length - 1) return files.has(name) || endings.some((ending) => name.endsWith(ending));
    return at === names.length - 2 && files.has(`${name}/${next}`);
  });
}

/** False: nothing in a text is the name of something protected, wherever it is split. */
export function mayHoldProtected(text: string): boolean {
  return anyName.test(foldCase(text));
}

function holds(folder: string, path: string): boolean {
  return pathInside(folder, path) !== undefined;
}
