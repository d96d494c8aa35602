import { spawnSync } from "node:child_process";
import {
  chmodSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A project full of traps, with a home folder and a folder that no line may look into. */
export interface Scratch {
  readonly root: string;
  readonly project: string;
  readonly home: string;
}

/** Programs are run as nobody where we are root. */
export const nobody = 65_534;
export const isRoot = process.getuid?.() === 0;

export function makeScratch(): Scratch {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-programs-")));
  const [project, home, outside] = ["project", "home", "outside"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files(root))) put(path, text);
  put("bin/evil", "#!/bin/sh\nexit 0\n");
  chmodSync(join(root, "bin/evil"), 0o755);
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(project, name));
  mkdirSync(outside, { recursive: true });
  makeRepository(project, home);
  makeArchives(project);
  if (isRoot)
    for (const path of ["", ...readdirSync(root, { recursive: true, encoding: "utf8" })])
      lchownSync(join(root, path), nobody, nobody);
  chmodSync(root, 0o755);
  return { root, project, home };
}

/** In the names and texts of files that are not to be read. */
export const outsideText = "told-outside";
const secret = `${outsideText}\n`;

/** What a repository may contain when it is cloned, and what is beside it. */
function files(root: string): { readonly [path: string]: string } {
  const runs = `${root}/bin/evil`;
  return {
    "outside/secret": secret,
    "outside/.gitignore": "secret\n",
    [`outside/${outsideText}`]: "",
    [`home/.ssh/${outsideText}`]: "",
    "home/.ssh/id": secret,
    // They run only when they are asked for, which nothing that is allowed may do.
    "home/.gitconfig": `[user]\n\tname = a\n\temail = a@b.c\n[core]\n\tpager = ${runs}\n\teditor = ${runs}\n[gpg]\n\tprogram = ${runs}\n[pager]\n\tlog = ${runs}\n[web]\n\tbrowser = ${runs}\n`,
    "project/a.txt": "a\nb\nc\n2 x\n1 y\n",
    "project/b.txt": "a\nB\nd\n",
    "project/c.json": '{"a":[1,2,{"b":null}]}\n',
    "project/list": `../outside/secret\0${root}/outside/secret\n`,
    "project/args": "--output=made\n../outside/secret\n",
    "project/src/x.ts": "export const x = 1;\n",
    "project/src/deep/y.ts": "export const y = 2;\n",
    "project/folder/plain": "plain\n",
    "project/folder2/key": "another\n",
    "project/folder2/plain": "plane\n",
    "project/-o": "o\n",
    "project/--output=made": "o\n",
    "project/-exec": "o\n",
    "project/@args": "--output=made\n../outside/secret\n",
    "project/.gitmodules": `[submodule "sub"]\n\tpath = sub\n\turl = ext::${runs}\n\tupdate = !${runs}\n`,
    "project/.gitattributes": "*.json diff=evil filter=evil merge=evil\n",
    "project/.ripgreprc": `--pre=${runs}\n`,
    "project/bare/HEAD": "ref: refs/heads/main\n",
    "project/bare/config": `[core]\n\tbare = false\n\tfsmonitor = ${runs}\n\tworktree = .\n[diff]\n\texternal = ${runs}\n`,
    "project/bare/objects/x": "",
    "project/bare/refs/x": "",
  };
}

const links: { readonly [name: string]: string } = {
  linked: "../outside/secret",
  out: "../outside",
  "folder/key": "../../outside/secret",
  "folder/out": "../../outside",
  ".info": "../outside/secret",
  ".ignore": "../outside/secret",
  ".rgignore": "../outside/secret",
  "src/.gitignore": "../../outside/secret",
  made2: "../outside/made",
};

/** Those that are packed here, and names by which programs would look elsewhere. */
function makeArchives(project: string): void {
  const run = (line: string): void => {
    spawnSync("/bin/sh", ["-c", line], { cwd: project });
  };
  run(
    "tar cf a.tar a.txt src; tar czf a.tgz a.txt src; gzip -c a.txt > a.gz; xz -c a.txt > a.xz; bzip2 -c a.txt > a.bz2",
  );
  // A zip file with nothing in it.
  writeFileSync(join(project, "a.zip"), Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]));
  run(
    "cp a.tar evil:a.tar; ln -s ../outside/secret packed.gz; ln -s ../outside/secret packed.zip; ln -s ../outside/secret packed.tar",
  );
}

/** Two commits, one of them with a signature, a tag, a stash and a branch. */
function makeRepository(project: string, home: string): void {
  const git = (args: readonly string[], input = ""): string => {
    const env = { PATH: process.env.PATH ?? "", HOME: join(home, "nobody"), GIT_CONFIG_NOSYSTEM: "1" };
    const date = { GIT_AUTHOR_DATE: "1700000000 +0000", GIT_COMMITTER_DATE: "1700000000 +0000" };
    const done = spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
      cwd: project,
      env: { ...env, ...date },
      input,
      encoding: "utf8",
    });
    if (done.status !== 0) throw new Error(`git ${args.join(" ")}: ${done.stderr}`);
    return done.stdout.trim();
  };
  git(["init", "-q", "-b", "main"]);
  git(["add", "a.txt", "b.txt", "src", ".gitmodules", ".gitattributes", "folder", "linked"]);
  git(["commit", "-q", "-m", "one"]);
  git(["tag", "v1"]);
  git(["add", "c.json"]);
  git(["commit", "-q", "-m", "two"]);
  const [head, ...message] = git(["cat-file", "commit", "HEAD"]).split("\n\n");
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n =AAAA\n -----END PGP SIGNATURE-----";
  const signed = git(
    ["hash-object", "-t", "commit", "-w", "--stdin"],
    `${head}\n${signature}\n\n${message.join("\n\n")}\n`,
  );
  git(["update-ref", "HEAD", signed]);
  git(["branch", "other", "HEAD~1"]);
  writeFileSync(join(project, "b.txt"), "a\nstashed\n");
  git(["stash", "-q"]);
  writeFileSync(join(project, "a.txt"), "a\nb\nchanged\n");
  writeFileSync(join(project, "c.json"), '{"a":2}\n');
}
