import { baseName } from "../../path/absolute-path.ts";
import { knownPrograms } from "../../programs/known-programs.ts";
import type { ShellWord } from "../shell-word.ts";
import { type DangerTable, list } from "./danger.ts";
import { onMachine } from "./network-tools.ts";
import { openssl } from "./openssl.ts";

/** Programs for files and text that can do more than their name says. */
export const fileTools: DangerTable = {
  "rm rmdir unlink shred truncate touch mkdir mkfifo mknod tee sponge chmod chown chgrp cp install mv dd": {
    operandsAreJudged: true,
  },
  // Where a link leads is from its own folder.
  ln: { operandsAreJudged: true },
  "find gfind": {
    words: ["-exec", "-execdir", "-ok", "-okdir", "-fprint", "-fprint0", "-fls", "-files0-from"],
    rest: ["-fprintf", "-delete"],
  },
  "fd fdfind": { long: ["exec=", "exec-batch="], short: "xX", valued: "etdEcjSo", onlyLooks: true },
  "rg ripgrep": { long: ["pre=", "hostname-bin=", "search-zip"], flags: "z", valued: "egtTABCmfdjMEr" },
  ag: { long: ["pager="], onlyLooks: true },
  "tar gtar bsdtar": {
    long: list(`
      checkpoint-action= to-command= use-compress-program= rsh-command= rmt-command= info-script=
      new-volume-script= index-file= volno-file= listed-incremental= absolute-names warning= files-from=
      exclude-from= options= transform= xform= remove-files pass-through one-top-level=
    `),
    short: "IFgTXC",
    flags: "P",
    makes: ["-C", "--directory"],
    // A first word without a dash is a bundle of letters, so any unknown one is dangerous.
    find: (words) => [
      ...(/^-?[a-zA-Z]*[IFPgTXC]/.test(words[1]?.prefix ?? "") ? [1, 2] : []),
      ...archivesElsewhere(words),
    ],
    pieces: ["@"],
  },
  "zip unzip": {
    long: ["unzip-command=", "test", "move", "temp-path="],
    short: "Tb",
    // Moved into the archive, taken from standard input; out of the folder.
    flags: "m@:",
    words: ["-TT"],
    makes: ["-d"],
  },
  "7z 7za 7zz": { words: ["-si", "-so"], pieces: ["-o"] },
  "cpio pax": { long: ["rsh-command=", "file=", "rmt-command="], short: "OFEI" },
  rsync: {
    long: list("rsh= rsync-path= files-from= log-file= write-batch= only-write-batch= daemon config="),
    short: "e",
    foreign: onMachine,
    // Patterns, from the top of what is copied.
    texts: list("--exclude --include -f --filter"),
  },
  sort: { long: ["output=", "compress-program=", "files0-from=", "temporary-directory="], short: "oT", valued: "ktS" },
  "bat batcat delta": { long: ["pager=", "config-file=", "diff-cmd="] },
  fzf: { all: true },
  file: { long: ["compile"], flags: "C" },
  // The program that it looks at may run.
  ldd: { firstOperand: true },
  xmllint: { long: ["output=", "shell"], short: "o" },
  "pdflatex latex xelatex lualatex tex": { all: true },
  // `uniq in out` writes its second operand.
  "uniq xxd": { find: writtenPlaces },
  "split csplit": { long: ["filter=", "prefix="], short: "f" },
  shuf: { long: ["output=", "random-source="], short: "o" },
  tree: { short: "oR", valued: "LPIT" },
  "diff colordiff diff3 sdiff": { long: ["diff-program=", "output=", "to-file=", "from-file="], short: "o" },
  patch: { long: ["output=", "reject-file=", "get=", "ed"], short: "or", flags: "e" },
  jq: { long: ["from-file=", "rawfile=", "slurpfile="], short: "fL" },
  yq: { long: ["inplace", "split-exp=", "from-file="], flags: "i", short: "s", pieces: ["load", "env"] },
  "gpg gpg2": { all: true },
  openssl,
  ffmpeg: {
    // Its words are files and addresses, and some of its filters read more of them.
    words: list(
      "-filter_script -filter_complex_script -vstats_file -passlogfile -report -progress -dump_attachment -init_hw_device",
    ),
    pieces: ["://", "pipe:", "concat", "file:", "subfile", "movie=", "tee", "sendcmd", "lavfi"],
    find: (words) =>
      words.flatMap(({ value }, at) => (at > 0 && /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(value ?? "/") ? [at] : [])),
  },
  "convert magick mogrify identify": { all: true },
  "base64 base32": { short: "o" },
  "iconv envsubst": { long: ["output="], short: "o" },
  "column fold fmt pr": { long: ["output="] },
  "date hwclock": { long: ["set="], short: "s" },
  "ip ss netstat": { rest: ["exec"], flags: "bB", long: ["batch=", "diag="], short: "D" },
  "zcat gzip gunzip bzip2 xz zstd": { long: ["files="], short: "o" },
};

/** `host:file` is an archive on another machine, to which tar connects. */
function archivesElsewhere(words: readonly ShellWord[]): number[] {
  return words.flatMap(({ value, prefix }, at) =>
    at > 0 && /^(?:--f\w*=|-\w*f)?[^/=]*:/.test(value ?? prefix) ? [at] : [],
  );
}

function writtenPlaces(words: readonly ShellWord[]): number[] {
  const written = new Set(knownPrograms.get(baseName(words[0]?.value ?? ""))?.(words.slice(1)).writes);
  return words.flatMap((word, at) => (written.has(word) ? [at] : []));
}
