import { all, anyEditor, anyReader, bash, differs, explore, fetch, type Play, read, stricter, write } from "./play.ts";

/** Files, path rules and tools as a whole. */
export const filePlays: readonly Play[] = [
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
];
