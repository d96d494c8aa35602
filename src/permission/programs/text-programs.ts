import { options } from "./option-table.ts";
import { type Program, program, same } from "./program.ts";

const help = "--help --version";

const sums = options(
  "-btz --binary --tag --text --zero -c! --check! --ignore-missing --quiet --status --strict",
  help,
  "-w --warn",
);

/** Programs that show, count, sort and compare text. */
export const textPrograms: { readonly [name: string]: Program } = {
  cat: program({
    options: options(
      "-AETbenstuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting",
      help,
    ),
    operands: "files",
  }),
  head: program({
    options: options("-# -qvz -c= -n= --bytes= --lines= --quiet --silent --verbose --zero-terminated", help),
    operands: "files",
  }),
  tail: program({
    options: options(
      "-# -fFqvz -c= -n= -s= --bytes= --follow? --lines= --max-unchanged-stats= --pid= --quiet --silent --retry",
      "--sleep-interval= --verbose --zero-terminated",
      help,
    ),
    operands: "files",
  }),
  tac: program({ options: options("-br -s= --before --regex --separator=", help), operands: "files" }),
  nl: program({
    options: options(
      "-p -b= -d= -f= -h= -i= -l= -n= -s= -v= -w= --body-numbering= --section-delimiter= --footer-numbering=",
      "--header-numbering= --line-increment= --join-blank-lines= --number-format= --no-renumber --number-separator=",
      "--starting-line-number= --number-width=",
      help,
    ),
    operands: "files",
  }),
  rev: program({ options: options("-Vh", help), operands: "files" }),
  wc: program({
    options: options("-Lclmw --bytes --chars --lines --files0-from=! --max-line-length --words", help),
    operands: "files",
  }),
  cut: program({
    options: options(
      "-nsz -b= -c= -d= -f= --bytes= --characters= --delimiter= --fields= --complement --only-delimited",
      "--output-delimiter= --zero-terminated",
      help,
    ),
    operands: "files",
  }),
  paste: program({ options: options("-sz -d= --delimiters= --serial --zero-terminated", help), operands: "files" }),
  tr: program({
    options: options("-Ccdst --complement --delete --squeeze-repeats --truncate-set1", help),
    operands: "text",
  }),
  expand: program({ options: options("-# -i -t= --initial --tabs=", help), operands: "files" }),
  unexpand: program({ options: options("-# -a -t= --all --first-only --tabs=", help), operands: "files" }),
  fold: program({ options: options("-# -bs -w= --bytes --spaces --width=", help), operands: "files" }),
  fmt: program({
    options: options(
      "-# -cstu -g= -p= -w= --crown-margin --prefix= --split-only --tagged-paragraph --uniform-spacing --width= --goal=",
      help,
    ),
    operands: "files",
  }),
  column: program({
    options: options(
      "-JLVdehtx -E= -H= -N= -O= -R= -T= -W= -c= -i= -l= -n= -o= -p= -r= -s= --table --table-name= --table-order=",
      "--table-columns= --table-columns-limit= --table-noextreme= --table-noheadings --table-header-repeat --table-hide=",
      "--table-right= --table-truncate= --table-wrap= --keep-empty-lines --table-empty-lines --json --tree= --tree-id=",
      "--tree-parent= --output-width= --output-separator= --separator= --fillrows",
      help,
    ),
    operands: "files",
  }),
  comm: program({
    options: options("-123z --check-order --nocheck-order --output-delimiter= --total --zero-terminated", help),
    operands: "files",
  }),
  join: program({
    options: options(
      "-iz -1= -2= -a= -e= -j= -o= -t= -v= --ignore-case --check-order --nocheck-order --header --zero-terminated",
      help,
    ),
    operands: "files",
  }),
  sort: program({
    options: options(
      "-CMRVbcdfghimnrsuz -S= -T=! -k= -o> -t= --ignore-leading-blanks --dictionary-order --ignore-case",
      "--general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort",
      "--random-source=! --reverse --sort= --version-sort --batch-size= --check? --compress-program=! --debug",
      "--files0-from=! --key= --merge --output> --stable --buffer-size= --field-separator= --temporary-directory=!",
      "--parallel= --unique --zero-terminated",
      help,
    ),
    operands: "files",
  }),
  uniq: program({
    options: options(
      "-Dcdiuz -f= -s= -w= --count --repeated --all-repeated? --skip-fields= --group? --ignore-case --skip-chars=",
      "--unique --zero-terminated --check-chars=",
      help,
    ),
    operands: "files",
    most: 1,
  }),
  cmp: program({
    options: options(
      "-blsv -i= -n= --print-bytes --print-chars --ignore-initial= --verbose --bytes= --quiet --silent",
      help,
    ),
    operands: "files",
  }),
  diff: program({
    // In folders that it is sent through it follows links, and it writes pages by another program.
    options: options(
      "-# -BENTZabdenipqstvwy -c -u -C= -U= -D= -F= -I= -S= -W= -X< -x= -l! -r! --normal --brief --report-identical-files",
      "--context? --unified? --ed --rcs --side-by-side --width= --left-column --suppress-common-lines --show-c-function",
      "--show-function-line= --label= --expand-tabs --initial-tab --tabsize= --suppress-blank-empty --paginate!",
      "--recursive! --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case",
      "--no-ignore-file-name-case --exclude= --exclude-from< --starting-file= --from-file< --to-file< --ignore-case",
      "--ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines",
      "--ignore-matching-lines= --text --strip-trailing-cr --ifdef= --line-format= --minimal --horizon-lines=",
      "--speed-large-files --color? --palette= --binary --changed-group-format= --forward-ed --inhibit-hunk-merge",
      "--new-group-format= --new-line-format= --old-group-format= --old-line-format= --sdiff-merge-assist",
      "--unchanged-group-format= --unchanged-line-format=",
      help,
    ),
    operands: "files",
  }),
  ...same(
    "grep egrep fgrep",
    program({
      // -R follows links to wherever they lead.
      options: options(
        "-# -EFGHILPTUVZabchilnoqrsvwxyz -R! -A= -B= -C= -D= -d= -e= -f< -m= --extended-regexp --fixed-strings",
        "--fixed-regexp --basic-regexp --perl-regexp --regexp= --file< --ignore-case --no-ignore-case --word-regexp",
        "--line-regexp --null-data --no-messages --invert-match --max-count= --byte-offset --line-number",
        "--line-buffered --with-filename --no-filename --label= --only-matching --quiet --silent --binary-files= --text",
        "--directories= --devices= --recursive --dereference-recursive! --include= --exclude= --exclude-from<",
        "--exclude-dir= --files-without-match --files-with-matches --count --initial-tab --null --before-context=",
        "--after-context= --context= --group-separator= --no-group-separator --color? --colour? --binary",
        "--unix-byte-offsets",
        help,
      ),
      operands: "pattern",
      instead: ["-e", "-f", "--regexp", "--file"],
    }),
  ),
  ...same("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum", program({ options: sums, operands: "files" })),
  shasum: program({
    options: options(
      "-btUs0w -p! -c! -q! -a= --algorithm= --binary --text --UNIVERSAL --01 --tag -h --check! --warn --status",
      help,
    ),
    operands: "files",
    exact: true,
    odd: /[|<>&]/,
  }),
  b2sum: program({
    options: options(
      "-btwz -c! -l= --binary --check! --length= --tag --text --zero --ignore-missing --quiet --status --strict --warn",
      help,
    ),
    operands: "files",
  }),
  cksum: program({
    options: options(
      "-wz -a= -c! -l= --algorithm= --check! --length= --tag --untagged --zero --ignore-missing --quiet --status",
      "--strict --warn --debug",
      help,
    ),
    operands: "files",
  }),
  od: program({
    options: options(
      "-abcdfhilosvx -A= -N= -j= -t= -S= -w? --address-radix= --endian= --skip-bytes= --read-bytes= --strings? --format=",
      "--output-duplicates --width? --traditional",
      help,
    ),
    operands: "files",
  }),
  xxd: program({
    options: options("-CEabdeipuv -c= -g= -l= -n= -o= -s= -r! -R=!"),
    operands: "files",
    most: 1,
    // It looks at the first letter of a word alone.
    odd: /^-[A-Za-z]{2}/,
  }),
  hexdump: program({
    options: options(
      "-CVbcdhovx -e= -f< -n= -s= -L? --one-byte-octal --one-byte-char --canonical --two-bytes-decimal",
      "--two-bytes-octal --two-bytes-hex --color? --format= --format-file< --length= --skip= --no-squeezing",
      help,
    ),
    operands: "files",
  }),
  strings: program({
    options: options(
      "-Vadfhovw -T= -n= -s= -t= -e= -U= --all --data --print-file-name --bytes= --radix= --include-all-whitespace",
      "--target= --encoding= --unicode= --output-separator=",
      help,
    ),
    operands: "files",
    // `@file` is a file with options, wherever it stands.
    odd: /^@/,
  }),
  ...same(
    "base64 base32",
    program({ options: options("-di -w= --decode --ignore-garbage --wrap=", help), operands: "files" }),
  ),
};
