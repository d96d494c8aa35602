/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import type { RuleCases } from "./rule-cases.ts";

/** Of what builds, tests, fetches and changes files. */
export const programRuleCases: RuleCases = {
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
