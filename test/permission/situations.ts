import type { Effect } from "../../src/exports/permission.ts";
import type { Situation, ToolUse } from "./real-verdicts.ts";

/** A session and the tool uses that are made in it. */
export interface Play {
  readonly title: string;
  readonly situation: Situation;
  readonly uses: readonly (ToolUse | Difference)[];
}

/** Where ours decides otherwise, on purpose. */
export interface Difference {
  readonly use: ToolUse;
  readonly ours: Effect;
  readonly because: string;
}

const bash = (command: string): ToolUse => ({ name: "Bash", input: { command, description: "d" } });
const read = (path: string): ToolUse => ({ name: "Read", input: { file_path: path } });
const write = (path: string): ToolUse => ({ name: "Write", input: { file_path: path, content: "x" } });
const fetch = (url: string): ToolUse => ({ name: "WebFetch", input: { url, prompt: "p" } });
const explore = (name: string): ToolUse => ({
  name,
  input: { description: "d", prompt: "p", subagent_type: "Explore" },
});
const differs = (use: ToolUse, ours: Effect, because: string): Difference => ({ use, ours, because });
const all = (ours: Effect, because: string, ...commands: readonly string[]): Difference[] =>
  commands.map((command) => differs(bash(command), ours, because));

const parsed = "the line is parsed, and every part of it only reads or has its rule";
const sameRepository = "the folder is looked at: no other repository is laid out in it";
const shortList = "our list of commands that only read is shorter, on purpose";
const removal = "what is deleted cannot be taken back: ours asks";
const readingOnly = "plan is only reading with ours, whatever rules allow";
const planEnvironment = "here the real one hands it to a classifier that is not there; ours asks";
const anyEditor = "Edit as a whole is every tool that edits with ours, and a redirection is a Write";
const anyReader = "Read as a whole is no less than Read(**) with ours, which a command that reads is held against";
const stricter = "a rule that asks about a file holds for commands that read it, too";
const looked = "ours looks into the string, and a rule against the command holds";

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
  {
    title: "files without a rule",
    situation: {},
    uses: [
      ...["$CWD/a.txt", "$HOME/out.txt", "$CWD/link-out/key", "$CWD/link-secrets/key", "$CWD/../home/out.txt"].map(
        read,
      ),
      ...["$CWD/n1.txt", "$HOME/n2.txt", "$CWD/link-out/n", "$CWD/.git/x"].map(write),
      fetch("http://127.0.0.1:1/x"),
      explore("Agent"),
      differs(
        fetch("https://docs.python.org/3/"),
        "ask",
        "the real one fetches from some documentation sites without asking; ours knows no such list",
      ),
    ],
  },
  {
    title: "path rules",
    situation: {
      project: {
        permissions: {
          deny: ["Read(.env)", "Read(secrets/**)", "Read(//etc/**)", "Edit(docs/**)"],
          allow: ["Read(~/out.txt)", "Edit(src/**)", "Read(~/hidden/**)"],
        },
      },
    },
    uses: [
      ...["$CWD/.env", "$CWD/sub/.env", "$CWD/secrets/key", "$CWD/link-secrets/key", "/etc/hostname"].map(read),
      ...["$CWD/.env ", " .env", "$CWD/.env\n"].map(read),
      ...["$HOME/out.txt", "$HOME/extra/e.txt", "$CWD/link-out/key", "$CWD/src/a.ts"].map(read),
      ...["$CWD/docs/new.md", "$CWD/sub/docs/new.md", "$CWD/src/new.ts", "$CWD/vendor/src/new.ts"].map(write),
      ...["$CWD/link-src/n3.ts", "$CWD/other.ts", "$CWD/secrets/new"].map(write),
      ...["cat .env", "head -1 ./sub/.env", "cat link-secrets/key", "grep x .env", "cat /etc/hostname"].map(bash),
      ...["cat $HOME/out.txt", "cat < .env", "sed -n 1p .env", "ls secrets", "ls | cat - .env"].map(bash),
      ...["echo x > docs/y.md", "echo x >> docs/y.md", "echo x > src/z.ts", "cp a.txt docs/q.md", "tee docs/y"].map(
        bash,
      ),
      ...["rm docs/x.md", "touch src/t.ts", "python3 secrets/key"].map(bash),
      ...all("ask", "a variable is not looked into: ours asks, in every mode", 'cat "$PWD/.env"'),
    ],
  },
  {
    title: "shapes of path patterns that allow",
    situation: {
      user: {
        permissions: {
          allow: [
            "Edit(/u/**)",
            "Edit(./v/**)",
            "Edit(w)",
            "Edit(*.log)",
            "Edit(x/)",
            "Edit(y/*)",
            "Edit(a[12].q)",
          ].concat(
            [
              "Edit(!b.q)",
              "Edit(#c.q)",
              "Edit(d?.q)",
              "Edit(**/e.q)",
              "Edit(f/**/g.q)",
              "Edit(k\\*.q)",
              "Edit(m(1).q)",
            ],
            ["Edit( n.q )", "Edit(p/q/r)", "Write(docs/**)", "Read(//etc/hostname)"],
          ),
        },
      },
    },
    uses: [
      ...["$HOME/cfg/u/a", "$CWD/u/a", "$CWD/v/a", "$CWD/s/v/a", "$CWD/w", "$CWD/s/w", "$CWD/w2", "$CWD/s/a.log"].map(
        write,
      ),
      ...["$CWD/x/a", "$CWD/s/x/a", "$CWD/y/a", "$CWD/y/b/a", "$CWD/a1.q", "$CWD/a3.q", "$CWD/b.q", "$CWD/d1.q"].map(
        write,
      ),
      ...["$CWD/z/e.q", "$CWD/f/g.q", "$CWD/f/1/2/g.q", "$CWD/k*.q", "$CWD/kk.q", "$CWD/m(1).q"].map(write),
      ...["$CWD/p/q/r", "$CWD/s/p/q/r"].map(write),
      ...["/etc/hostname", "/etc/hosts"].map(read),
      ...["cat /etc/hostname", "cat /etc/hosts"].map(bash),
      differs(write("$CWD/#c.q"), "allow", "gitignore's comments make no sense in a rule: it is the name of a file"),
      differs(write("$CWD/n.q"), "allow", "spaces around a specifier mean nothing to ours"),
      differs(
        write("$CWD/docs/a.md"),
        "allow",
        "the real one never looks at Write(path), and warns; ours knows it (P1)",
      ),
    ],
  },
  {
    title: "shapes of path patterns that deny",
    situation: {
      project: {
        permissions: {
          deny: ["Edit(t/u)", "Edit(/v)", "Edit(*.bad)", "Edit(w/**/x)", "Edit(./y)", "Edit(z/**)", "Edit(!keep.bad)"],
          allow: ["Write"],
        },
      },
    },
    uses: [
      ...["$CWD/t/u", "$CWD/v/q", "$CWD/s/r.bad", "$CWD/w/x", "$CWD/s/y", "$CWD/y", "$CWD/s/z/q", "$CWD/z"].map(write),
      ...["$CWD/R.BAD", "$CWD/s/v", "$CWD/fine", "$HOME/fine", "$CWD/.git/hooks/x"].map(write),
      write("$CWD/s/t/u"),
      differs(write("$CWD/keep.bad"), "deny", "an exception to a deny rule is not documented, and ours has none"),
    ],
  },
  {
    title: "whole tools",
    situation: {
      project: { permissions: { allow: ["Edit", "Read"], ask: ["Bash(ls *)", "Read(a.txt)", "Edit(src/**)"] } },
    },
    uses: [
      ...["$CWD/q1", "$HOME/q2", "$CWD/src/q"].map(write),
      ...["$CWD/a.txt", "$CWD/docs/x.md", "$HOME/out.txt"].map(read),
      ...["touch q3", "echo x > q4", "ls", "ls -la", "pwd && ls", "echo x > src/r", "cat $HOME/out.txt"].map(bash),
      ...all("ask", stricter, "cat a.txt"),
    ],
  },
  {
    title: "Edit denied as a whole",
    situation: { project: { permissions: { deny: ["Edit"] } } },
    uses: [
      differs(write("$CWD/zz"), "deny", anyEditor),
      ...all("deny", anyEditor, "echo x > y", "touch q"),
      bash("cat a.txt"),
    ],
  },
  {
    title: "Read denied as a whole",
    situation: { project: { permissions: { deny: ["Read"] } } },
    uses: [read("$CWD/a.txt"), write("$CWD/zz"), ...all("deny", anyReader, "cat a.txt")],
  },
  {
    title: "acceptEdits",
    situation: { mode: "acceptEdits" },
    uses: [
      ...["$CWD/q1", "$HOME/q", "$CWD/link-out/q", "$CWD/.claude/settings.json", "$CWD/.git/q", "$CWD/.bashrc"].map(
        write,
      ),
      fetch("http://127.0.0.1:1/"),
      ...["touch t1", "mkdir d1", "cp a.txt c1", "mv c1 c2", "rmdir d1", "touch $HOME/t", "cp a.txt $HOME/c"].map(bash),
      ...["echo x > e1", "echo x > $HOME/e1", "cat a.txt > e3", "npm test", "ln -s a l", "chmod +x a.txt"].map(bash),
      ...["touch .git/q", "rm -rf .git", "cp $HOME/out.txt c3", "rm -rf .", "touch link-out/t", "touch 'a b'"].map(
        bash,
      ),
      ...["touch t5 && npm test", "touch *.q", "mv a.txt link-out/"].map(bash),
      ...all("ask", removal, "rm c2", "rm -rf d9"),
      ...all("ask", "the file commands that ours accepts do not include sed", "sed -i s/a/b/ a.txt"),
      ...all("allow", "wrappers are looked through here as elsewhere", "timeout 3 touch t4"),
    ],
  },
  {
    title: "plan",
    situation: { mode: "plan", project: { permissions: { allow: ["Bash(touch *)", "Edit"] } } },
    uses: [
      write("$CWD/q1"),
      read("$CWD/a.txt"),
      bash("ls"),
      differs(bash("touch q"), "ask", readingOnly),
      differs(bash("npm test"), "ask", planEnvironment),
      differs(fetch("http://127.0.0.1:1/"), "ask", planEnvironment),
      differs(read("$HOME/out.txt"), "ask", "reading outside the working folders is asked in every mode but one"),
    ],
  },
  {
    title: "dontAsk",
    situation: { mode: "dontAsk", project: { permissions: { allow: ["Bash(touch *)"], ask: ["Bash(ls)"] } } },
    uses: [
      write("$CWD/q1"),
      ...["$CWD/a.txt", "$HOME/out.txt"].map(read),
      ...["touch q", "ls", "ls -l", "npm test", "cat $HOME/out.txt"].map(bash),
    ],
  },
  {
    title: "bypassPermissions with rules",
    situation: {
      mode: "bypassPermissions",
      project: {
        permissions: { deny: ["Bash(rm *)", "Read(secrets/**)", "Edit(docs/**)"], ask: ["Bash(touch *)"] },
      },
    },
    uses: [
      ...["$CWD/q1", "$HOME/q2", "$CWD/.git/qq"].map(write),
      ...["$HOME/out.txt", "$CWD/secrets/key"].map(read),
      ...["rm a", "touch q", "npm --version", "cat secrets/key", "echo x > docs/q", "ls && rm q", "FOO=1 rm q"].map(
        bash,
      ),
      ...["echo $(ls)", "timeout 3 rm q", "env rm q", "nohup rm q", "command rm q", "/bin/rm q", "\\rm q"].map(bash),
      ...[
        "true; (rm q)",
        "echo $(rm q)",
        "if true; then rm q; fi",
        "xargs rm",
        "sudo rm q",
        "((",
        "rmdir /no-such",
      ].map(bash),
      ...all("deny", looked, "bash -c 'rm q'"),
      ...all("deny", "what find runs is looked at, too", "find . -exec rm {} +"),
    ],
  },
  {
    title: "scopes",
    situation: {
      user: { permissions: { deny: ["Bash(touch a)"], additionalDirectories: ["$HOME/extra"] } },
      project: { permissions: { allow: ["Bash(touch *)"] } },
      local: { permissions: { ask: ["Bash(touch b)"] } },
      allowedTools: ["Bash(mkdir *),Bash(ln *)", "Edit(/docs/**)"],
      disallowedTools: ["Bash(mkdir z)"],
      flagSettings: { permissions: { deny: ["Bash(touch f)"], allow: ["Bash(rmdir *)", "Edit(/src/**)"] } },
    },
    uses: [
      ...["touch a", "touch b", "touch c", "mkdir y", "mkdir z", "touch f", "rmdir y", "ln -s a.txt l"].map(bash),
      ...["mkdir a/../../b", "mkdir $HOME/z", "mkdir d > /dev/null 2>&1", "cat $HOME/extra/e.txt"].map(bash),
      ...["$HOME/extra/n", "$CWD/docs/1"].map(write),
      read("$HOME/extra/e.txt"),
      differs(
        write("$CWD/src/1"),
        "allow",
        "settings on the command line begin at the working folder, as its flags do",
      ),
      ...all("allow", "where cd leads is followed", "cd sub && mkdir q"),
    ],
  },
  {
    title: "only the project's settings",
    situation: {
      user: { permissions: { deny: ["Bash(touch a)"], allow: ["Bash(touch u)"] } },
      project: { permissions: { allow: ["Bash(touch p)"] } },
      local: { permissions: { allow: ["Bash(touch l)"] } },
      settingSources: ["project"],
    },
    uses: ["touch a", "touch u", "touch p", "touch l"].map(bash),
  },
  {
    title: "Bash patterns that allow",
    situation: {
      project: {
        permissions: {
          allow: [
            "Bash(zqx run test:*)",
            "Bash(git * main)",
            "Bash(make build)",
            "Bash(mk*)",
            "Bash(* --version)",
          ].concat(
            ["Bash(foo:* bar)", "Bash(cp:*)", "Bash(bash -c *)", "Bash(find *)", "Bash(watch *)", "Bash( spaced )"],
            ["Bash(node)", "Bash(touch q; echo hi)"],
          ),
        },
      },
    },
    uses: [
      ...["zqx run test", "zqx run test:unit", "zqx run test --watch", "zqx run testing", "zqx run test && ls"].map(
        bash,
      ),
      ...["zqx run test && touch q", "zqx  run  test", "timeout 4 zqx run test", "FOO=1 zqx run test"].map(bash),
      ...["NODE_ENV=test zqx run test", "zqx run test > o", "zqx run test 2>&1"].map(bash),
      ...[
        "zqx run test $(ls)",
        "zqx run test | cat",
        "zqx run test\ntouch q",
        "'zqx' run test",
        "zqx run test # c",
      ].map(bash),
      ...["git push origin main", "make build", "make build x", "mkfoo", "zzz --version", "foo: bar", "cp a.txt c"].map(
        bash,
      ),
      ...[
        "cp a.txt $HOME/q",
        "find . -delete",
        "find . -exec ls {} +",
        "watch ls",
        "node",
        "node x",
        "ls | make build",
      ].map(bash),
      ...all("ask", "a wildcard covers no word that runs another program (P3)", "git -c a=b push main", "bash -c 'ls'"),
      ...all("allow", parsed, "zqx run test &", "(zqx run test)"),
      ...all("allow", "spaces around a specifier mean nothing to ours", "spaced"),
      ...all("allow", "a rule that is the whole line, as the real one offers it, is kept", "touch q; echo hi"),
    ],
  },
  {
    title: "Bash allowed as a whole, and some of it denied",
    situation: { project: { permissions: { deny: ["Bash(curl *)", "Bash(git push:*)"], allow: ["Bash"] } } },
    uses: [
      ...["touch q", "echo $(touch w)", "cp a.txt $HOME/q", "echo x > $HOME/q", "((", "cat /etc/hostname"].map(bash),
      ...["rm -rf $HOME", "curl x", "ls && curl x", "git push", "git push origin", "git  push", "X=1 curl x"].map(bash),
      ...["echo curl x", "'curl' x", "c\\url x"].map(bash),
      ...all("deny", looked, "bash -c 'curl x'"),
      ...all("deny", "a rule against git push is about git push, whatever folder it is told", "git -C . push"),
    ],
  },
  {
    title: "domains, agents and parameters",
    situation: {
      project: {
        permissions: {
          allow: ["WebFetch(domain:127.0.0.1)", "WebFetch(domain:*.localhost)"],
          deny: ["WebFetch(domain:bad.localhost)", "Agent(Explore)", "Bash(run_in_background:true)"],
        },
      },
    },
    uses: [
      ...["http://127.0.0.1:1/x", "http://a.localhost:1/", "http://localhost:1/", "http://bad.localhost:1/"].map(fetch),
      ...["http://x.bad.localhost:1/", "http://A.LOCALHOST.:1/", "http://u@bad.localhost:1/"].map(fetch),
      explore("Agent"),
      explore("Task"),
      { name: "Agent", input: { description: "d", prompt: "p", subagent_type: " Explore" } },
      bash("ls"),
      { name: "Bash", input: { command: "ls", run_in_background: true } },
    ],
  },
  {
    title: "WebFetch allowed as a whole",
    situation: { project: { permissions: { allow: ["WebFetch", "WebFetch(domain:*)"] } } },
    uses: [
      differs(
        fetch("https://127.0.0.1:1/"),
        "ask",
        "an address of the own machine or network takes a rule that names it",
      ),
      differs(fetch("https://0x7f.1:1/"), "ask", "it is connected to under another name than the rules see"),
    ],
  },
  {
    title: "rules that are none",
    situation: { project: { permissions: { allow: ["mcp__*", "*", "B*", "bash", "Bash()", "Bash(", "Foo Bar"] } } },
    uses: [bash("touch q"), bash("ls")],
  },
  {
    title: "a settings file with a comma too many",
    situation: { projectText: '{"permissions":{"deny":["Bash(touch *)"],"allow":["Bash(mkdir *)"],}}' },
    uses: [
      differs(bash("touch q"), "deny", "the real one drops the whole file; ours reads it and tells"),
      differs(bash("mkdir d"), "allow", "a comma too many leaves no doubt"),
    ],
  },
  {
    title: "a settings file with an entry that is no text",
    situation: { projectText: '{"permissions":{"deny":["Bash(touch *)", 5],"allow":["Bash(mkdir *)"]}}' },
    uses: [
      bash("touch q"),
      differs(bash("mkdir d"), "ask", "what the damaged list forbids may be lost, so ours allows nothing alone"),
    ],
  },
];
