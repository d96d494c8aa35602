import { type DangerTable, list } from "./danger.ts";

/** `host:path`, and for git also a file of a commit. */
export const onMachine = /^(?!-|file:)[^/]*:/;

const inlineData = /^(?!@)/;
/** `@file` reads a format, `%output{file}` writes. */
const format = /^(?!@)(?!.*%output)/s;

/** Programs that reach other machines. */
export const networkTools: DangerTable = {
  curl: {
    long: list(`
      output= remote-name remote-name-all output-dir= config= dump-header= cookie-jar= trace= trace-ascii=
      stderr= libcurl= hsts= alt-svc= etag-save= engine= remote-header-name upload-file= form= form-string=
      url-query= netrc-file= proxy= preproxy= unix-socket= next write-out= quote=
    `),
    short: "oKDcTFdxw",
    checked: {
      // `@file` is what is in the file.
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
    flags: "OJ",
    valued: "HXuAebmCrEPQtYyz",
  },
  wget: {
    long: list(`
      output-document= output-file= append-output= execute= config= use-askpass= post-file= body-file=
      directory-prefix= save-cookies= rejected-log= warc-file= input-file=
    `),
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
  scp: { short: "oFSiJDX", valued: "lPc", foreign: onMachine },
  "mail mailx mutt sendmail ssh-add ssh-keygen ssh-agent sftp mosh slogin rsh telnet nc ncat netcat socat ftp lftp": {
    all: true,
  },
};
