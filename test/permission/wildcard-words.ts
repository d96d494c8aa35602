/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
/** Every way in which a word may name a place outside. */
export const outside = [
  ...["/etc/x", "~/x", "~root/x", "../x", "a/../../x", "..", "/tmp/x", "$HOME/x", '"$HOME"/x', "${HOME}/x", "~"],
  ...["--out=/etc/x", "--out=~/x", "--out=../x", "--out=$HOME/x", "-o/etc/x", "-o../x", "-abc/etc/x", "x=/etc/x"],
  ...["a,/etc/x", "a:/etc/x", "@/etc/x", "a@../x", "--a=b=/etc/x", "--a=b,c=/etc/x", "'--a=b /etc/x'", "a:~/x"],
  ...["file:///etc/x", "--a=file:/etc/x", "sqlite:////etc/x", "http://h/../../etc/x", "http://h,/etc/x", "{/etc/x,b}"],
  ...["'(/etc/x)'", '"${x:-/etc/x}"', "${x:-/etc/x}", '"$x"', "$x", '"$(cat f)"', "--out=$x", "src/$x", "/w/../x"],
  ...["/w/../etc/x", "$PWD/../x", "$OLDPWD/x", "<(ls)", "../w2/x", "//etc/x", "/proc/self/root/etc/x"],
  ...[".git/hooks/pre-commit", "--out=.git/hooks/pre-commit", ".claude/settings.json", "a/.npmrc", "-o.git/x"],
  ...[
    ".?/x",
    ".*/x",
    ".[.]/x",
    ".{.,a}/x",
    "{.,a}./x",
    ".{,a}./x",
    "{..,a}/x",
    "../*",
    "/et?/x",
    "'a#/etc/x'",
    "'a&/etc/x'",
  ],
  ...[
    "'a%/etc/x'",
    "%2fetc%2fx",
    "$'/etc/x'",
    "$'\\x2fetc/x'",
    "\\/etc/x",
    "''/etc/x",
    "-o'/etc/x'",
    "~-/x",
    "data:text/x,y",
  ],
  ...["--import=data:text/javascript,x", "http:/etc/x", "http:///etc/x", '"http://h/$x"', "/dev/stdin", "/dev/fd/3"],
  ...["@args.txt", "@dir/a/b", "--pager=less", "--exec=x", "--exec", "x.y.command=z", "--poolOptions.forks.execArgv=x"],
  ...[
    "--init-hook=x",
    "-vettool=./x",
    "--editor",
    "core.sshCommand=x",
    "--post-script",
    "--js.shell=x",
    "--credential-process=x",
  ],
];

/** What looks a little like it. */
export const inside = [
  ...["x", "src/x", "./x", "--out=x", "--out=src/x", "-osrc/x", "/w/x", "/w", "--out=/w/x", "-o/w/x", "a/../x", "."],
  ...["$PWD/x", '"$PWD"/x', "${PWD}/src", "src/*.ts", "'src/**/*.ts'", "{a,b}/x", "'{src,test}/**/*.ts'", "HEAD~1"],
  ...["https://host/a/b", "--url=https://host/a", "http://localhost:3000/a?b=/c", "postgres://u@h/db", "a..b", "...x"],
  ...["@scope/pkg", "a:b", "key=value", "/dev/null", "--out=/dev/null", "'a b c'", "app/[id]/page.tsx", "--", "-v"],
  ...[
    "--no-exec",
    "--hook-stage=push",
    "--execution",
    "--shell-check",
    "command",
    "exec",
    "a-command",
    "@scope/pkg@1.2",
  ],
];
