import type { ShellWord } from "../shell-word.ts";
import type { DangerTable } from "./danger.ts";
import { knownOptions } from "./known-options.ts";

const tarOptions = knownOptions(
  `-cxtrudAvzjJZakmoOSWlwBUinRhpsG -f= -C> -b= -V= -N= -K= -H= -L= --create --extract --get --list --append --update --diff --compare --concatenate --catenate --delete
   --verbose --gzip --gunzip --ungzip --bzip2 --xz --lzma --lzip --lzop --zstd --compress --uncompress --auto-compress --no-auto-compress --keep-old-files
   --skip-old-files --keep-newer-files --overwrite --no-overwrite-dir --unlink-first --touch --no-same-owner --same-owner --no-same-permissions
   --preserve-permissions --same-permissions --preserve-order --to-stdout --sparse --verify --dereference --hard-dereference --file= --directory> --exclude=
   --exclude-vcs --exclude-vcs-ignores --exclude-backups --exclude-caches --exclude-caches-all --exclude-tag= --exclude-tag-all= --exclude-ignore=
   --strip-components= --wildcards --no-wildcards --wildcards-match-slash --anchored --no-anchored --ignore-case --format= --sort= --mtime= --clamp-mtime
   --owner= --group= --mode= --numeric-owner --no-recursion --recursion --one-file-system --totals --newer= --newer-mtime= --after-date= --label=
   --blocking-factor= --ignore-failed-read --ignore-zeros --show-transformed-names --block-number --utc --full-time --quoting-style= --no-xattrs --xattrs
   --acls --no-acls --selinux --no-selinux --delay-directory-restore --add-file= --posix --old-archive --pax-option= --no-mac-metadata --no-fflags
   --help --version --usage --test-label`,
  { texts: ["--exclude", "--pax-option"] },
);

/** `@list` reads patterns from a file. */
const pattern = /^(?!@)/;

/** What packs files and unpacks them: below the working folder, by no other program and by no list. */
export const archives: DangerTable = {
  "tar gtar bsdtar": {
    ...tarOptions,
    find: (words) => [...bundlePlaces(words), ...(tarOptions.find?.(words) ?? []), ...archivesElsewhere(words)],
    pieces: ["@"],
  },
  // Letters that begin the names of others, `-lf` and `-sf`, are left out; what tests an archive runs a program.
  zip: knownOptions(
    `-rqvjyu0123456789DXgeofd -x= -i= -P= -n= -t= --recurse-paths --quiet --verbose --junk-paths --exclude= --include= --update --symlinks --password= --no-dir-entries
     --no-extra --encrypt --version --help -h`,
    { values: { "-x": pattern, "-i": pattern, "--exclude": pattern, "--include": pattern } },
  ),
  unzip: knownOptions("-loqnjavtpcufLCXzZTUDhs12 -x= -d> -P= -O= -I=", { texts: ["-x"] }),
  "7z 7za 7zz": {
    ...knownOptions("", {
      wholeWords: true,
      also: /^-(?:y|m[\w=:.]+|p\w*|r\d?-?|t\w+|bb\d?|bd|bs[oep]\d|ao[astu]|slt|ssc-?|scc\w[\w-]*|scs\w[\w-]*|v\d+[bkmg]?|[xi]r?\d?-?!(?!.*\.\.)[\w*?.@-][\w*?./@-]*|spe|stl|sns|snl|snh|ssw)$/,
    }),
    unabbreviated: true,
  },
  cpio: knownOptions(
    `-idmvotu0aBcn -H= --extract --create --list --make-directories --verbose --format= --null --quiet --no-absolute-filenames --unconditional
     --preserve-modification-time --reset-access-time --version --help`,
  ),
  pax: { all: true },
};

/** A first word without a dash is a bundle of letters, whose values follow in their order: the archive's alone is easily seen. */
function bundlePlaces(words: readonly ShellWord[]): number[] {
  const { value, prefix } = words[1] ?? { value: "", prefix: "" };
  if (prefix.startsWith("-")) return [];
  return value !== undefined && value.length < 40 && plainBundle.test(value) ? [] : [1, 2];
}

const plainBundle = /^[cxtrudAvzjJZakmoOSWlwBUinRhpsG]*f?[cxtrudAvzjJZakmoOSWlwBUinRhps]*$/;

/** `host:file` is an archive on another machine, to which tar connects. */
function archivesElsewhere(words: readonly ShellWord[]): number[] {
  return words.flatMap(({ value, prefix }, at) => (at > 0 && /^(?:--f\w*=)?[^/=]*:/.test(value ?? prefix) ? [at] : []));
}
