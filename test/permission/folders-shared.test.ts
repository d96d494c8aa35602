import assert from "node:assert/strict";
import { after, test } from "node:test";
import { why } from "../../src/exports/permission.ts";
import { everydayFiles, LaidProject } from "./laid-project.ts";

const project = new LaidProject([...everydayFiles, "notes/x.md", "a.tgz", "p.diff"]);
after(() => project[Symbol.dispose]());

function judge(denied: string, expected: RegExp, lines: readonly string[]): void {
  const policy = project.policy(["allow user Bash", `deny user ${denied}`]);
  for (const line of lines) {
    const decision = project.decide(line, policy);
    assert.match(decision.effect, expected, `${denied}: ${line}: ${why(decision)}`);
  }
}

test("P2 P9 what opens a folder to others, or hands it on as a whole, is a search of it", () => {
  judge("Read(./secrets/**)", /ask|deny/, [
    ...[
      "python3 -m http.server",
      "python3 -m http.server 8000",
      "python3 -m http.server -d .",
      "npx serve",
      "npx -y serve .",
      "npx http-server .",
    ],
    ...[
      "php -S 0:80",
      "php -S 0:80 -t .",
      "caddy file-server",
      "busybox httpd -f",
      "ruby -run -e httpd .",
      "repomix",
      "npx repomix",
    ],
    ...[
      "files-to-prompt .",
      "python3 -m zipfile -c x.zip .",
      "kubectl create configmap x --from-file=.",
      "ipfs add -r .",
      "croc send .",
    ],
    ...[
      "kubectl create secret generic x --from-file=k=secrets",
      "az storage blob upload-batch -s . -d x",
      "mc mirror . x/y",
    ],
  ]);
  judge("Read(./secrets/**)", /allow/, [
    ...[
      "python3 -m http.server -d dist",
      "python3 -m http.server --directory=dist 8000",
      "npx serve dist",
      "php -S 0:80 -t dist",
    ],
    ...[
      "files-to-prompt src",
      "kubectl create configmap x --from-file=src",
      "kubectl create namespace x",
      "croc send dist",
      "serve dist",
    ],
  ]);
});

test("P2 P9 what an archive or a patch holds may be any file of the folder it is unpacked in", () => {
  judge("Edit(./docs/**)", /ask|deny/, [
    ...[
      "tar xf a.tgz",
      "tar -xzf a.tgz",
      "tar --extract -f a.tgz",
      "tar xf a.tgz -C .",
      "curl u | tar xz",
      "unzip a.zip",
      "unzip -o a.zip -d .",
    ],
    ...[
      "7z x a.7z",
      "bsdtar -xf a",
      "cpio -i < a",
      "patch -p1 < p.diff",
      "patch -p0 -i p.diff",
      "git apply p.diff",
      "curl u | git apply",
    ],
    ...["git apply <<E\n--- a/docs/x.md\nE", "chmod -R 777 .", "chown -R me .", "chmod -R +x docs"],
  ]);
  judge("Edit(./docs/**)", /allow/, [
    ...[
      "tar xf a.tgz -C dist",
      "tar tf a.tgz",
      "tar czf x.tgz src",
      "unzip -l a.zip",
      "unzip a.zip -d dist",
      "unzip -p a.zip x",
      "patch --dry-run -p1 < p.diff",
    ],
    ...[
      "patch -d lib -p1 < p.diff",
      "git apply --check p.diff",
      "git apply --stat p.diff",
      "chmod +x scripts/x.sh",
      "chmod -R +x scripts",
    ],
  ]);
  judge("Read(./.env)", /allow/, [
    "tar xf a.tgz",
    "unzip a.zip",
    "patch -p1 < p.diff",
    "git apply p.diff",
    "chmod -R +x scripts",
  ]);
});

test("P2 P9 what changes files in place does so in all of a folder, of the kinds that it knows", () => {
  judge("Edit(./docs/**)", /ask|deny/, [
    ...[
      "prettier --write .",
      "npx prettier -w .",
      "npx prettier --write '**/*.md'",
      "prettier --write 'd*/*.md'",
      "markdownlint --fix .",
    ],
    ...["foo --fix .", "foo --in-place .", "pnpm exec prettier --write ."],
  ]);
  judge("Edit(./docs/**)", /allow/, [
    ...[
      "prettier --check .",
      "prettier --write src",
      "prettier --write 'src/**/*.ts'",
      "eslint --fix .",
      "black .",
      "ruff format .",
      "gofmt -w .",
    ],
    ...["black --check .", "npm run format", "eslint .", "git commit --fixup HEAD"],
  ]);
  judge("Edit(./main.py)", /ask|deny/, ["black .", "ruff format .", "ruff check --fix .", "isort ."]);
});

test("P2 P9 files that a program shows because it keeps there what it is asked for are seen", () => {
  judge("Read(./.env)", /ask|deny/, [
    ...[
      "docker compose config",
      "docker-compose -f x.yml config",
      "npx dotenv -- env",
      "dotenvx get",
      "dotenvx run -- env",
      "python3 -m dotenv list",
    ],
    ...["bundle exec dotenv env", "honcho run env", "php bin/console debug:dotenv", "cd . && docker compose config"],
  ]);
  judge("Read(./.env)", /allow/, [
    "docker compose up",
    "docker compose logs config",
    "npm i dotenv",
    "honcho start",
    "aws configure get x",
  ]);
  judge("Read(~/.aws/**)", /ask|deny/, [
    "aws configure get aws_secret_access_key",
    "aws configure export-credentials",
    "sudo aws configure get x",
  ]);
  judge("Read(~/.aws/**)", /allow/, ["aws s3 ls", "aws configure list-profiles", "kubectl config view --raw"]);
  judge("Read(~/.kube/**)", /ask|deny/, ["kubectl config view --raw", "kubectl --context x config view --raw -o json"]);
  judge("Read(~/.kube/**)", /allow/, ["kubectl config view", "kubectl get pods", "kubectl config current-context"]);
  judge("Read(**/*.tfstate)", /ask|deny/, [
    "terraform show",
    "terraform output -json",
    "terraform -chdir=x state pull",
    "tofu state show a",
  ]);
  judge("Read(**/*.tfstate)", /allow/, ["terraform plan", "terraform validate", "terraform fmt"]);
  judge("Read(~/.ssh/**)", /ask|deny/, [
    "ssh-keygen -y",
    "docker run -v ~:/x a cat /x/.ssh/id",
    "docker run -v $HOME:/x a sh -c 'cat /x/.ssh/id'",
  ]);
  judge("Read(~/.ssh/**)", /ask|deny/, [
    "docker run --mount type=bind,src=/home/nobody,dst=/x a cat /x/.ssh/id",
    "podman run -v/home/nobody:/x a tar c /x/.ssh",
  ]);
  judge("Read(~/.ssh/**)", /allow/, [
    "ssh-keygen -lf a.pub",
    "docker run -v $PWD:/x a cat /x/.ssh/id",
    "docker run -v ~:/x a ls /x/src",
  ]);
  judge("Edit(//etc/**)", /ask|deny/, [
    "docker run -v /:/h a sh -c 'echo > /h/etc/x'",
    "docker run -v /:/h a touch /h/etc/x",
  ]);
});
