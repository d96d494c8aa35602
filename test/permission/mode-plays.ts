import {
  all,
  bash,
  differs,
  fetch,
  looked,
  type Play,
  planEnvironment,
  read,
  readingOnly,
  removal,
  write,
} from "./play.ts";

/** Modes, and where rules are written. */
export const modePlays: readonly Play[] = [
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
];
