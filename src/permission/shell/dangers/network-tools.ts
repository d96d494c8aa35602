import { type DangerTable, list } from "./danger.ts";

/** Programs that reach other machines, containers and users. */
export const networkTools: DangerTable = {
  curl: {
    long: list(`
      output= remote-name remote-name-all output-dir= config= dump-header= cookie-jar= trace= trace-ascii=
      stderr= libcurl= hsts= alt-svc= etag-save= engine= remote-header-name upload-file= form= data=
      data-binary= data-raw= data-urlencode= json= form-string= url-query= netrc-file= proxy= preproxy=
      unix-socket= next write-out= quote=
    `),
    short: "oKDcTFdxw",
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
  "mail mailx mutt sendmail ssh ssh-add ssh-keygen ssh-agent scp sftp mosh slogin rsh telnet nc ncat netcat socat ftp lftp":
    { all: true },
  "docker podman nerdctl": {
    rest: list(`
      run exec create build buildx cp plugin context config save export commit
    `),
    long: ["host=", "config=", "context=", "file=", "project-directory=", "env-file="],
    short: "Hc",
  },
  "docker-compose": { rest: ["run", "exec"], long: ["file=", "project-directory="], short: "f" },
  "kubectl oc helm": {
    rest: ["exec", "run", "cp", "debug", "edit", "plugin", "proxy", "port-forward", "attach"],
    long: ["kubeconfig=", "post-renderer="],
  },
  "terraform tofu pulumi ansible ansible-playbook vagrant aws gcloud az": {
    long: ["chdir=", "profile="],
    rest: ["exec", "console", "ssh"],
  },
};
