/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: people write variables into rules */
import type { Ask } from "../../src/exports/permission.ts";
import { askOf, bash, read, write } from "./policy-of.ts";

/** A rule as people write it, and a call that they mean. */
export type Slip = readonly [rule: string, meant: Ask];

export const commands = (line: string, ...patterns: string[]): Slip[] =>
  patterns.map((pattern) => [`Bash(${pattern})`, bash(line)]);
export const reads = (path: string, ...patterns: string[]): Slip[] =>
  patterns.map((pattern) => [`Read(${pattern})`, read(path)]);
const writes = (path: string, ...patterns: string[]): Slip[] =>
  patterns.map((pattern) => [`Edit(${pattern})`, write(path)]);
const calls = (call: Ask, ...rules: string[]): Slip[] => rules.map((rule) => [rule, call]);

const inBackground = askOf("Bash", { command: "make", run_in_background: true });
const fetch = (url: string): Ask => askOf("WebFetch", { url });
const explore = askOf("Agent", { subagent_type: "Explore", prompt: "x" });
const tool = (input: Ask["input"]): Ask => askOf("mcp__a__b", input);

/** Told, and what was to be forbidden is asked; no other call is. */
export const toldSlips: readonly Slip[] = [
  ...commands("rm x", "rm :*", "rm: *", "rm  *", "rm\t*", "rm\u00a0*", "rm::*", "rm:", "rm : *", "rm.*", "rm.+"),
  ...commands("rm x", "^rm", "^rm$", "^rm .*$", "rm$", "rm .*", "rm\\s+.*", "rm\\b.*", "rm\\s.*", "r?:*", "r[m] *"),
  ...commands("rm x", '"rm:*"', "'rm *'", "`rm *`", "\u201crm:*\u201d", "rm\u200b:*", "r\u00adm *"),
  ...commands("rm x", "rm,mv", "rm, mv", "rm ,mv", "rm:*, mv:*", "rm *,mv *", "mv,rm:*", "rm|mv", "mv|rm", "rm;mv"),
  ...commands("rm x", "rm:*|mv:*", "(rm|mv):*", "(rm|mv) *", "{rm,mv}:*", "{mv,rm} *", "{rm,mv}"),
  ...commands("rm x", "command:rm *", "command: rm", "command=rm *", "cmd:rm:*", "$ rm *", "% rm x", "> rm *"),
  ...commands("rm x", "rm:x", "rm * > /dev/null", "rm > *"),
  ...commands("rm -rf x", "rm \u2013rf *", "rm:-rf", "rm -rf :*", "rm  -rf *"),
  ...commands("rm -rf x --force", "rm -rf:* --force"),
  ...commands("git push", "git:push", "git\\s+push", "git push: *", "git  push", "^git push"),
  ...commands("git push x", "git:push:*", "git {push,pull}:*", "git (push|pull) *", "git push :*", "git push: *"),
  ...commands("git push --force", "git push \u2014force", "git push \u2013-force", "git push --force :*"),
  ...commands("time make", "time *", "time:*"),
  ...commands("! make", "! *"),
  ...commands("for i in a; do make $i; done", "for *", "for:*"),
  ...commands("while true; do make; done", "while *"),
  ...commands("if true; then make; fi", "if *"),
  ...calls(inBackground, "Bash(run_in_background=true)", "Bash(run_in_background:yes)", "Bash(run_in_background:1)"),
  ...reads("/w/a.key", "$PWD/a.key", "${PWD}/a.key", "${CLAUDE_PROJECT_DIR}/a.key", "$WHATEVER/a.key", "%CD%\\a.key"),
  ...reads("/w/a.key", '"a.key"', "'**/*.key'", "`a.key`", "a\u200b.key", "\u201ca.key\u201d"),
  ...reads("/w/a.key", "a.key, b.key", "b.key,a.key", "b.key|a.key", "b.key | a.key", "b.key; a.key", "./b ./a.key"),
  ...reads("/w/a.key", "^a\\.key$", ".*\\.key$", ".*\\.key", "**/*.key$", "[a-c]{1,2}.key", "^.*key"),
  ...reads("/w/a.key", "@(a|b).key", "+(a).key", "*.(key|pem)", "!(x).key", "?(a).key", "*.@(pem|key)"),
  ...reads(
    "/w/a.key",
    "file:///w/a.key",
    "file://w/a.key",
    "file_path:a.key",
    "path: a.key",
    "path=a.key",
    "file:a.key",
  ),
  ...reads("/w/a.key", "a.key:*", "*.key:*", "a.key:**", ".\\a.key", "/w/a.key", "/w/*.key", "/w/**"),
  ...reads("/etc/passwd", "/etc/passwd", "/etc/**", "file:///etc/passwd", "file://localhost/etc/passwd"),
  ...reads(
    "/home/u/.ssh/id",
    "/home/u/.ssh/**",
    "$HOME/.ssh/**",
    "${HOME}/.ssh/**",
    "~u/.ssh/**",
    "%USERPROFILE%/.ssh/**",
  ),
  ...reads("/home/v/.ssh/id", "~v/.ssh/**", "/home/v/**", "/home/*/.ssh/**"),
  ...reads("/root/x", "~root/x", "/root/**"),
  ...reads("/mnt/c/Users/x/a", "C:\\Users\\x\\a", "c:/Users/x/**", "/c:/Users/x/a", "/mnt/c/**"),
  ...writes("/w/src/gen/a", "src\\gen\\**", "src\\gen", ".\\src\\gen\\**", "src/gen/**, lib/**"),
  ...writes("/tmp/x", "/tmp/**", "/tmp/x"),
  ...writes("/usr/x", "/usr/**"),
  ...writes("/var/log/x", "/var/log/x"),
  ...writes("/opt/x", "/opt/x"),
  ...writes("/Users/me/x", "/Users/me/x"),
  ...writes("/home/u/x", "/home/u/**", "$HOME/**", "${env:HOME}/x", "$HOME"),
  ...calls(tool({}), "mcp__a__", "mcp_a", "mcp-a", "MCP__a__b", "Mcp__a", "mcp__a:*", "mcp__a.*", "mcp_a_b", "mcp:a:b"),
  ...calls(tool({}), "mcp.a", "mcp__a__b:*", "mcp___a__b", "MCP_a_b", "mcp__a__:*", "mcp__a.b"),
  ...calls(tool({ x: 1, z: 2 }), "mcp__a__b(x:1, z:2)", "mcp__a__b(x:1|2)", "mcp__a__b(x:{1,2})", "mcp_a(x:1)"),
  ...calls(explore, "Agent(subagent_type:Explore)", 'Agent("Explore")', "Agent(Explore, Plan)", "Agent(Plan|Explore)"),
  ...calls(explore, "Agent(type:Explore)", "Agent({Plan,Explore})", "Task('Explore')", "Agent(subagent_type=Explore)"),
  ...calls(
    askOf("Skill", { skill: "pdf" }),
    "Skill(skill:pdf)",
    'Skill("pdf")',
    "Skill(docx, pdf)",
    "Skill(pdf\u200b)",
  ),
  ...calls(
    bash("rm x"),
    "bash_tool",
    "Shell",
    "shell",
    "run_shell_command",
    "BASH",
    "execute_command",
    "Bash:*",
    "bash",
  ),
  ...calls(
    bash("rm x"),
    "bash_tool(rm:*)",
    "Shell(rm *)",
    "Bash:rm",
    "rm:*",
    "Bash.rm",
    "run_command(rm *)",
    "bash(rm:*)",
  ),
  ...calls(
    write("/w/a.key"),
    "write_file",
    "edit_file(a.key)",
    "WRITE",
    "create_file",
    "str_replace_editor",
    "Edit:a.key",
  ),
  ...calls(read("/w/a.key"), "read_file(a.key)", "Read:a.key", "read(a.key)", "view", "read_file"),
  ...calls(fetch("https://evil.example"), "Fetch(domain:evil.example)", "web_fetch", "Fetch", "webfetch(domain:*)"),
];

/** Told, and every call of the tool is asked: nobody can say what was meant. */
export const unclearSlips: readonly Slip[] = [
  ...calls(
    fetch("https://a.b.example"),
    "WebFetch(domain:**)",
    "WebFetch(domain:*.*)",
    "WebFetch(domain:**.b.example)",
  ),
  ...calls(fetch("https://evil.example"), "WebFetch(domain=evil.example)", "WebFetch(evil.example:*)"),
  ...calls(fetch("https://evil.example"), 'WebFetch("domain:evil.example")', 'WebFetch(domain:"evil.example")'),
  ...calls(fetch("https://evil.example"), "WebFetch(domain:.evil.example)", "WebFetch(domain:evil.example,a.example)"),
  ...calls(fetch("https://evil.example"), "WebFetch(url:https://evil.example/*)", "WebFetch(*evil.example)"),
  ...calls(fetch("https://evil.example"), "WebFetch(domain:{evil,b}.example)", "WebFetch(domain:evil.example/*)"),
  ...calls(fetch("https://evil.example"), "WebFetch(domain::evil.example)", "WebFetch(Domain:evil.example)"),
  ...calls(fetch("https://evil.example"), "WebFetch(domain:evil\u200b.example)", "WebFetch(host:evil.example)"),
  ...calls(askOf("WebSearch", { query: "x" }), "WebSearch(x)", "WebSearch(domain:x)"),
  ...calls(tool({ x: 1 }), "mcp__a__b(x=1)"),
  ...reads("/w/a", "https://example.com/a", "{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}{m,n}"),
];

/** There is no doubt: what forbids is read as it was meant, and not told; what allows is told. */
export const sureSlips: readonly Slip[] = [
  ...reads("/w/a.key", "**/*.{pem,key}", "*.{pem,key}", "{a,b}.{key,pem}", "a.k{e,f}y", "**/{a,b}.key", "{x,a.key}"),
  ...reads("/w/x/3.key", "x/{1..5}.key", "//w/**.key", "/**.key", "x/{a,{b,3}}.key"),
  ...reads("/w/app/[slug]/page.tsx", "app/[slug]/page.tsx", "app/[slug]/**", "/app/[slug]"),
  ...reads("/w/app/[...all]/x", "app/[...all]/x"),
  ...commands("rm x", "RM:*", "Rm *"),
  ...calls(explore, "Agent(Ex*)", "Task(Ex*)", "Agent(*plore)"),
  ...calls(askOf("Skill", { skill: "pdf" }), "Skill(/pdf)", "Skill(pd*)", "Skill(/pdf:*)", "Skill(/pd*)"),
  ...calls(askOf("SlashCommand", { command: "/x a" }), "SlashCommand(x)", "SlashCommand(x:*)"),
  ...calls(tool({ x: "1" }), 'mcp__a__b(x:"1")'),
];

/** What forbids sees more, and there is nothing to tell. */
export const widerWhenForbidding: readonly Slip[] = [
  ...commands("rm x", "/bin/rm:*", "/usr/bin/rm *", "/usr/local/bin/rm:*", "/sbin/rm x", '"rm" *', 'rm "*"', "rm '*'"),
  ...commands("FOO=1 rm x", "FOO=1 rm *", "FOO=* rm *", "FOO=1 *"),
  ...commands("A=2 FOO=1 rm x", "FOO=1 rm *", "A=2 FOO=1 rm x"),
  ...commands("PATH=/x make", "PATH=*", "PATH=/x *"),
  ...commands("sed -n 1,5p x", "sed -n '1,5p' *", 'sed -n "1,5p" *'),
  ...commands("curl -H 'Accept: a b' x", 'curl -H "Accept: *" *'),
  ...commands("git commit -m 'a b'", 'git commit -m "*"', 'git commit -m "a b"', 'git commit -m "*'),
  ...commands("find . -name \\*.ts -delete", 'find . -name "*.ts" *', "find . -name '*.ts' -delete"),
  ...commands("[ -f x ]", "[ -f *"),
  ...calls(
    inBackground,
    "Bash(run_in_background:True)",
    "Bash(run_in_background:TRUE)",
    "Bash(run_in_background:true)",
  ),
  ...calls(tool({ x: true }), "mcp__a__b(x:True)"),
  ...calls(askOf("Bash", { command: "make", timeout: 100 }), "Bash(timeout:100)"),
  ...calls(explore, "Agent(explore)", "Agent(Explore:*)", "Agent(EXPLORE)"),
  ...calls(askOf("Skill", { skill: "plugin:x" }), "Skill(plugin:*)", "Skill(plugin:x)"),
  ...calls(askOf("SlashCommand", { command: "/x a" }), "SlashCommand(/x)"),
  ...calls(fetch("https://a.evil.example"), "WebFetch(domain:*evil.example)", "WebFetch(domain:*.evil.example)"),
];
