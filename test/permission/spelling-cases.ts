import type { VerdictClass } from "./verdict-cases.ts";

const all = "allow user Bash";

/** What a rule forbids or asks about, in other orders and lengths; `allow` are the lines beside it that stay free. */
export const orderClasses: readonly VerdictClass[] = [
  {
    title: "a rule against rm -rf sees its letters in every order, bundle, place and length",
    rules: [all, "deny user Bash(rm -rf:*)"],
    lines: {
      deny: [
        ...["rm -fr x", "rm -r -f x", "rm -f -r x", "rm -Rf x", "rm -rfv x", "rm -v -rf x", "rm x -rf", "rm -r x -f"],
        ...["rm --recursive --force x", "rm --force x --recursive", "rm -r --force x", "sudo rm -fr x", "xargs rm -fr"],
        ...["/bin/rm -fr x", "ls | xargs -n1 rm -fr", "bash -c 'rm -fr x'", "rm -ivrf x", "timeout 5 rm -r -f x"],
      ],
      ask: [
        ...["rm --rec --forc x", "rm --r --f x", "gtimeout 5 rm -fr x", "hyperfine 'rm -fr x'", "RM -fr x"],
        ...["python3 -c 'os.system(\"rm -fr x\")'", 'python3 -c \'run(["rm", "-f", "-r", "x"])\'', "foo rm -f -r x"],
      ],
      allow: ["rm x", "rm -r x", "rm -f x", "rm -- -rf", "rm -i x", "ls -rf", 'python3 -c \'run(["rm", "-f"])\''],
    },
  },
  {
    title: "a rule against a forced push sees its other names, and no other push",
    rules: [all, "deny user Bash(git push --force:*)", "ask user Bash(git reset --hard:*)"],
    lines: {
      deny: [
        ...[
          "git push -f",
          "git push origin main --force",
          "git push origin +main",
          "git push -fu origin x",
          "git-push -f",
        ],
        ...["git push -uf origin x", "git push origin x --force=true"],
      ],
      ask: [
        "git push --forc",
        "git reset -q --hard",
        "git reset HEAD~ --hard",
        "git reset --har",
        "git send-pack -f x",
      ],
      allow: [
        ...[
          "git push",
          "git push origin main",
          "git push -u origin x",
          "git push --force-with-lease",
          "git push --tags",
        ],
        ...["git push origin x:y", "git push --follow-tags", "git reset", "git reset --soft HEAD~", "git fetch -f"],
        ...["git log --grep --force", "git commit -m 'push --force'", "git stash push"],
      ],
    },
  },
  {
    title: "options and their values between the words of a rule hide nothing",
    rules: [
      all,
      ...[
        "npm run deploy",
        "gh pr merge",
        "aws s3 rm",
        "make deploy",
        "chmod 777",
        "kubectl delete",
        "yarn deploy",
      ].map((command) => `deny user Bash(${command}:*)`),
      ...["docker rm", "cargo publish", "gcloud compute instances delete", "flyctl apps destroy"].map(
        (command) => `deny user Bash(${command}:*)`,
      ),
    ],
    lines: {
      deny: [
        "npm run-script deploy",
        "make clean deploy",
        "make V=1 deploy",
        "npm rum deploy",
        "cargo -q publish",
        "kubectl -n x --context y delete z",
      ],
      ask: [
        ...["npm run -s deploy", "npm run --silent deploy", "npm run --if-present deploy", "npm run -w x deploy"],
        ...[
          "npm run --workspace=x deploy",
          "npm run -w a -w b deploy -- --prod",
          "npm -w x run -s deploy",
          "yarn run deploy",
        ],
        ...["gh pr -R x merge 1", "gh pr --repo x/y merge 1", "aws s3 --debug rm x", "aws s3 --profile p rm x"],
        ...[
          "aws --region r s3 --profile p rm x",
          "make -j4 deploy",
          "make -s deploy",
          "make -C sub deploy",
          "make -k a b deploy",
        ],
        ...["chmod -R 777 x", "chmod -v --recursive 777 x", "docker container rm x", "docker -H h container rm -f x"],
        ...["cargo +nightly publish", "gcloud compute --project p instances --quiet delete x"],
        ...["flyctl apps --verbose destroy x", "gtimeout 5 npm run -s deploy"],
        ...["npm run -s $X", "kubectl -v 5 $X", "foo 'npm run -s deploy'"],
      ],
      allow: [
        ...[
          "npm run build -- deploy",
          "npm run build",
          "npm test -- deploy",
          "npm run deploy-docs",
          "npm run -s build",
        ],
        ...["gh pr view 1", "gh pr -R x list", "aws s3 cp a b", "aws s3 --profile p ls", "make build", "make -j4 test"],
        ...[
          "chmod +x a",
          "chmod -R 755 x",
          "kubectl get pods -n delete",
          "docker container ls",
          "cargo +nightly build",
        ],
        ...[
          "yarn build",
          "docker run --rm img",
          "npm run build $X",
          "kubectl logs x --tail 5",
          "gcloud compute instances list",
        ],
      ],
    },
  },
  {
    title: "the value of an option belongs to it wherever both stand",
    rules: [
      all,
      ...["curl -X POST", "kubectl -n prod delete", "docker run --privileged", "git branch -D", "psql -h prod"].map(
        (command) => `deny user Bash(${command}:*)`,
      ),
    ],
    lines: {
      deny: [
        ...["curl -XPOST u", "curl -s u -X POST", "curl --request POST u", "curl --request=POST u", "curl -sX POST u"],
        ...["kubectl delete -n=prod pod x", "kubectl delete --namespace prod pod x", "git branch -d -f x"],
        ...["git branch --delete --force x", "docker run --privileged=true img"],
      ],
      ask: [
        "kubectl delete pod x -n prod",
        "docker run -it --privileged img",
        "psql -U me --host=prod",
        "docker run -v a:b --privileged img",
      ],
      allow: [
        ...["curl -X GET u", "curl u", "curl -d POST u", "kubectl -n dev delete pod x", "kubectl -n prod get pods"],
        ...["git branch -d x", "git branch -f x", "docker run img", "psql -h dev", "git branch"],
      ],
    },
  },
  {
    title: "wildcards in a rule leave its options what they are",
    rules: [
      all,
      "deny user Bash(git push * --force*)",
      "deny user Bash(* --no-verify*)",
      "deny user Bash(find * -delete)",
    ],
    lines: {
      deny: ["git push -f origin", "git push --force", "git commit -m x --no-verify", "find . -name x -delete"],
      ask: ["git commit --no-verif -m x", "foo --no-ver", "git push --forc x"],
      allow: [
        "git push origin",
        "git commit -m x",
        "find . -name delete",
        "foo --no-edit",
        "git commit -am x",
        "npm i --no-audit",
      ],
    },
  },
  {
    title: "words that are cut short, and other options of one beginning, are told apart",
    rules: [
      all,
      ...[
        "npm publish",
        "npm install --save-dev",
        "git commit --amend",
        "git commit --no-verify",
        "node -e",
        "sed -i",
      ].map((command) => `deny user Bash(${command}:*)`),
      "deny user Bash(terraform apply -auto-approve:*)",
    ],
    lines: {
      deny: [
        ...["npm i -D x", "npm add --save-dev x", "git commit -n -m x", "git commit -anm x", "sed -n -i s/a/b/ f"],
        ...["sed --in-place s/a/b/ f", "sed -i.bak s/a/b/ f", "git commit -m x --amend"],
      ],
      ask: [
        "npm publ",
        "npm run publish",
        "git commit --ame",
        "terraform apply --auto-approve",
        "terraform apply --auto-approve=true x",
      ],
      allow: [
        ...[
          "npm install --save x",
          "npm i x",
          "npm pack",
          "git commit -am x",
          "git commit -a",
          "git commit --allow-empty -m x",
        ],
        ...["node x.js -e", "sed -n p f", "terraform plan", "terraform apply x", "node --test a.js"],
      ],
    },
  },
  {
    title: "a rule without a wildcard sees further options, and no further words",
    rules: [all, "deny user Bash(npm run deploy)", "ask user Bash(git push)"],
    lines: {
      deny: ["npm run deploy"],
      ask: ["npm run -s deploy", "npm run deploy --silent", "git push", "git push -q", "git push --force"],
      allow: ["npm run deploy prod", "git push origin x", "npm run build"],
    },
  },
];
