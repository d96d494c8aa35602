import type { Danger } from "./danger.ts";
import { knownOptions } from "./known-options.ts";

/** `host:path`, and for git also a file of a commit. */
export const onMachine = /^(?!-|file:)(?!.*\/\.\.(?:\/|$))[^/]*:/s;

const inlineData = /^(?!@)/;
/** `@file` reads a format, `%output{file}` writes. */
const format = /^(?!@)(?!.*%output)/s;
/** Without `=` it is the name of a file. */
const cookie = /^[^@/]*=|^$/;
const nowhere = /^\/dev\/null$/;

const curlValues: { readonly [option: string]: RegExp } = {
  "-b": cookie,
  "--cookie": cookie,
  "-H": inlineData,
  "--header": inlineData,
  "-d": inlineData,
  "--data": inlineData,
  "--data-ascii": inlineData,
  "--data-raw": inlineData,
  "--data-binary": inlineData,
  "--data-urlencode": /^[^@]*$/,
  "--json": inlineData,
  "-o": nowhere,
  "--output": nowhere,
  "-w": format,
  "--write-out": format,
};

/** Its options that choose what is asked of a server and how it is shown: none sends or writes a file, or goes to another server. */
export const curl: Danger = {
  unabbreviated: true,
  ...knownOptions(
    `-sSfLiIkvGgNa012346jlBRVZMpq# --silent --show-error --fail --fail-with-body --fail-early --location --include --show-headers --head --insecure --verbose --get
     --globoff --no-buffer --http0.9 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http3-only --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3
     --ipv4 --ipv6 --progress-bar --no-progress-meter --compressed --tr-encoding --basic --digest --ntlm --negotiate --anyauth --path-as-is --parallel
     --parallel-immediate --version --help? --manual --disable --raw --ssl --ssl-reqd --ssl-no-revoke --tcp-nodelay --tcp-fastopen --no-keepalive --no-alpn
     --no-sessionid --post301 --post302 --post303 --retry-all-errors --retry-connrefused --styled-output --no-styled-output --cert-status
     --ignore-content-length --list-only --remote-time --junk-session-cookies --suppress-connect-headers --trace-time --trace-ids --out-null -h?
     -A= -b= -C= -d= -e= -H= -m= -o= -r= -u= -w= -X= -y= -Y= --max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --max-redirs=
     --max-filesize= --limit-rate= --speed-limit= --speed-time= --user-agent= --referer= --header= --request= --data= --data-ascii= --data-raw= --data-binary=
     --data-urlencode= --json= --url= --user= --oauth2-bearer= --aws-sigv4= --cookie= --range= --continue-at= --write-out= --output= --interface= --local-port=
     --ciphers= --tls13-ciphers= --curves= --tls-max= --noproxy= --keepalive-time= --happy-eyeballs-timeout-ms= --expect100-timeout= --parallel-max= --rate=
     --cacert< --request-target= --proto= --proto-default= --proto-redir=`,
    {
      texts: ["-A", "--user-agent", "-e", "--referer", "-u", "--user", "-X", "--request", "--request-target"],
      values: curlValues,
    },
  ),
  // Whatever letters stand in front of theirs.
  checked: curlValues,
};

/** The same; it writes a file of the name that the address ends with, or what is told here. */
export const wget: Danger = knownOptions(
  `-qvcSNrpkKEHLxdbhV46m -t= -T= -w= -Q= -U= -l= -A= -R= -D= -O= --quiet --verbose --no-verbose --continue --server-response --timestamping --recursive
   --page-requisites --convert-links --backup-converted --adjust-extension --span-hosts --relative --force-directories --mirror --no-clobber --no-parent
   --no-check-certificate --no-cookies --no-cache --no-proxy --no-hsts --no-netrc --no-config --no-dns-cache --spider --show-progress --progress=
   --tries= --timeout= --connect-timeout= --read-timeout= --dns-timeout= --wait= --waitretry= --random-wait --quota= --user-agent= --header= --referer=
   --level= --accept= --reject= --accept-regex= --reject-regex= --domains= --exclude-domains= --limit-rate= --max-redirect= --retry-connrefused
   --retry-on-http-error= --method= --post-data= --body-data= --inet4-only --inet6-only --https-only --debug --help --version --user= --password=
   --auth-no-challenge --compression= --no-iri --no-verbose --content-on-error --output-document= --restrict-file-names= --no-if-modified-since
   --ca-certificate< --secure-protocol= --start-pos= --delete-after! --no-host-directories! --no-directories!`,
  {
    also: /^-(?:nv|nc|np)$/,
    texts: ["-U", "--user-agent", "--header", "--referer", "--post-data", "--body-data"],
    values: { "-O": /^(?:-|\/dev\/null)$/, "--output-document": /^(?:-|\/dev\/null)$/ },
  },
);

/** Copies here, and to and from other machines; not with another program at either end, by lists, or by rules in files. */
export const rsync: Danger = {
  ...knownOptions(
    `-avzrlptgoDhnuRPHAXSWxcqidkKLIbmC8y0 --archive --verbose --compress --recursive --links --perms --times --group --owner --devices --specials --human-readable
     --dry-run --update --relative --progress --partial --hard-links --acls --xattrs --sparse --whole-file --no-whole-file --one-file-system --checksum --quiet
     --itemize-changes --dirs --copy-links --copy-unsafe-links! --safe-links --keep-dirlinks --ignore-times --backup --prune-empty-dirs --cvs-exclude --fuzzy
     --delete --delete-before --delete-during --delete-after --delete-delay --delete-excluded --force --existing --ignore-existing --ignore-errors
     --remove-source-files --size-only --stats --numeric-ids --inplace --append --append-verify --no-perms --no-owner --no-group --no-times --no-links
     --omit-dir-times --executability --no-recursive --mkpath --list-only --open-noatime --fsync --info= --debug= --bwlimit= --timeout= --contimeout= --port=
     --max-size= --min-size= --max-delete= --modify-window= --chmod= --chown= --out-format= --exclude= --include= --suffix= --partial-dir> --backup-dir>
     --temp-dir> --compress-level= --compress-choice= --checksum-choice= --iconv= --block-size= --protocol= --usermap= --groupmap= --skip-compress= -T> -B= -f= -e=!
     --filter= --link-dest= --compare-dest= --copy-dest= --version --help -46`,
    {
      values: { "-f": plainFilter, "--filter": plainFilter },
      // Patterns, from the top of what is copied.
      texts: ["--exclude", "--include"],
    },
  ),
  foreign: onMachine,
};

/** A pattern; `merge` and `.` read rules from a file. */
function plainFilter(rule: string): boolean {
  return /^(?:[-+PRHS][!Crspx/]*|exclude|include|protect|hide|show|risk|clear|!)(?:[,\s_][^\n]*)?$/.test(rule);
}
