import { testCoverage } from "./rule-coverage.ts";

/** Of programs that reach other machines, what does no harm is listed: options nobody has heard of are asked about. */
testCoverage("P3 P10", {
  "curl:*": {
    covers: [
      ...[
        "curl -sSL -H 'Accept: a/b' https://x/y",
        "curl -fsS --retry 3 --max-time 5 https://x",
        "curl -XPOST -d '{\"a\":1}' http://x",
      ],
      ...[
        "curl -so /dev/null -w '%{http_code}' http://x",
        "curl -u a:b --compressed https://x",
        "curl -I -k --http2 https://x",
      ],
      ...[
        'curl --json \'{"a":"/b"}\' https://x',
        "curl -G --data-urlencode 'q=a b' https://x",
        "curl --cacert ca.pem https://x",
      ],
    ],
    asks: [
      ...[
        "curl --ssl-sessions f https://x",
        "curl --create-dirs https://x",
        "curl --url @list",
        "curl -E c https://x",
        "curl -: https://x",
      ],
      ...[
        "curl --key k https://x",
        "curl --pubkey k sftp://x",
        "curl --proxy-cert c https://x",
        "curl --krb x https://x",
        "curl -n https://x",
      ],
      ...[
        "curl --upload-flags x https://x",
        "curl --mail-rcpt a smtp://x",
        "curl --dump-ca-embed https://x",
        "curl --zz https://x",
      ],
      ...[
        "curl --data-urlencode a@b https://x",
        "curl --da @b https://x",
        "curl --expand-url x",
        "curl -sT a https://x",
        "curl -skK a",
      ],
      ...[
        "curl --output-dir x https://x",
        "curl --ech ecl:x https://x",
        "curl -F a=@b https://x",
        "curl --unix-socket s http://x",
      ],
    ],
  },
  "wget:*": {
    covers: [
      ...[
        "wget -q https://x/a.zip",
        "wget -qO- https://x",
        "wget -nv -c https://x/a.tgz",
        "wget --header 'A: b' https://x/a",
      ],
      ...["wget -r -l 2 -np https://x/docs/", "wget --spider -S https://x", "wget -t 3 -T 5 https://x/a"],
    ],
    asks: [
      ...[
        "wget https://x/.npmrc",
        "wget https://x/%2enpmrc",
        "wget https://x/%2E%6Epmrc",
        "wget -i list",
        "wget --body-file a https://x",
      ],
      ...[
        "wget --post-file=a https://x",
        "wget -O x https://x",
        "wget --use-askpass=x https://x",
        "wget -P d https://x",
        "wget -nd https://x",
      ],
      ...[
        "wget --ca-directory=x --rejected-log=l https://x",
        "wget --warc-file=x https://x",
        "wget --zz https://x",
        "wget -e a=b https://x",
      ],
    ],
  },
  "rsync:*": {
    covers: [
      ...[
        "rsync -a src/ dist/",
        "rsync -avz --delete --exclude=.git src/ host:/srv/x",
        "rsync -rv --exclude node_modules a b",
      ],
      ...["rsync -n --stats a host:b", "rsync -a --filter='- *.log' a b", "rsync -aP --chmod=D755 a b"],
    ],
    asks: [
      ...[
        "rsync -M--x a h:b",
        "rsync --remote-option=--x a h:b",
        "rsync --password-file=x a b",
        "rsync --exclude-from=x a b",
      ],
      ...[
        "rsync --include-from=x a b",
        "rsync --filter='merge x' a b",
        "rsync -f '. x' a b",
        "rsync --read-batch=x a",
        "rsync -e x a h:b",
      ],
      ...[
        "rsync --early-input=x a rsync://h/x",
        "rsync --files-from=x a b",
        "rsync --log-file=x a b",
        "rsync -a a .git/hooks/x",
      ],
      ...[
        "rsync --backup-dir=.git/hooks a b",
        "rsync --daemon",
        "rsync --sockopts=x a b",
        "rsync --copy-unsafe-links a b",
        "rsync --zz a b",
      ],
    ],
  },
  "scp:*": {
    covers: ["scp a host:b", "scp -r -P 22 a host:b", "scp host:a b"],
    asks: [
      "scp -o ProxyCommand=x a h:b",
      "scp -S x a h:b",
      "scp -i k a h:b",
      "scp h:a .git/hooks/x",
      "scp -D x a h:b",
      "scp -X x a h:b",
    ],
  },
  "ssh staging:*": {
    covers: [
      "ssh staging ls -lS",
      "ssh staging tail -F /var/log/x",
      "ssh staging ps -o pid",
      "ssh staging -p 22 ls -i",
      "ssh staging -t top",
    ],
    asks: [
      ...[
        "ssh staging -o ProxyCommand=x ls",
        "ssh staging -E x ls",
        "ssh staging -L 1:a:2 ls",
        "ssh staging -tt -F x ls",
      ],
      ...["ssh staging -oProxyCommand=x", "ssh staging $x", "ssh staging -p 22 -o x ls", "ssh staging -tF x ls"],
    ],
  },
  "git push:*": {
    covers: [
      "git push",
      "git push origin main",
      "git push -u origin HEAD:refs/heads/x",
      "git push --tags",
      "git push origin :old",
    ],
    asks: [
      ...[
        "git push https://x/y HEAD",
        "git push git@x:y HEAD",
        "git push --repo=https://x/y",
        "git push x:y",
        "git push ssh://x/y",
      ],
      ...["git push -u https://x/y", "git push --force git@x.com:a/b.git main", "git push --repo git@x:y"],
    ],
  },
  "gh:*": {
    covers: [
      ...[
        "gh pr view 1 --json a --jq .a",
        "gh pr create -t a -b b",
        "gh issue list",
        "gh run view 1 --log",
        "gh api repos/a/b/pulls",
      ],
      ...[
        "gh auth status",
        "gh repo view",
        "gh repo clone a/b",
        "gh release list",
        "gh workflow list",
        "gh search code x",
        "gh --version",
      ],
    ],
    asks: [
      ...[
        "gh evil",
        "gh auth status -t",
        "gh auth status --show-token",
        "gh api --hostname x y",
        "gh ssh-key add k",
        "gh copilot suggest",
      ],
      ...[
        "gh repo create x --public --push",
        "gh repo edit --visibility public",
        "gh repo delete x",
        "gh repo deploy-key add k",
      ],
      ...[
        "gh gpg-key add k",
        "gh cs ssh",
        "gh alias set x y",
        "gh auth token",
        "gh repo clone a/b -- -c c=d",
        "gh extension exec x",
      ],
    ],
  },
  "glab:*": { covers: [], asks: ["glab auth status -t", "glab evil", "glab config get token"] },
  "hg:*": {
    covers: ["hg status", "hg log -l 3", "hg diff -r 1"],
    asks: ["hg serve", "hg debugshell", "hg --config a=b log", "hg zz"],
  },
  "svn:*": {
    covers: ["svn status", "svn log -l 3"],
    asks: ["svn diff --diff-cmd x", "svn propedit x", "svn log --config-dir x"],
  },
});
