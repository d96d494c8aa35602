import { filePlays } from "./file-plays.ts";
import { modePlays } from "./mode-plays.ts";
import { all, bash, type Play, parsed, sameRepository, shortList } from "./play.ts";
import { rulePlays } from "./rule-plays.ts";

export const plays: readonly Play[] = [
  {
    title: "commands without a rule",
    situation: {},
    uses: [
      ...["ls", "ls -la src", "ls *.txt", "pwd", "echo hi", "echo $HOME", "cat a.txt", "cat .env", "head -1 a.txt"].map(
        bash,
      ),
      ...[
        "wc -l a.txt",
        "grep x a.txt",
        "find . -name x",
        "which ls",
        "sort a.txt",
        "sed -n 1p a.txt",
        "stat a.txt",
      ].map(bash),
      ...["ls | wc -l", "ls > /dev/null", "ls; touch q", "timeout 5 ls", "! ls", "cat < a.txt", "jq . a.txt"].map(bash),
      ...[
        "git status",
        "git log",
        "git diff",
        "git show",
        "git branch",
        "git stash list",
        "git config --get user.name",
      ].map(bash),
      ...["git branch new", "git -c a=b status", "git fetch", "git log --output=x.txt", "sort -o b a.txt"].map(bash),
      ...["echo hi > o1.txt", "touch zz", "mkdir dd", "npm test", "env", "X=1 ls", "python3 -c 1", "tee x.txt"].map(
        bash,
      ),
      ...["find . -delete", "sed -i s/a/b/ a.txt", "cat /etc/hostname", "cat $HOME/out.txt", "cd $HOME && ls"].map(
        bash,
      ),
      ...["ls -R /etc/alternatives | head -1", "cat ~/x", "uniq a.txt b.txt", "less a.txt"].map(bash),
      ...all("allow", "the program for awk is read, and it only prints", "awk 1 a.txt"),
      ...all("allow", sameRepository, "cd sub && git status"),
      ...["cd . && git status", "cat $UNKNOWN", "echo hi >> ~/o"].map(bash),
      ...all("allow", parsed, "echo $(ls)", "(ls)", "{ ls; }", "ls &", "for i in 1 2; do echo $i; done"),
      ...all("allow", parsed, "cat <<EOF\nhi\nEOF"),
      ...all("ask", shortList, "docker ps", "man ls", "history", "ss"),
      ...["cd src && ls", "node --version", "cat *.txt"].map(bash),
    ],
  },
  ...filePlays,
  ...modePlays,
  ...rulePlays,
];
