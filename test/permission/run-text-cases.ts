import type { VerdictClass } from "./verdict-cases.ts";

const all = "allow user Bash";
const rules = [all, "deny user Bash(rm:*)", "deny user Bash(docker run:*)"];

/** Commands in texts that a known program runs, in files that the line writes, and under names that the line makes. */
export const runTextClasses: readonly VerdictClass[] = [
  {
    title: "a command in a script of sed or Perl is seen between whichever marks it stands",
    rules,
    lines: {
      ask: [
        ...[
          "sed 's/x/rm y/e' f",
          "sed -E 's/x/rm y/e' f",
          "sed -i 's/x/rm x/e' f",
          "sed 's|x|rm y|e' f",
          "sed 's.x.rm y.e' f",
        ],
        ...[
          "sed -e 's/x/rm y/e' f",
          "sed --expression='s/x/rm y/e' f",
          "sed '1erm x' f",
          "sed '1e rm x' f",
          "sed 's-x-rm y-e' f",
        ],
        ...[
          "perl -pe 's/x/qx{rm y}/e' f",
          "perl -e 'system q/rm x/'",
          "ruby -e '%x/rm x/'",
          "sed 's/x/docker run y/e' f",
        ],
      ],
      allow: [
        ...[
          "sed 's/docker run/podman run/' f",
          "sed -i 's/docker run/podman run/' f",
          "sed -i 's/rm x/y/g' f",
          "sed -n '/rm x/p' f",
        ],
        ...["sed -i -e 's/rm/mv/' -e 's/x/y/' f", "perl -pe 's/x/y/' f"],
      ],
    },
  },
  {
    title: "code behind an option or a subcommand that is called so is looked into, of known programs, too",
    rules,
    lines: {
      ask: [
        ...[
          "tsx -e 'execSync(\"rm x\")'",
          "ts-node -e 'execSync(\"rm x\")'",
          "npx tsx -e 'execSync(\"rm x\")'",
          "tsx --eval 'a(\"rm x\")'",
        ],
        ...[
          "tsx -p 'execSync(\"rm x\")'",
          "swift -e 'rm x'",
          "python manage.py shell -c 'os.system(\"rm x\")'",
          "tsx --eval='a(\"rm x\")'",
        ],
        ...[
          "django-admin shell -c 'os.system(\"rm x\")'",
          "flask shell <<< 'import os; os.system(\"rm x\")'",
          "wp shell <<< 'a(\"rm x\")'",
        ],
        ...[
          "rails console <<< 'system(\"rm x\")'",
          "echo 'os.system(\"rm x\")' | python manage.py shell",
          "php artisan tinker <<< 'a(\"rm x\")'",
        ],
      ],
      allow: [
        ...[
          "tsx a.ts",
          "tsx -e 'console.log(1)'",
          "python manage.py shell -c 'print(1)'",
          "python manage.py migrate",
          "grep -e 'rm x' f",
        ],
        ...["rg -e 'rm x' .", "jest -t 'rm x'", "git grep -e 'rm x'", "psql -c 'select rm from x'"],
      ],
    },
  },
  {
    title: "programs that nobody knows, and known ones that are told to run something, run the words they are given",
    rules,
    lines: {
      ask: [
        ...[
          "jj util exec rm x",
          "jj util exec -- rm x",
          "launchctl asuser 501 rm x",
          "launchctl bsexec 1 rm x",
          "pipx run rm x",
        ],
        ...["launchctl submit -l a -- rm x", "xargs -a q sh -c", "xargs --arg-file=q env", "xargs -0a q bash -c"],
        ...[
          "chpst -u install rm x",
          "foo -n list rm x",
          "foo --title rm x",
          "foo --label rm x",
          "foo --message rm x",
          "foo -u status rm x",
        ],
      ],
      allow: [
        ...[
          "foo install rm",
          "foo --title=rm x",
          "git commit -m 'rm x'",
          "gh pr create --title 'rm x' --body 'docker run'",
        ],
        ...[
          "apt -y install rm",
          "brew install rm",
          "jj describe -m 'rm x'",
          "jj new rm",
          "jj git push",
          "systemctl --user restart docker",
        ],
        ...["launchctl list rm", "xargs -a q ls", "npm version patch -m 'docker run'", "service docker restart"],
      ],
    },
  },
  {
    title: "what a line writes where a program of the project looks for it is run by that program",
    rules,
    lines: {
      ask: [
        ...["echo 'x:;rm x' > Makefile; make", 'echo \'{"scripts":{"test":"rm x"}}\' > package.json && npm test'],
        ...[
          "echo 'import os; os.system(\"rm x\")' > t.py; python3 -m t",
          "echo 'import os; os.system(\"rm x\")' > conftest.py && pytest",
        ],
        ...[
          "echo 'x: ; rm x' > justfile; just",
          "echo 'RUN rm x' > Dockerfile; docker build .",
          "printf 'x:\\n\\trm x\\n' | tee Makefile; make -j4",
        ],
        ...["printf 'a\\n\\x72m x\\n' > s.sh; sh s.sh", "cat > build.rs <<< 'Command::new(\"rm\")'; cargo build"],
        ...[
          "echo 'os.system(\"rm x\")' > tests/test_a.py; python -m pytest",
          "echo 'a(\"rm x\")' > vite.config.ts && npx vite build",
        ],
        ...[
          "echo 'exec.Command(\"rm\")' > main.go; go run .",
          "echo 'sh \"rm x\"' > Rakefile; rake",
          "echo 'rm x' > .envrc; direnv exec . ls",
        ],
      ],
      allow: [
        ...["echo 'use rm x' > notes.md; make", "echo 'x: ; ls' > Makefile; make", "echo 'import rmm' > a.py; pytest"],
        ...[
          "echo 'rm x' > run.sh; git add run.sh",
          "npm run build > out.js",
          "echo 'rm x' > a.py; cat a.py",
          "make > out.txt",
        ],
        ...["echo 'RUN rm x' > Dockerfile", "echo 'print(1)' > t.py; python3 t.py"],
      ],
    },
  },
  {
    title: "a subcommand that the line itself gives a name to is any that rules are about",
    rules: [all, "deny user Bash(git push:*)", "deny user Bash(cargo publish:*)", "ask user Bash(hg push:*)"],
    lines: {
      deny: ["git send-pack x", "git http-push x"],
      ask: [
        ...[
          "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p",
          "GIT_CONFIG_PARAMETERS=\"'alias.p=push'\" git p",
        ],
        ...[
          "X=push git --config-env=alias.p=X p",
          "git -c help.autocorrect=immediate psuh",
          "git lfs push o",
          "git subtree push -P x o m",
        ],
        ...[
          "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push; git p",
          "git config alias.p push && git p",
        ],
        ...[
          "HOME=. git p",
          "GIT_CONFIG_GLOBAL=f git p",
          "env GIT_CONFIG_GLOBAL=f git p",
          "git --exec-path=. p",
          "git --git-dir=x p",
        ],
        ...["CARGO_ALIAS_P=publish cargo p", "cargo --config 'alias.p=\"publish\"' p", "hg --config alias.p=push p"],
        ...["bash -c 'GIT_CONFIG_GLOBAL=f git p'", "sudo GIT_CONFIG_SYSTEM=f git p", "XDG_CONFIG_HOME=. git p"],
      ],
      allow: [
        ...[
          "git flow init",
          "git absorb",
          "git -C x absorb",
          "git -c user.name=x commit -m y",
          "git -c core.pager=cat log",
          "GIT_PAGER=cat git log",
        ],
        ...[
          "GIT_DIR=x git status",
          "git config user.name x && git commit -m y",
          "git config alias.st status",
          "git --no-pager log",
        ],
        ...[
          "cargo nextest run",
          "hg status",
          "git lfs pull",
          "HOME=/x npm test",
          "git stash push",
          "git subtree add x",
        ],
      ],
    },
  },
];
