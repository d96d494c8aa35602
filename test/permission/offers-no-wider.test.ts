import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Ask,
  applyUpdate,
  decide,
  type FileView,
  type PermissionState,
  Policy,
  suggestions,
} from "../../src/exports/permission.ts";
import { commandOffers } from "./offers.ts";
import { askOf, bash, policyOf, read, write } from "./policy-of.ts";

/** Everything that is offered is taken; then the calls are decided. */
function afterwards(seen: Ask, files?: FileView): (call: Ask) => string {
  const policy = policyOf([], files && { files });
  const before: PermissionState = { rules: [], mode: "default", directories: seen.directories };
  const { directories, ...state } = suggestions(seen, decide(seen, policy), policy).reduce(applyUpdate, before);
  const changed = new Policy({ ...policy.parts, ...state });
  return (call) => decide({ ...call, directories }, changed).effect;
}

test("P10 a command that was allowed for good allows nothing stronger than what was seen", () => {
  assert.ok(commandOffers.length > 100);
  for (const { seen, still, again = [] } of commandOffers) {
    const effect = afterwards(bash(seen));
    for (const line of [seen, ...again]) assert.equal(effect(bash(line)), "allow", `${seen}: again ${line}`);
    for (const line of still) assert.notEqual(effect(bash(line)), "allow", `${seen}: still ${line}`);
  }
});

test("P10 a folder that was searched is offered itself, and not the one it is in", () => {
  const cases: [seen: Ask, again: string[], still: string[]][] = [
    [askOf("Grep", { pattern: "x", path: "/srv/p" }), ["/srv/p/a", "/srv/p/b/c"], ["/srv/q/a", "/srv/a"]],
    [askOf("Glob", { pattern: "*", path: "/home/v/p" }), ["/home/v/p/a"], ["/home/v/.ssh/id", "/home/v/a"]],
    [askOf("Glob", { pattern: "/srv/p/*.ts" }), ["/srv/p/a.ts"], ["/srv/q", "/srv/a"]],
    [askOf("LS", { path: "/data/x" }), ["/data/x/a"], ["/data/y", "/data/a"]],
    [askOf("Grep", { pattern: "x", path: "/home/v" }), [], ["/home/v/.ssh/id", "/home/v/a", "/home/w"]],
    [askOf("Grep", { pattern: "x", path: "/home/u" }), [], ["/home/u/.ssh/id", "/home/u/a"]],
    [askOf("Glob", { pattern: "*", path: "/etc" }), [], ["/etc/shadow", "/etc/ssl/private/x"]],
    [askOf("Glob", { pattern: "*", path: "/" }), [], ["/etc/shadow", "/a"]],
    [askOf("Glob", { pattern: "../*" }), [], ["/etc/shadow", "/a"]],
    [askOf("Grep", { pattern: "x", path: "/home/u/.aws" }), [], ["/home/u/.aws/credentials"]],
  ];
  for (const [seen, again, still] of cases) {
    const effect = afterwards(seen);
    for (const path of again) assert.equal(effect(read(path)), "allow", `${JSON.stringify(seen.input)} ${path}`);
    for (const path of still) assert.notEqual(effect(read(path)), "allow", `${JSON.stringify(seen.input)} ${path}`);
  }
});

test("P10 a file opens its folder only where that is a project, and else itself alone", () => {
  const alone = [
    ...["/etc/hosts", "/etc/app/x.conf", "/home/v/x", "/home/v/p/q/x", "/home/u/x", "/home/u/notes/x", "/root/x"],
    ...["/root/p/x", "/Users/me/a", "/Users/me/p/q/a", "/proc/self/status", "/dev/sda", "/sys/kernel/x", "/tmp/x"],
    ...["/usr/lib/x/y", "/var/log/x", "/var/lib/p/x", "/opt/p/x", "/run/user/1/x", "/srv/x", "/x/a", "/boot/efi/x"],
    ...["/home/u/.ssh/config", "/home/u/.config/p/q/x", "/home/u/p/q/.git/x", "/srv/p/.env/x", "/srv/.x/p/q/a"],
    ...["/home/u/Library/Cookies/p/x", "/private/etc/p/x", "/mnt/c/Users/me/p/x", "/Volumes/Disk/Users/me/x"],
    ...[
      "/lib64/p/q/x",
      "/nix/store/p/x",
      "/Applications/X/y/z",
      "/System/x/y",
      "/var/home/v/p/q/x",
      "/export/home/v/x",
    ],
  ];
  const secrets = [
    ...["/etc/shadow", "/home/v/.ssh/id", "/root/.ssh/id", "/Users/me/.ssh/id", "/proc/self/environ", "/dev/mem"],
    ...["/home/u/.ssh/id", "/home/u/.bashrc", "/home/u/.local/bin/x", "/home/u/.ssh/authorized_keys", "/a"],
  ];
  for (const path of alone) {
    const beside = [`${path}2`, path.replace(/[^/]+$/, "beside"), path.replace(/[^/]+$/, "sub/beside"), ...secrets];
    for (const call of [read, write]) {
      const effect = afterwards(call(path));
      assert.equal(effect(call(path)), /\/\.(?:git|ssh)\//.test(path) && call === write ? "ask" : "allow", path);
      for (const other of beside)
        for (const again of [read, write])
          assert.notEqual(
            effect(again(other)),
            "allow",
            `${call(path).toolName} ${path}: ${again(other).toolName} ${other}`,
          );
    }
  }
  for (const [path, again] of [
    ["/srv/p/a", "/srv/p/b/c"],
    ["/home/u/src/p/a.ts", "/home/u/src/p/lib/b.ts"],
    ["/data/p/q/a", "/data/p/q/b"],
    ["/tmp/p/a", "/tmp/p/b"],
  ] as const)
    for (const call of [read, write]) {
      assert.equal(afterwards(call(path))(call(again)), "allow", `${call(path).toolName} ${path}`);
      assert.notEqual(afterwards(call(path))(call("/srv/x/y")), "allow", path);
    }
});

test("P10 a home behind a link is one by its real name, too, and a folder is never offered as a file", () => {
  const link = (path: string): string => path.replace(/^\/home\/u(?=\/|$)/, "/data/u");
  const behind: FileView = {
    realpath: (path) => (path.endsWith("/HEAD") ? undefined : link(path)),
    readlink: (path) => (path === "/home/u" ? "/data/u" : undefined),
  };
  for (const path of ["/data/u/x", "/home/u/x", "/data/u/notes/x", "/data/v/x", "/data/v/p/q/x"])
    for (const call of [read, write]) {
      const effect = afterwards(call(path), behind);
      assert.equal(effect(call(path)), "allow", path);
      for (const other of ["/data/u/.ssh/id", "/home/u/.ssh/id", "/home/u/y", "/data/u/y", "/data/v/.ssh/id"])
        for (const again of [read, write]) assert.notEqual(effect(again(other)), "allow", `${path}: ${other}`);
    }
  const folders = new Set(["/srv/p", "/home/u/.secrets", "/srv/p/sub"]);
  const listing: FileView = {
    realpath: (path) =>
      path.endsWith("/HEAD") || (path.endsWith("/.") && !folders.has(path.slice(0, -2))) ? undefined : path,
    readlink: () => undefined,
    list: (folder) => (folders.has(folder) ? [] : undefined),
  };
  assert.notEqual(afterwards(read("/home/u/.secrets"), listing)(read("/home/u/.secrets/key")), "allow");
  assert.equal(afterwards(bash("ls /srv/p"), listing)(read("/srv/p/a")), "allow");
  assert.notEqual(afterwards(bash("ls /srv/p"), listing)(read("/srv/q")), "allow");
  assert.equal(afterwards(bash("cat /srv/p/sub/a"), listing)(read("/srv/p/sub/b")), "allow");
  assert.notEqual(afterwards(bash("cat /srv/p/sub/a"), listing)(read("/srv/p/b")), "allow");
});

test("P10 other tools: what a command, a name or a server's tool opens is that one", () => {
  const cases: [seen: Ask, still: Ask[]][] = [
    [askOf("Monitor", { command: "make" }), [askOf("Monitor", { command: "evil" }), bash("make x")]],
    [askOf("Skill", { skill: "pdf" }), [askOf("Skill", { skill: "pdf2" }), askOf("Skill", { skill: "pdf:x" })]],
    [askOf("SlashCommand", { command: "/x a" }), [askOf("SlashCommand", { command: "/x b" })]],
    [askOf("mcp__s__t", { skill: "x" }), [askOf("mcp__s__u", {}), askOf("mcp__s2__t", {})]],
    [askOf("WebFetch", { url: "https://x.org" }), [askOf("WebFetch", { url: "https://y.x.org" })]],
  ];
  for (const [seen, still] of cases) {
    const effect = afterwards(seen);
    assert.equal(effect(seen), "allow", JSON.stringify(seen.input));
    for (const call of still) assert.notEqual(effect(call), "allow", JSON.stringify(call.input));
  }
  const nothing = [
    askOf("mcp__s__run", { command: "make" }),
    askOf("Skill", { skill: "pdf:*" }),
    askOf("Skill", { skill: "*" }),
    askOf("mcp__s__*", {}),
    askOf("Skill", {}),
  ];
  for (const seen of nothing) assert.equal(afterwards(seen)(seen), "ask", JSON.stringify(seen.input));
});
