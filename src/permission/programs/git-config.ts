export interface ConfigReading {
  /** Nothing in it makes git run a program, fetch, or look elsewhere while it only shows something. */
  readonly isPlain: boolean;
  /** It says that its files are where they are looked at. */
  readonly isOfFolder: boolean;
  /** Where its hooks are, if it says so. */
  readonly hooksPath: string | undefined;
  /** There is a second file for each worktree. */
  readonly hasWorktreeConfig: boolean;
  /** In bytes, of the names of its objects. */
  readonly hashLength: number;
}

/** Reads the configuration of a repository. What is not known to be plain is not. */
export function readGitConfig(text: string, isHere: (worktree: string) => boolean): ConfigReading {
  let isPlain = true;
  let isOfFolder = false;
  let hooksPath: string | undefined;
  let hasWorktreeConfig = false;
  let hashLength = 20;
  for (const { section, key, value } of settingsIn(text)) {
    const name = `${section}.${key}`;
    if (name === "extensions.objectformat") hashLength = value === "sha1" ? 20 : 32;
    if (name === "core.hookspath" && /^[^"\\~%#;]+$/.test(value)) hooksPath = value;
    else if (name === "extensions.worktreeconfig") hasWorktreeConfig = value !== "false";
    else if (name === "core.worktree") {
      isOfFolder = isHere(value);
      isPlain &&= isOfFolder;
    } else isPlain &&= key !== "" && !value.endsWith("\\") && isPlainSetting(section, name, value);
  }
  return { isPlain, isOfFolder, hooksPath, hasWorktreeConfig, hashLength };
}

/** Their names in small letters; no key: a line that is none. */
function* settingsIn(text: string): Generator<{ section: string; key: string; value: string }> {
  let section = "";
  for (const line of text.split("\n")) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header !== null) section = sectionOf(header[1] ?? "", header[2]);
    const setting = line.slice(header?.[0].length ?? 0).trim();
    if (setting === "" || /^[#;]/.test(setting)) continue;
    const [, key = "", value = "true"] = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/s.exec(setting) ?? [];
    yield { section, key: key.toLowerCase(), value };
  }
}

/** With a dot behind it where it has a name of its own: `[remote "origin"]`, `[remote.origin]`. */
function sectionOf(written: string, name: string | undefined): string {
  const [section = ""] = written.toLowerCase().split(".");
  return name === undefined && section.length === written.length ? section : `${section}.`;
}

function isPlainSetting(section: string, name: string, value: string): boolean {
  const check = settings.get(name);
  return check === undefined ? plainSections.has(section.replace(".", "")) && !odd.has(name) : check.test(value);
}

/** What git uses only to change or to fetch, or to show in colours and columns; and sections of tools that git does not know. */
const plainSections: ReadonlySet<string> = new Set(
  (
    "add advice alias am apply author branch checkout clean clone color column commit committer credential difftool fetch gc " +
    "gpg grep gui gitk http i18n index init interactive maintenance merge mergetool notes pack protocol pull push rebase " +
    "receive remote repack rerere reset safe sendemail sequence showbranch sparse stash status submodule tag transfer " +
    "uploadpack url user versionsort worktree feature help lfs gitflow gitbutler github hub vscode"
  ).split(" "),
);

/** In sections that are plain otherwise: they fetch what is missing, look into other repositories with settings of their own, or run what filters a file. */
const odd: ReadonlySet<string> = new Set(
  "remote..promisor remote..partialclonefilter submodule.recurse status.submodulesummary lfs..clean lfs..smudge".split(
    " ",
  ),
);

const any = /^/;
const yesOrNo = /^(?:true|false|yes|no|on|off|0|1|)$/i;
/** No path but one below. */
const below = /^"?(?!\/|~|%)(?!.*\.\.)[\w./-]+"?$/;
/** A format that verifies no signature; git takes quotes out of a value, wherever they stand. */
const format = /^(?!.*(?:%[-+ ]?G|signature))(?:[^"\\]*|"[^"\\]*")$/is;
/** Without what merges once more, by the programs that are configured for it. */
export const mergeDiffs = /^(?:off|none|on|m|first-parent|1|separate|combined|c|dense-combined|cc)$/;

const settings: ReadonlyMap<string, RegExp> = new Map(
  (
    [
      [
        "core",
        "repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf quotepath " +
          "untrackedcache preloadindex fscache longpaths protecthfs protectntfs sparsecheckout sparsecheckoutcone commitgraph " +
          "multipackindex splitindex compression loosecompression bigfilethreshold abbrev whitespace commentchar checkstat " +
          "trustctime sharedrepository warnambiguousrefs fsync fsyncmethod editor sshcommand askpass hidedotfiles",
        any,
      ],
      ["core", "fsmonitor", yesOrNo],
      ["core", "excludesfile attributesfile", below],
      ["extensions", "objectformat compatobjectformat", /^sha(?:1|256)$/],
      ["extensions", "preciousobjects refstorage noop relativeworktrees", any],
      ["filter.", "clean", /^"?git-lfs clean -- %f"?$/],
      ["filter.", "smudge", /^"?git-lfs smudge (?:--skip )?-- %f"?$/],
      ["filter.", "process", /^"?git-lfs filter-process(?: --skip)?"?$/],
      ["filter.", "required", any],
      [
        "diff",
        "algorithm colormoved colormovedws context interhunkcontext mnemonicprefix noprefix renames renamelimit relative " +
          "statgraphwidth suppressblankempty ignoresubmodules wserrorhighlight indentheuristic autorefreshindex dirstat tool guitool",
        any,
      ],
      ["diff", "submodule", /^(?:log|short)$/],
      ["diff.", "xfuncname funcname wordregex binary algorithm", any],
      ["log", "date decorate follow abbrevcommit graphcolors excludedecoration mailmap showroot", any],
      ["log", "diffmerges", mergeDiffs],
      ["log", "showsignature", /^(?:false|no|off|0)$/i],
      ["format", "pretty", format],
      ["blame", "date showemail showroot blankboundary coloring markunblamablelines markignoredlines", any],
      ["blame", "ignorerevsfile", below],
    ] as const
  ).flatMap(([section, keys, check]) => keys.split(" ").map((key) => [`${section}.${key}`, check] as const)),
);
