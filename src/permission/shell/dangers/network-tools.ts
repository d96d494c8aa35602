import { type DangerTable, list } from "./danger.ts";
import { knownOptions } from "./known-options.ts";

/** `host:path`, and for git also a file of a commit. */
export const onMachine = /^(?!-|file:)(?!.*\/\.\.(?:\/|$))[^/]*:/s;

const inlineData = /^(?!@)/;
/** `@file` reads a format, `%output{file}` writes. */
const format = /^(?!@)(?!.*%output)/s;

/** Programs that reach other machines. */
export const networkTools: DangerTable = {
  curl: {
    long: list(`
      output= remote-name remote-name-all output-dir= config= dump-header= cookie-jar= trace= trace-ascii=
      stderr= libcurl= hsts= alt-svc= etag-save= engine= remote-header-name upload-file= form= form-string=
      url-query= netrc-file= netrc netrc-optional proxy= preproxy= proxy1.0= socks4= socks4a= socks5= socks5-hostname=
      unix-socket= abstract-unix-socket= connect-to= resolve= doh-url= dns-servers= next write-out= quote= etag-compare=
      variable= location-trusted metalink random-file= egd-file= telnet-option= time-cond= xattr
    `),
    // Of newer versions: a value is made of variables, which may be files.
    find: (words) => words.flatMap(({ prefix }, at) => (/^--exp/.test(prefix) ? [at, at + 1] : [])),
    short: "oKDcTFdxwQtz",
    texts: ["-A", "--user-agent", "-e", "--referer", "-u", "--user", "-X", "--request"],
    checked: {
      // Without `=` it is the name of a file.
      "-b": /^[^@/]*=|^$/,
      "--cookie": /^[^@/]*=|^$/,
      // `@file` is what is in the file.
      "-H": inlineData,
      "--header": inlineData,
      "--proxy-header": inlineData,
      "-d": inlineData,
      "--data": inlineData,
      "--data-ascii": inlineData,
      "--data-raw": inlineData,
      "--data-binary": inlineData,
      "--data-urlencode": /^[^@]*$/,
      "--json": inlineData,
      "-o": /^\/dev\/null$/,
      "--output": /^\/dev\/null$/,
      "-w": format,
      "--write-out": format,
    },
    flags: "OJn",
    valued: "HXuAebmCrEPYyU",
  },
  wget: {
    long: list(`
      output-document= output-file= append-output= execute= config= use-askpass= post-file= body-file=
      directory-prefix= save-cookies= rejected-log= warc-file= warc-dedup= warc-tempdir= warc-cdx input-file= hsts-file=
      content-disposition trust-server-names no-host-directories cut-dirs= no-directories preserve-permissions unlink
      certificate= private-key= load-cookies=
    `),
    // Where the server chooses the names, it also chooses what is written over.
    words: ["-nH", "-nd"],
    short: "OoaePi",
  },
  // The machine has to be spelled; its own options may stand behind it.
  ssh: {
    firstOperand: true,
    // Behind the machine stands its command; the options that name files here are found below.
    foreign: true,
    plainOptions: /^-[46AaCgKkNnqTtvXxYy]+$/,
    find: (words) =>
      words.flatMap(({ prefix }, at) => (at > 0 && /^-\w*[oFESwWLRDJiIMOBbcmQ]/.test(prefix) ? [at] : [])),
  },
  // A list of names would be sent line by line. The server that is asked is no file.
  dig: { ...knownOptions("-46imruvh -b= -c= -p= -q= -t= -x= -k=! -y=! -f=!"), foreign: /^@[\w.:-]+$/ },
  scp: { short: "oFSiJDX", valued: "lPc", foreign: onMachine },
  "mail mailx mutt sendmail ssh-add ssh-keygen ssh-agent sftp mosh slogin rsh telnet nc ncat netcat socat ftp lftp": {
    all: true,
  },
};
