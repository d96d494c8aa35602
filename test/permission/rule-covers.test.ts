/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, type FileView, why } from "../../src/exports/permission.ts";
import { bash, plainFiles, policyOf } from "./policy-of.ts";

/** Under each rule: what it covers, and what it does not. */
const cases: { readonly [rule: string]: { readonly covers: readonly string[]; readonly asks: readonly string[] } } = {
  "docker build:*": {
    covers: [
      "docker build .",
      "docker build -t a:b -f docker/Dockerfile .",
      "docker build --build-arg A=1 --target x .",
    ],
    asks: [
      "docker build -f /etc/passwd .",
      "docker build -o /x .",
      "docker build /",
      "docker build ..",
      "docker build --secret id=a,src=/x .",
      "docker run alpine",
    ],
  },
  "docker run:*": {
    covers: [
      "docker run --rm alpine ls",
      "docker run -it -p 80:80 -e A=1 --name x nginx",
      "docker run -v data:/data x",
      "docker run -v ./src:/src x",
      "docker run --rm x grep -v a",
    ],
    asks: [
      "docker run -v /:/host alpine sh",
      "docker run -itv/:/x a",
      "docker run -dv /:/x a",
      "docker run --unknown val -v /:/x img",
      "docker run -e A=1 -v data:/x -v /:/y a",
      "docker run --volume=/etc:/x y",
      "docker run --privileged x",
      "docker run --mount type=bind,src=/,dst=/x y",
      "docker run -v ../x:/y z",
      "docker run --pid=host x",
      "docker run -v ~/.ssh:/x y",
      "docker run --cap-add ALL x",
      "docker run --device /dev/sda x",
    ],
  },
  "docker:*": {
    covers: [
      "docker ps -a",
      "docker compose up -d",
      "docker compose exec web npm test",
      "docker images",
      "docker build .",
    ],
    asks: [
      "docker run x",
      "docker exec a sh",
      "docker cp a:/x /y",
      "docker --host tcp://x ps",
      "docker -H x ps",
      "docker compose run -v /:/x web",
    ],
  },
  "docker exec:*": {
    covers: ["docker exec -it db psql -c 'select 1'", "docker exec app sh -c 'ls'"],
    asks: ["docker exec --privileged app ls", "docker run x"],
  },
  "uv run:*": {
    covers: ["uv run pytest -x", "uv run --with requests python main.py", "uv run python -m app.main"],
    asks: [
      "uv run python -c 'x'",
      "uv run bash -c 'x'",
      "uv run -p ./evil pytest",
      "uv run --env-file=/x python a.py",
      "uv tool run x",
      "uv run find . -exec rm {} +",
    ],
  },
  "poetry run:*": {
    covers: ["poetry run pytest", "poetry run mypy src"],
    asks: ["poetry run bash -c x", "poetry config a b"],
  },
  "bundle exec:*": {
    covers: ["bundle exec rspec spec/a_spec.rb:3", "bundle exec rails db:migrate"],
    asks: ["bundle exec ruby -e 'x'", "bundle config x y", "bundle exec rails runner 'x'"],
  },
  "npm exec:*": { covers: ["npm exec tsc"], asks: ["npm run x", "npm exec bash -c x"] },
  "psql:*": {
    covers: [
      "psql -c 'select 1'",
      "psql -h localhost -d a -c '\\dt'",
      "psql -f db/schema.sql",
      "psql -l",
      "psql -Atc 'select 1'",
    ],
    asks: [
      "psql",
      "psql mydb",
      "psql -Atc '\\! rm'",
      "psql -c '\\! rm x'",
      "psql -c 'copy a to program $$rm$$'",
      "psql -o /etc/x -c 'select 1'",
      "psql -f /etc/x",
      "psql -c '\\copy a to /x'",
      "psql -v 'x=`rm`' -c 'select 1'",
      "psql -L /x -c 'select 1'",
    ],
  },
  "sqlite3:*": {
    covers: ["sqlite3 a.db 'select 1'", "sqlite3 a.db .schema", "sqlite3 -header -csv a.db 'select 1'"],
    asks: [
      "sqlite3 a.db",
      "sqlite3 a.db '.shell rm x'",
      "sqlite3 /etc/x.db 'create table a(b)'",
      "sqlite3 a.db '.output /x'",
      "sqlite3 a.db \"select writefile('/x', 'y')\"",
      "sqlite3 a.db \"select load_extension('x')\"",
      "sqlite3 -init x a.db 'select 1'",
      "sqlite3 a.db \"attach '/x' as y\"",
      "sqlite3 a.db '.read x'",
    ],
  },
  "mysql:*": {
    covers: ["mysql -u root -e 'show tables' a"],
    asks: [
      "mysql a",
      "mysql -e 'system rm x'",
      "mysql -e '\\! rm'",
      "mysql -e \"select 1 into outfile '/x'\"",
      "mysql --pager=x -e 'select 1'",
    ],
  },
  "redis-cli:*": {
    covers: ["redis-cli ping", "redis-cli -h localhost get a"],
    asks: ["redis-cli", "redis-cli eval 'x' 0", "redis-cli config set dir /x", "redis-cli --rdb /x"],
  },
  "ssh staging:*": {
    covers: ["ssh staging uptime", "ssh staging 'tail -n 5 /var/log/x'", "ssh staging docker ps"],
    asks: [
      "ssh prod uptime",
      "ssh staging -o ProxyCommand=evil uptime",
      "ssh -o ProxyCommand=evil staging",
      "ssh staging -L 80:x:80",
      "ssh -F x staging ls",
    ],
  },
  "ssh:*": { covers: [], asks: ["ssh staging uptime", "ssh -t staging ls"] },
  "scp:*": {
    covers: ["scp a.txt staging:/tmp/"],
    asks: ["scp -o ProxyCommand=x a b:c", "scp -S evil a b:c", "scp staging:/x /etc/y", "scp /etc/passwd staging:/x"],
  },
  "cmake:*": {
    covers: [
      "cmake -S . -B build",
      "cmake -B build -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON",
      "cmake --build build -j 8",
      "cmake --build build -- -j8",
    ],
    asks: [
      "cmake -P x.cmake",
      "cmake -E rm -rf x",
      "cmake -DCMAKE_C_COMPILER=evil .",
      "cmake -B /x",
      "cmake --build /x",
      "cmake --build build -- SHELL=evil",
      "cmake --install build",
      "cmake -C /x/cache.cmake .",
    ],
  },
  "java:*": {
    covers: ["java -version", "java -jar build/a.jar", "java -Xmx1g -cp out Main x"],
    asks: [
      "java -javaagent:x.jar Main",
      "java -XX:OnError=rm Main",
      "java @args",
      "java -agentpath:/x Main",
      "java -Djava.library.path=/x Main",
    ],
  },
  "javac:*": {
    covers: ["javac -d out src/A.java"],
    asks: ["javac -d /x A.java", "javac -processorpath x A.java", "javac @f", "javac -J-javaagent:x A.java"],
  },
  "bash scripts/*": {
    covers: ["bash scripts/a.sh", "bash scripts/a.sh x y", "bash scripts/ci/a.sh"],
    asks: [
      "bash other/a.sh",
      "bash a.sh",
      "bash scripts/../a.sh",
      "bash -c 'x'",
      "bash scripts",
      "bash /scripts/a.sh",
      "bash $x",
      "bash scripts/$x",
    ],
  },
  "bash:*": { covers: [], asks: ["bash a.sh", "bash scripts/a.sh", "bash", "bash -x a.sh"] },
  "make:*": {
    covers: ["make", "make -j4 test", "make -C docs html", "make test VERBOSE=1 V=1", "make DEBUG=yes"],
    asks: [
      "make -kC /x",
      "make --directory=/x",
      "make -C docs -C /x",
      "make -C /x",
      "make -C ../x",
      "make SHELL=x",
      "make CC=clang",
      "make -f x.mk",
      "make --eval=x",
      "make X='$(shell rm)'",
      "make -C $x",
    ],
  },
  "npm run:*": {
    covers: ["npm run build", "npm run test -- --watch", "npm run lint --silent"],
    asks: ["npm run x --prefix /y", "npm run x --script-shell=y", "npm exec x", "npm --prefix /x run y"],
  },
  "cargo test:*": {
    covers: [
      "cargo test -p a -- --nocapture",
      "cargo test --target x86_64-unknown-linux-gnu",
      "cargo test --manifest-path a/Cargo.toml",
    ],
    asks: [
      "cargo test --config x",
      "cargo test --manifest-path /x/Cargo.toml",
      "cargo test --target-dir /x",
      "cargo +evil test",
      "cargo test -Z x",
    ],
  },
  "cargo:*": { covers: ["cargo build --release", "cargo clippy --fix"], asks: ["cargo install x", "cargo publish"] },
  "go build:*": {
    covers: ["go build -o bin/a ./cmd/a", "go build -ldflags '-s -w -X main.v=1' ./..."],
    asks: [
      "go build -o /x ./a",
      "go build -ldflags '-extld=evil' .",
      "go build -toolexec=x .",
      "go build -overlay x .",
    ],
  },
  "go test:*": {
    covers: ["go test -race -coverprofile=c.out ./...", "go test -run X -v ./a"],
    asks: [
      "go test -exec x ./...",
      "go test --exec x ./...",
      "go test --coverprofile=/x ./...",
      "go test -coverprofile=/x ./...",
      "go generate ./...",
    ],
  },
  "go:*": {
    covers: ["go vet ./...", "go mod tidy"],
    asks: ["go generate ./...", "go env -w X=y", "go tool x", "go install x"],
  },
  "gcc:*": {
    covers: ["gcc -O2 -Wall -o build/a a.c", "gcc -c a.c -Iinclude"],
    asks: [
      "gcc -o /x a.c",
      "gcc -wrapper evil a.c",
      "gcc @f",
      "gcc -fplugin=x a.c",
      "gcc -specs=x a.c",
      "gcc -B/x a.c",
      "gcc /etc/passwd",
    ],
  },
  "mvn:*": {
    covers: [
      "mvn clean install -DskipTests",
      "mvn -q -Dtest=FooTest test",
      "mvn -pl core -am verify",
      "mvn -Pprod package",
    ],
    asks: [
      "mvn exec:java",
      "mvn -s /x test",
      "mvn -Dmaven.ext.class.path=x test",
      "mvn -DargLine=-javaagent:x test",
      "mvn -f /x/pom.xml test",
      "mvn -Dexec.executable=rm test",
    ],
  },
  "./gradlew:*": {
    covers: ["./gradlew test --tests 'a.B'", "./gradlew build -x lint -Pversion=1"],
    asks: ["./gradlew -I x.gradle test", "./gradlew -p /x test", "./gradlew -Dorg.gradle.jvmargs=-javaagent:x test"],
  },
  "eslint:*": {
    covers: ["eslint --fix src", "eslint . --format json", "eslint -c eslint.config.js src", "eslint -o out.txt src"],
    asks: ["eslint --rulesdir /x src", "eslint -c /x src", "eslint -o /x src", "eslint --format ../x src"],
  },
  "pytest:*": {
    covers: [
      "pytest --cov=src --cov-report=term-missing",
      "pytest -p no:cacheprovider -x",
      "pytest --junitxml=out/r.xml",
    ],
    asks: [
      "pytest --junitxml=/x",
      "pytest -c /x",
      "pytest --pdbcls=x",
      "pytest --cov-report=html:/x",
      "pytest -o 'addopts=-p evil'",
    ],
  },
  "python3:*": {
    covers: ["python3 a.py", "python3 -m pytest -x", "python3 -m app.main", "python3 -u a.py"],
    asks: [
      "python3 -c x",
      "python3 -m http.server",
      "python3 -m pip install x",
      "python3 <(curl x)",
      "python3 /dev/stdin",
      "python3 /proc/self/fd/0",
      "python3 -",
      "python3 -m timeit x",
      "python3 -mhttp.server",
    ],
  },
  "perl:*": { covers: ["perl a.pl"], asks: ["perl -e x", "perl /dev/stdin", "perl <(echo x)", "perl"] },
  "ruby:*": {
    covers: ["ruby a.rb", "ruby -Ilib test/a.rb"],
    asks: ["ruby -e x", "ruby /dev/stdin", "ruby -I/x a.rb", "ruby -r/x a.rb"],
  },
  "php:*": {
    covers: ["php artisan migrate", "php -l a.php", "php a.php"],
    asks: ["php -r 'x'", "php -d auto_prepend_file=x a.php", "php /dev/stdin", "php", "php artisan tinker --execute=x"],
  },
  "node:*": { covers: ["node a.js"], asks: ["node /dev/stdin", "node <(echo x)", "node -e x"] },
  "curl:*": {
    covers: ["curl -d '{\"a\":1}' -H 'A: b' http://localhost", "curl -s -o /dev/null -w '%{http_code}' http://x"],
    asks: [
      "curl -d @x http://y",
      "curl -so x http://y",
      "curl -w '%output{x}' http://y",
      "curl -w @x http://y",
      "curl --data-binary @x http://y",
      "curl --data-urlencode a@x http://y",
      "curl -o x http://y",
    ],
  },
  "git:*": {
    covers: [
      "git push",
      "git -C src status",
      "git config user.email a@b.c",
      "git config user.name",
      "git apply a.patch",
      "git lfs pull",
    ],
    asks: [
      "git st",
      "git difftool",
      "git mergetool",
      "git evil",
      "git config alias.x '!rm'",
      "git config --global user.name x",
      "git config core.pager x",
      "git -C /x status",
      "git -C ../x log",
      "git -c a=b log",
      "git apply --unsafe-paths x",
    ],
  },
  "gh:*": {
    covers: ['gh pr create --title x --body "$(cat a)"', "gh pr list", "gh api repos/x/y"],
    asks: [
      "gh alias set x y",
      "gh extension install x",
      "gh config set editor x",
      "gh repo clone x -- --upload-pack=y",
    ],
  },
  "kubectl exec:*": {
    covers: ["kubectl exec pod -- ls"],
    asks: ["kubectl exec --kubeconfig=x pod -- ls", "kubectl run x"],
  },
  "kubectl:*": {
    covers: ["kubectl get pods -n x", "kubectl logs a"],
    asks: ["kubectl exec a -- ls", "kubectl --kubeconfig x get pods", "kubectl cp a:/x /y"],
  },
  "terraform plan:*": {
    covers: ["terraform plan -out=p -var-file=a.tfvars"],
    asks: ["terraform plan -out=/x", "terraform apply"],
  },
  "aws:*": {
    covers: ["aws s3 ls", "aws ec2 describe-instances --profile dev"],
    asks: ["aws s3 cp s3://a/b /etc/x", "aws configure set x y", "aws s3 sync s3://a ../x"],
  },
  "awk:*": {
    covers: ["awk 'NR > 1 && $3 > 5 { print $1 }' a", "awk '{ print $1 }' a"],
    asks: ["awk '{ print > \"x\" }' a", "awk '/a/ { print > \"x\" }' a", "awk '{ print \"x\" > 1 }' a"],
  },
  "valgrind ./build/*": {
    covers: ["valgrind ./build/t", "valgrind ./build/t -x"],
    asks: ["valgrind ./t", "valgrind rm x"],
  },
  "ffmpeg:*": {
    covers: ["ffmpeg -i in.mp4 -vf scale=640:-1 out.gif"],
    asks: [
      "ffmpeg -i /etc/passwd x.mp4",
      "ffmpeg -i a /x/b",
      "ffmpeg -i http://x/y z.mp4",
      "ffmpeg -i a -vf movie=x b.mp4",
    ],
  },
  "tar:*": {
    covers: ["tar czf out.tgz src", "tar xzf out.tgz -C docs"],
    asks: ["tar xzf out.tgz -C /etc", "tar xCf /etc out.tgz", "tar -xzf a --directory=/x", "tar xf a -C ../x"],
  },
  "unzip:*": { covers: ["unzip -o a.zip -d docs"], asks: ["unzip a.zip -d /etc", "unzip -d ../x a.zip"] },
  "ln:*": { covers: ["ln -s ../a docs/link"], asks: ["ln /etc/passwd x", "ln -s a /etc/x"] },
  "sed:*": { covers: ["sed 's/a/b/' f"], asks: ["sed -i s/a/b/ f", "sed -n 's/a/b/w x' f"] },
};

/** No folder below the working one has a repository of its own. */
const files: FileView = { ...plainFiles, realpath: (path) => (/\/(?:HEAD|\.git)$/.test(path) ? undefined : path) };

for (const [rule, { covers, asks }] of Object.entries(cases))
  test(`P3 P10 what Bash(${rule}) covers, and what it does not`, () => {
    const policy = policyOf([`allow user Bash(${rule})`], { files });
    const wrong = [
      ...covers.map((line) => ({ line, expected: "allow" })),
      ...asks.map((line) => ({ line, expected: "ask" })),
    ].flatMap(({ line, expected }) => {
      const decision = decide(bash(line), policy);
      return decision.effect === expected ? [] : [`${line}: ${why(decision)}`];
    });
    assert.deepEqual(wrong, []);
  });

test("P3 there are at least 200 cases of what rules cover", () => {
  assert.ok(Object.values(cases).flatMap(({ covers, asks }) => [...covers, ...asks]).length >= 200);
});

test("P3 a rule for git holds in a folder of the same repository, and not in one that is another", () => {
  const effect = (line: string, ...paths: readonly string[]): string =>
    decide(
      bash(line),
      policyOf(["allow user Bash(git:*)"], {
        files: { ...files, realpath: (path) => (paths.includes(path) ? path : undefined) },
      }),
    ).effect;
  for (const line of ["cd src && git status", "git -C src status", "cd src && git add . && git commit -m x"]) {
    assert.equal(effect(line, "/w/.git"), "allow", line);
    assert.equal(effect(line, "/w/.git", "/w/src/HEAD"), "ask", line);
    assert.equal(effect(line, "/w/.git", "/w/src/.git"), "ask", line);
  }
});

test("P2 P3 a rule that forbids sees through whatever runs the program, and past the options in front of a subcommand", () => {
  const policy = policyOf(
    [
      "deny user Bash(rm:*)",
      "deny user Bash(git push:*)",
      "deny user Bash(npm publish:*)",
      "deny user Bash(kubectl delete:*)",
      "deny user Bash(docker compose down:*)",
      "allow user Bash",
    ],
    { mode: "bypassPermissions" },
  );
  const wrapped = [
    ..."chrt -b 0|taskset 1|taskset -c 0,1|nice|nice -n 5|timeout 5|stdbuf -oL|ionice -c3|setsid|flock x|watch|strace -f|unshare -r|sudo|sudo -u x|doas|env|env A=1|nohup|numactl -N 0|prlimit --nofile=1|fakeroot|xvfb-run|ssh host|docker exec app|docker run x|kubectl exec p --|uv run|poetry run|bundle exec|npm exec|busybox|time -p|command|exec|systemd-run|chroot /x|nsenter -t 1|parallel|entr|setarch x86_64".split(
      "|",
    ),
  ];
  const lines = [
    ...wrapped.map((wrapper) => `${wrapper} rm -rf x`),
    "env -S 'rm x'",
    "bash -c 'rm x'",
    "su -c 'rm x'",
    "git -C . push",
    "git --no-pager push origin",
    "git -c a=b push",
    "git --git-dir x push",
    "/usr/bin/git -C . push",
    "timeout 5 git -C . push",
    "npm --loglevel silent publish",
    "kubectl -n prod delete pod x",
    "kubectl --namespace=prod delete pod x",
    "docker compose -f a.yml down",
    "docker --context x compose down",
  ];
  const allowed = lines.filter((line) => decide(bash(line), policy).effect === "allow");
  assert.deepEqual(allowed, []);
});

test("P2 P4 files are seen under the options that carry them", () => {
  const policy = policyOf(["deny user Edit(docs/**)", "deny user Read(secrets/**)", "allow user Bash"], {
    mode: "bypassPermissions",
  });
  const lines = [
    "cp -rt docs a",
    "cp -t docs a",
    "cp --target-directory=docs a",
    "mv -ft docs a",
    "install -m 644 -t docs a",
    "sed -i -es/x/y/ docs/a",
    "sed -i -e s/x/y/ docs/a",
    "sed -ni p docs/a",
    "sed --in-place=.b p docs/a",
    "sort -o docs/a b",
    "sort -ro docs/a b",
    "sort --outp=docs/a b",
    "uniq a docs/b",
    "gcc -odocs/a a.c",
    "go build -o docs/a",
    "git show :0:secrets/key",
    "git grep '' -- secrets/key",
    "grep -f secrets/key a",
    "grep --file=secrets/key a",
    "diff --to-file=secrets/key a",
    "make -C secrets",
    "ln a docs/b",
    "tee docs/a",
    "cat -- secrets/key",
    "find secrets -name x",
    "/bin/cat secrets/key",
    "git show HEAD:secrets/key",
  ];
  const missed = lines.filter((line) => decide(bash(line), policy).effect !== "deny");
  assert.deepEqual(missed, []);
});
