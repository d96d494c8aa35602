import { baseName } from "../../path/absolute-path.ts";
import { knownPrograms } from "../../programs/known-programs.ts";
import type { ShellWord } from "../shell-word.ts";
import type { DangerTable } from "./danger.ts";
import { knownOptions } from "./known-options.ts";
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
  "fd fdfind": {
    long: ["exec=", "exec-batch=", "list-details"],
    short: "xX",
    flags: "l",
    valued: "etdEcjSo",
    onlyLooks: true,
  },
  "rg ripgrep": { long: ["pre=", "hostname-bin=", "search-zip"], flags: "z", valued: "egtTABCmfdjMEr" },
  ag: { long: ["pager="], onlyLooks: true },
  sort: { long: ["output=", "compress-program=", "files0-from=", "temporary-directory="], short: "oT", valued: "ktS" },
  "bat batcat": knownOptions(
    `-pnAfuhV -l= -H= -r= -m= --plain --number --show-all --language= --line-range= --highlight-line= --style= --color= --decorations= --paging= --theme= --wrap= --tabs=
     --terminal-width= --list-themes --list-languages --force-colorization --file-name= --diff --map-syntax= --italic-text= --squeeze-blank --unbuffered --help --version`,
    { operands: /^(?!cache$)/ },
  ),
  delta: { long: ["pager=", "config=", "diff-args="] },
  fzf: { all: true },
  file: { long: ["compile", "files-from=", "magic-file="], flags: "C", short: "fm", valued: "FeP" },
  // The program that it looks at may run.
  ldd: { firstOperand: true },
  // Schemas and entities are fetched from wherever they are said to be.
  xmllint: knownOptions(
    "-format -noout -html -xmlout -recover -encode= -xpath= -valid -schema< -relaxng< -schematron< -dtdvalid< -c14n -nonet -noblanks -nowarning -nocdata -nsclean -stream -debug -version -pretty= -huge -compact -noenc -quiet",
    { wholeWords: true, texts: ["-xpath"] },
  ),
  "pdflatex latex xelatex lualatex tex": { all: true },
  // `uniq in out` writes its second operand.
  "uniq xxd": { find: writtenPlaces },
  "split csplit": { long: ["filter=", "prefix="], short: "f" },
  shuf: { long: ["output=", "random-source="], short: "o" },
  tree: { short: "oR", valued: "LPIT", long: ["output=", "fromfile", "fromtabfile", "gitfile=", "infofile="] },
  "diff colordiff diff3 sdiff": { long: ["diff-program=", "output=", "to-file=", "from-file="], short: "o" },
  patch: { long: ["output=", "reject-file=", "get=", "ed"], short: "org", flags: "e" },
  "gpg gpg2": { all: true },
  openssl,
  "convert magick mogrify identify": { all: true },
  "base64 base32": { long: ["output="], short: "o" },
  "iconv envsubst": { long: ["output="], short: "o" },
  "column fold fmt pr": { long: ["output="] },
  "date hwclock": { long: ["set="], short: "s" },
  ip: { rest: ["exec"], flags: "bB", long: ["batch="], short: "n" },
  ss: knownOptions(
    "-natulpxwdeomisHrOQ046 -f= -A= -q= --numeric --all --tcp --udp --listening --processes --unix --extended --options --memory --info --summary --no-header --resolve --family= --query= --oneline --help --version -hV",
  ),
  netstat: {},
  "zcat gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd": {
    long: ["files=", "files0=", "filelist=", "output-dir-flat=", "output-dir-mirror=", "patch-from=", "train", "rm"],
    short: "oD",
  },
};

function writtenPlaces(words: readonly ShellWord[]): number[] {
  const written = new Set(knownPrograms.get(baseName(words[0]?.value ?? ""))?.(words.slice(1)).writes);
  return words.flatMap((word, at) => (written.has(word) ? [at] : []));
}
