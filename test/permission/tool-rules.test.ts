import { testCoverage } from "./rule-coverage.ts";

testCoverage("P3 P10", {
  "openssl:*": {
    covers: [
      ...[
        "openssl version -a",
        "openssl x509 -in a.pem -noout -text",
        "openssl rand -hex 32",
        "openssl dgst -sha256 a",
      ],
      ...["openssl s_client -connect x.com:443 -servername x.com -showcerts", "openssl sha256 a", "openssl ciphers -v"],
      ...[
        "openssl req -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -days 9 -subj '/CN=x'",
        "openssl genrsa 2048",
      ],
      ...["openssl verify -CAfile ca.pem a.pem", "openssl enc -d -base64 -in a", "openssl x509 -in a -checkend 86400"],
    ],
    asks: [
      ...["openssl engine dynamic -pre SO_PATH:./x.so -pre LOAD", "openssl engine -t ./x.so", "openssl s_server -WWW"],
      ...[
        "openssl dgst -engine ./x.so a",
        "openssl list -provider-path . -provider x",
        "openssl sha256 -engine_impl a",
      ],
      ...[
        "openssl s_client -connect x:1 -keylogfile a",
        "openssl s_client -connect x:1 -sess_out a",
        "openssl ca -in a",
      ],
      ...[
        "openssl s_client -connect x:1 -ssl_config x",
        "openssl x509 -in a -out .git/hooks/x",
        "openssl x509 -in /etc/x",
      ],
      ...[
        "openssl req -config x.cnf -new",
        "openssl enc -d -base64 -in a -out b",
        "openssl s_time -www x",
        "openssl zz",
      ],
      ...[
        "openssl ocsp -port 80 -index a",
        "openssl cmp -config x",
        "openssl storeutl file:/etc/x",
        "openssl req -keygen_engine x",
      ],
      ...[
        "openssl s_client -connect x:1 -proxy evil:1",
        "openssl s_client -connect x:1 -msgfile a",
        "openssl rehash .",
      ],
    ],
  },
  "sqlite3:*": {
    covers: ["sqlite3 a.db 'select 1'", "sqlite3 data/a.db .tables", "sqlite3 :memory: 'select 1'"],
    asks: [
      "sqlite3 .git/hooks/x 'create table a(b)'",
      "sqlite3 file:.claude/x 'select 1'",
      "sqlite3 .npmrc 'select 1'",
    ],
  },
  "kill:*": {
    covers: [
      "kill 123",
      "kill -9 123",
      "kill -TERM 1 2",
      "kill -1 123",
      "kill %1",
      "kill -s KILL 5",
      "kill -l",
      "kill -0 5",
    ],
    asks: [
      "kill -9 -1",
      "kill -- -1",
      "kill -s KILL -1",
      "kill -9 0",
      "kill -n 9 -1",
      "kill -9 5 -1",
      "kill -SIGKILL -1",
      "kill -1",
    ],
  },
  "pkill:*": {
    covers: [
      "pkill node",
      "pkill -f 'node server'",
      "pkill -9 -f vite",
      "pkill -TERM -x node",
      "pkill --signal 9 node",
    ],
    asks: [
      "pkill -u me",
      "pkill -f .",
      "pkill ''",
      "pkill -v node",
      "pkill -t pts/1",
      "pkill -F pids node",
      "pkill -g 0",
      "pkill -f '.*'",
    ],
  },
  "killall:*": {
    covers: ["killall node", "killall -9 node", "killall -q -s KILL node"],
    asks: ["killall -u me", "killall -r '.*'", "killall -r node", "killall -g node", "killall -Z x node"],
  },
  "just:*": {
    covers: [
      "just",
      "just build",
      "just test unit",
      "just -l",
      "just --dry-run x",
      "just VERBOSE=1 x",
      "just build a=b",
      "just -n x",
    ],
    asks: [
      ...[
        "just -e",
        "just --edit",
        "just -g x",
        "just --command sh",
        "just -c sh",
        "just -f x build",
        "just --set a b x",
      ],
      ...[
        "just CC=evil x",
        "just --choose",
        "just --chooser x",
        "just -E x y",
        "just --dotenv-filename x y",
        "just ../x/y",
      ],
      ...[
        "just --shell-command x",
        "just --tempdir .git x",
        "just x 'a;b'",
        "just --evaluate",
        "just --working-directory src x",
      ],
    ],
  },
  "task:*": {
    covers: [
      "task build",
      "task -l",
      "task --list-all",
      "task -f build",
      "task --dry x",
      "task build -- -v",
      "task -p a b",
    ],
    asks: [
      "task -t x y",
      "task --taskfile https://x y",
      "task -d src x",
      "task -g x",
      "task CC=evil x",
      "task --insecure x",
    ],
  },
  "cargo:*": {
    covers: [
      "cargo help build",
      "cargo help",
      "cargo new x --vcs none",
      "cargo clean",
      "cargo clean -p x",
      "cargo build",
    ],
    asks: [
      "cargo help evil",
      "cargo new x --vcs pijul",
      "cargo init --vcs=fossil",
      "cargo clean --target-dir src",
      "cargo evil",
    ],
  },
  "npm run:*": {
    covers: ["npm run build", "npm run test -- env", "npm run env:check", "npm run -s build"],
    asks: ["npm run env", "npm run -s env", "npm run env --silent", "npm run -w a env"],
  },
  "npm:*": { covers: ["npm run build"], asks: ["npm run env", "npm run-script env", "npm rum env", "npm urn env"] },
});
