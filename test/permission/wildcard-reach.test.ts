/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, why } from "../../src/exports/permission.ts";
import { askOf, bash, policyOf } from "./policy-of.ts";
import { inside, outside } from "./wildcard-words.ts";

/** What stands behind `program:*`, and what is decided. */
type Cases = { readonly [rule: string]: { readonly asks: readonly string[]; readonly allows: readonly string[] } };

const verdict = (rules: readonly string[], line: string) =>
  decide(bash(line), policyOf(rules.map((rule) => `allow user Bash(${rule})`)));

function check(cases: Cases): void {
  for (const [rules, { asks, allows }] of Object.entries(cases)) {
    const all = rules.split(" && ");
    for (const line of asks) {
      const decision = verdict(all, line);
      assert.equal(decision.effect, "ask", `${rules}: ${line}: ${why(decision)}`);
    }
    for (const line of allows) {
      const decision = verdict(all, line);
      assert.equal(decision.effect, "allow", `${rules}: ${line}: ${why(decision)}`);
    }
  }
}

test("P3 P10 no wildcard covers a word that leads out of the working folders, of whichever program, known or not", () => {
  for (const rule of ["zz", "zz sub", "./run.sh", "npx zz", "uv run zz"])
    for (const word of outside) {
      const decision = verdict([`${rule}:*`], `${rule} ${word}`);
      assert.equal(decision.effect, "ask", `${rule} ${word}: ${why(decision)}`);
      // In a rule stars and backslashes mean something themselves.
      if (!/[*\\]/.test(word))
        assert.equal(verdict([`${rule} ${word}`], `${rule} ${word}`).effect, "allow", `spelled: ${rule} ${word}`);
    }
});

test("P3 P10 a wildcard covers what stays inside, addresses and what is no path", () => {
  for (const rule of ["zz", "zz sub", "./run.sh"])
    for (const word of inside) {
      const decision = verdict([`${rule}:*`], `${rule} ${word}`);
      assert.equal(decision.effect, "allow", `${rule} ${word}: ${why(decision)}`);
    }
});

test("P3 a rule that spells the place covers it, and folders that the policy adds are inside", () => {
  check({
    "zz --out /etc/x:*": { allows: ["zz --out /etc/x", "zz --out /etc/x -v"], asks: ["zz --out /etc/x /etc/y"] },
    "zz /srv/*": { allows: ["zz /srv/app/x"], asks: ["zz /srv/../etc/x", "zz /srv/a/../../etc/x", "zz /srv/a /etc/x"] },
    "zz --out=/srv/* && zz ~/notes/*": {
      allows: ["zz --out=/srv/app/x", "zz ~/notes/a"],
      asks: ["zz --out=/srv/../x", "zz --out=/etc/x", "zz ~/other/a", "zz ~/notes/../x"],
    },
    "node scripts/* && python3 scripts/* && ./tools/* && zz src/*": {
      allows: ["node scripts/a.js", "./tools/x ../w/a", "zz src/a", "node scripts/sub/a.js --x"],
      asks: ["node scripts/../a.js", "python3 scripts/b/../../a.py", "./tools/../x", "zz src//../a", "zz 'src/../a'"],
    },
    "git:* && git mv:*": {
      allows: ["git mv a b", "git add .claude/settings.json", "git rm .vscode/a", "git checkout .npmrc"],
      asks: [
        "git mv a .git/hooks/x",
        "git mv a .claude/settings.json",
        "git merge-file .git/config a b",
        "git -C . mv a .git/x",
      ],
    },
    "zz /* && zz ~/*": { allows: [], asks: ["zz /etc/x", "zz ~/.ssh/x"] },
    "./build/* && * --version": {
      allows: ["./build/x", "zz --version"],
      asks: ["./build/../../x", "./build/a/../../../x", "/tmp/x --version", "../x --version"],
    },
  });
  const policy = policyOf(["allow user Bash(zz:*)"]);
  const ask = (command: string, directories: string[]) => ({ ...askOf("Bash", { command }), directories });
  assert.equal(decide(ask("zz --out /tmp/x", ["/w"]), policy).effect, "ask");
  assert.equal(decide(ask("zz --out /tmp/x", ["/w", "/tmp"]), policy).effect, "allow");
});

test("P3 behind cd, `..` is taken from there", () => {
  check({
    "cd:* && zz:*": {
      allows: ["cd src && zz ..", "cd src/a && zz ../../x"],
      asks: ["cd src && zz ../..", "cd src; zz ..", "cd src && zz ../../x"],
    },
  });
});

test("P3 a link that leads outside is outside", () => {
  const files = {
    realpath: (path: string) => (path.endsWith("/HEAD") ? undefined : path.replace(/^\/w\/link(?=\/|$)/, "/etc")),
    readlink: (path: string) => (path === "/w/link" ? "/etc" : undefined),
  };
  const policy = policyOf(["allow user Bash(zz:*)"], { files });
  assert.equal(decide(bash("zz /w/link/x"), policy).effect, "ask");
  assert.equal(decide(bash("zz a/../link/x"), policy).effect, "ask");
  assert.equal(decide(bash("zz /w/src/x"), policy).effect, "allow");
});

test("P3 programs that only look stay covered, and so do words of containers and other machines", () => {
  check({
    "cat:* && head:* && wc:* && stat:*": { allows: ["cat a", "head -3 src/a", "wc -l a", "stat a"], asks: [] },
    "docker exec:* && docker run:*": {
      allows: [
        "docker exec app cat /etc/hosts",
        "docker run --rm -w /app x ls /srv",
        "docker exec -it app sh -c 'ls /'",
      ],
      asks: ["docker run -v /:/x y ls", "docker run --env-file=/etc/x y"],
    },
    "ssh staging:*": { allows: ["ssh staging ls /srv", "ssh staging 'cat ~/x'"], asks: ["ssh -F /tmp/x staging ls"] },
    "kubectl exec:*": { allows: ["kubectl exec pod -- ls /app"], asks: ["kubectl exec --kubeconfig=x pod -- ls"] },
    "scp:* && rsync:*": {
      allows: ["scp a.txt staging:/tmp/", "rsync -av src/ staging:/srv/app/", "scp u@h:/etc/x ./x"],
      asks: [
        "scp staging:/x /etc/x",
        "rsync -a h:x ~/x",
        "rsync --backup-dir=/x a b",
        "rsync -a --partial-dir=../x a b",
      ],
    },
    "git:*": {
      allows: ["git commit -m 'mend /etc/x, ~/y'", "git commit -am '/x'", "git add :/", "git log -- a"],
      asks: ["git worktree add /x", "git clone https://h/x /srv/x", "git merge-file /x a b", "git apply /tmp/x.patch"],
    },
    "gh:*": {
      allows: [
        "gh pr create --title x --body 'see /docs and `code`'",
        "gh api /repos/x/y",
        "gh pr comment 1 -b '$(x)'",
      ],
      asks: ["gh api -F body=@/etc/passwd /repos/x", "gh api /repos/../x --input /etc/x", "gh release upload v1 ~/x"],
    },
  });
});

test("P3 a value that is a program for somebody else is no text", () => {
  check({
    "zz:*": {
      asks: [
        "zz '--mapper=|./evil'",
        "zz '|evil'",
        "zz --alias=!evil",
        "zz '$(evil)'",
        "zz 'a=`evil`'",
        "zz '--x=$(evil)'",
      ],
      allows: ["zz 'a|b'", "zz '!dist'", "zz '$5'"],
    },
    "g++:*": { asks: ["g++ -fmodules-ts '-fmodule-mapper=|./evil' -c m.cc"], allows: ["g++ -fmodules-ts -c m.cc"] },
  });
});

test("P3 P10 an option that is listed counts in every spelling", () => {
  check({
    "make:*": {
      asks: [
        "make --dir=/tmp/evil",
        "make --direct /tmp/evil",
        "make --ev=x",
        "make --makef=x",
        "make -kf x",
        "make -C/x",
      ],
      allows: ["make --directory=sub", "make -C sub", "make --dry-run", "make -kj4"],
    },
    "curl:*": {
      asks: [
        "curl --data-bi @id https://h",
        "curl --outp x https://h",
        "curl --upl x https://h",
        "curl -sKx https://h",
      ],
      allows: ["curl --data-binary x https://h", "curl -sS https://h"],
    },
    "psql:*": { asks: ["psql -c 'select 1' --comm='\\! touch x'"], allows: ["psql --command='select 1'"] },
    "mysql:*": { asks: ["mysql -e 'select 1' --execut='system touch x'"], allows: ["mysql --execute='select 1'"] },
    "tar:*": { asks: ["tar xf a.tar --direc=/x", "tar xf a.tar --to-c=x"], allows: ["tar xf a.tar --directory=x"] },
    "docker build:*": { asks: ["docker build --output=out .", "docker build -oout ."], allows: ["docker build -q ."] },
    "./gradlew:*": {
      asks: ["./gradlew --init-script=e.gradle", "./gradlew -Ie.gradle", "./gradlew --include-build=x"],
      allows: ["./gradlew --info test", "./gradlew --continue --build-cache test"],
    },
    "mvn:*": { asks: ["mvn --settings=e.xml test", "mvn -se.xml test"], allows: ["mvn -q -ntp test"] },
    "rustc:*": { asks: ["rustc --codegen=linker=./evil m.rs", "rustc --sysroot=x m.rs"], allows: ["rustc -O m.rs"] },
  });
});

test("P3 P10 an option that is not known hides which word is the subcommand", () => {
  check({
    "aws:*": {
      asks: ["aws --color off configure set x y", "aws --weird x configure set a b", "aws --weird s3 ls"],
      allows: ["aws --region eu-1 s3 ls", "aws --version", "aws --region=eu-1 s3 ls", "aws --no-cli-pager s3 ls"],
    },
    "gcloud:*": { asks: ["gcloud --verbosity error config set x y"], allows: ["gcloud --project x compute list"] },
    "pnpm:*": {
      asks: ["pnpm --filter-prod web exec touch x"],
      allows: ["pnpm --filter web build", "pnpm -r test", "pnpm --silent test"],
    },
    "git:*": {
      asks: ["git --weird x difftool", "git --weird status x"],
      allows: ["git --no-pager log", "git -P diff", "git --version"],
    },
    "docker ps:* && docker --weird:*": { asks: ["docker --weird x run y"], allows: ["docker ps -a"] },
  });
});

test("P3 what an expansion decides is judged by what it begins with, and what says nothing is dangerous", () => {
  check({
    "make:*": {
      asks: ['make "SHELL=$PWD/evil"', "make SHELL=$PWD/evil", 'make "$x"', "make $x", 'make "SH$x"', 'make "x$y"'],
      allows: ["make test", "make VERBOSE=1"],
    },
    "cmake:*": {
      asks: ['cmake --build build -- "SHELL=$PWD/evil"', 'cmake --build build -- "$x"', 'cmake "-DX=$PWD/x" .'],
      allows: ["cmake --build build -- -j4"],
    },
    "gcc:*": { asks: ['gcc "$x"', 'gcc "/x/$y"', 'gcc "@$x"'], allows: ["gcc src/a.c -o a"] },
  });
});

test("P3 P9 a variable in front of a command is harmless only with a plain value", () => {
  check({
    "make:* && npm test:* && env:*": {
      asks: [
        ...["VERBOSE='$(shell touch x)' make", "GOOS='$(shell x)' make build", "LC_X='1; touch x' make", "CI=$x make"],
        ...["DEBUG=/etc/x npm test", "NODE_ENV=../x npm test", "env VERBOSE='$(shell x)' make", "PORT=`x` npm test"],
        ...["TZ=:/etc/shadow make", "LANGUAGE=../../x make", "VERBOSE+='$(shell x)' make", "LANG='a b' make"],
      ],
      allows: [
        ...["VERBOSE=1 make", "GOOS=linux GOARCH=amd64 make", "NODE_ENV=test npm test", "CI= npm test", "TZ=UTC make"],
        ...["DEBUG=app:* npm test", "RUST_LOG=debug,hyper=info make", "LC_ALL=C.UTF-8 make", "TZ=Europe/Berlin make"],
        "PORT=3000 npm test",
      ],
    },
    "unused:*": {
      asks: ["LANGUAGE=../../../tmp/x ls", "TZ=/etc/shadow date", "LC_ALL=/x ls", 'TERM="$x" ls'],
      allows: ["LANG=C ls", "TZ=America/New_York date", "NO_COLOR=1 ls"],
    },
  });
});

test("P3 P10 python -m x is judged as x, also behind what runs it", () => {
  check({
    "python -m pytest:* && python:* && python3:* && uv run:* && poetry run:*": {
      asks: [
        ...["python -m pytest --junitxml=/home/u/.bashrc", "python -m pytest --basetemp=/x", "python -m pytest -p ./x"],
        ...[
          "uv run python -m pytest --junitxml=/x",
          "poetry run python -m pytest --rootdir=/x",
          "python -mpytest -c /x",
        ],
        ...["python -um pytest --junitxml ../x", "python -W ignore -m pytest --pdbcls=x:y", "python3 -m venv /x"],
        ...["python -m json.tool a /x", "python3 -m mypy --python-executable=./x src"],
      ],
      allows: [
        ...["python -m pytest", "python -m pytest -x tests/a.py", "python -m pytest --junitxml=out.xml", "python x.py"],
        ...["uv run python -m pytest -q", "python3 -m venv .venv", "python -m json.tool a.json", "python -m mypy src"],
      ],
    },
    "pytest:*": { asks: ["python -m pytest"], allows: ["pytest"] },
  });
  const policy = policyOf(["allow user Bash(python:*)", "deny user Bash(pytest:*)"]);
  assert.equal(decide(bash("python -m pytest"), policy).effect, "deny", "a rule against pytest sees it");
});

test("P3 P10 a rule that spells an address covers no other host", () => {
  check({
    "curl https://api.example.com/* && curl https://a.example*": {
      allows: [
        ...["curl https://api.example.com/v1/x", "curl https://api.example.com/ -H 'A: b' -X POST -d '{}'"],
        ...["curl https://a.example:8080/x", "curl https://a.example"],
      ],
      asks: [
        ...["curl https://api.example.com/v1 https://evil.com", "curl https://api.example.com/v1 evil.com"],
        ...[
          "curl https://api.example.com/v1 -s evil.com",
          "curl https://a.example.evil.com/x",
          "curl https://a.example@evil.com",
        ],
        ...[
          "curl https://a.example:80@evil.com/x",
          "curl https://a.example/ --url=http://evil.com",
          "curl https://a.example/ -xevil",
        ],
        ...[
          "curl https://a.example\\@evil.com",
          "curl https://a.example/ $x",
          "curl https://a.example/ --resolve a.example:443:1.2.3.4",
        ],
      ],
    },
    "git clone https://github.com/x/*": {
      allows: ["git clone https://github.com/x/y", "git clone https://github.com/x/y dir"],
      asks: ["git clone https://github.com/x/../../evil/y", "git clone https://github.com/x/y ../../z"],
    },
  });
});

test("P3 what is text for one option is none for another", () => {
  check({
    "gh:*": {
      allows: [
        "gh pr view --jq .title",
        "gh release create v1 -t x -n '/notes' dist/a",
        'gh pr create -b "$(cat x)" -t "$y"',
      ],
      asks: [
        "gh pr view --jq env",
        "gh api x -q '$ENV'",
        "gh release create v1 -d /etc/x",
        "gh pr create -t --body-file=/x",
      ],
    },
    "ava:* && pytest:* && jest:*": {
      allows: ["pytest -xk '/a'", "jest -t '/a'"],
      asks: ["ava -t /tmp/x.js", "pytest -pk /tmp/x.py", "jest -ct /tmp/x.js", "pytest -k --junitxml=/x"],
    },
    "git commit:*": { allows: ["git commit -am '/x ~/y'"], asks: ["git commit -m --template=/x", "git commit -Fm /x"] },
  });
});
