import { all, bash, differs, explore, fetch, looked, type Play, parsed } from "./play.ts";

/** Shapes of rules for commands, hosts and agents; settings that cannot be read. */
export const rulePlays: readonly Play[] = [
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
