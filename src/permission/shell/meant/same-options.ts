import { baseName } from "../../path/absolute-path.ts";
import { dangerOf } from "../dangers/danger-of.ts";

/**
 * Options that are one and the same, by program or subcommand: letters in front of the name that they are short for. `D`
 * under `delete` and `force` is both. What is found here is certain; of programs that are not, a convention is assumed.
 */
const sameOptions: { readonly [programs: string]: string } = {
  "rm cp": "rR:recursive f:force i:interactive v:verbose a:archive n:no-clobber",
  mv: "f:force i:interactive n:no-clobber v:verbose",
  "chmod chown chgrp": "R:recursive v:verbose",
  "grep egrep fgrep": "rR:recursive f:file e:regexp i:ignore-case v:invert-match l:files-with-matches",
  "sed gsed": "i:in-place n:quiet e:expression f:file Er:regexp-extended s:separate",
  tar: "x:extract x:get c:create t:list f:file C:directory r:append u:update P:absolute-names",
  "git push": "f:force d:delete n:dry-run u:set-upstream q:quiet v:verbose o:push-option",
  "git commit": "n:no-verify a:all m:message q:quiet s:signoff S:gpg-sign e:edit F:file C:reuse-message p:patch",
  "git branch": "dD:delete fDMC:force mM:move cC:copy a:all r:remotes u:set-upstream-to v:verbose",
  "git tag": "d:delete f:force a:annotate s:sign m:message l:list",
  "git clean": "f:force n:dry-run i:interactive q:quiet e:exclude",
  "git checkout git switch": "f:force d:detach c:create C:force-create m:merge q:quiet p:patch t:track",
  "git add": "A:all f:force u:update p:patch n:dry-run i:interactive e:edit",
  "git rm git mv": "f:force n:dry-run q:quiet",
  "git fetch git pull": "f:force p:prune t:tags a:append r:rebase n:no-tags q:quiet s:strategy",
  "git rebase git merge": "i:interactive f:force-rebase s:strategy n:no-stat x:exec m:message",
  "git stash": "u:include-untracked a:all p:patch k:keep-index m:message",
  "git worktree git submodule": "f:force b:branch",
  "git reset git restore": "q:quiet p:patch s:source S:staged W:worktree N:intent-to-add",
  "git remote git config": "v:verbose l:list f:file e:edit",
  "docker rm docker rmi docker kill podman rm podman rmi": "f:force v:volumes a:all l:link s:signal",
  "docker run docker create docker exec podman run podman create podman exec":
    "v:volume p:publish P:publish-all e:env u:user t:tty i:interactive d:detach w:workdir l:label m:memory h:hostname",
  "docker system docker volume docker image docker container docker network docker builder docker buildx":
    "a:all f:force q:quiet",
  "docker compose docker-compose podman-compose": "v:volumes d:detach f:file p:project-name e:env",
  "docker build docker push docker pull": "t:tag f:file a:all-tags q:quiet o:output",
  "npm pnpm yarn bun": "g:global f:force D:save-dev S:save w:workspace y:yes s:silent P:save-prod E:save-exact c:call",
  curl: "d:data X:request T:upload-file F:form k:insecure o:output O:remote-name u:user H:header L:location x:proxy K:config",
  wget: "O:output-document i:input-file P:directory-prefix r:recursive q:quiet",
  "kubectl oc": "n:namespace f:filename A:all-namespaces l:selector k:kustomize R:recursive o:output c:container",
  helm: "n:namespace f:values i:install a:atomic o:output",
  "gh glab":
    "R:repo d:delete-branch m:merge s:squash r:rebase X:method F:field f:raw-field H:header t:title b:body y:yes",
  "pip pip3 uv": "r:requirement U:upgrade y:yes e:editable t:target",
  "apt apt-get aptitude": "y:yes y:assume-yes f:fix-broken q:quiet",
  "dnf yum": "y:assumeyes q:quiet",
  "make gmake": "f:file f:makefile C:directory j:jobs B:always-make k:keep-going n:dry-run s:silent i:ignore-errors",
  rsync: "a:archive r:recursive n:dry-run v:verbose e:rsh u:update z:compress",
  psql: "c:command f:file h:host U:username d:dbname p:port",
  "mysql mariadb": "e:execute h:host u:user p:password D:database",
  "ansible ansible-playbook": "i:inventory l:limit t:tags e:extra-vars b:become C:check a:args m:module-name f:forks",
};

/** What such a letter mostly means where nobody knows the program. */
const convention =
  "rR:recursive f:force y:yes a:all n:dry-run g:global q:quiet v:verbose o:output i:interactive d:delete";

/** `-f` names a file there, or something else. */
const otherForce =
  /^(?:helm|tail|awk|gawk|ssh|terraform|ansible.*|gcc|cc|mvn|gradle|docker|podman|flyctl|fly|pm2|cmake)$/;

/** Their options are whole words with one dash or two. */
const wholeWords =
  /^(?:g?find|java|javac|go|terraform|tofu|terragrunt|packer|consul|vault|nomad|ffmpeg|ffprobe|magick|convert|openssl|gcc|g\+\+|clang(?:\+\+)?|cc|ld|node|xcodebuild|dotnet|keytool|msbuild)$/;

export interface OptionNames {
  /** What a letter is short for; itself where nobody knows. */
  of(letter: string): readonly string[];
  /** The program is in the table. */
  readonly isKnown: boolean;
  readonly areWhole: boolean;
  /** The program takes long options that are cut short. */
  readonly areCut: boolean;
}

/** The names of the options of a command, whose other words are given in their order. */
export function optionNames(program: string, operands: readonly string[]): OptionNames {
  const name = baseName(program);
  const listing = listingOf(name, operands);
  const letters = lettersOf(listing ?? (otherForce.test(name) ? convention.replace("f:force ", "") : convention));
  return {
    of: (letter) => letters.get(letter) ?? [`-${letter}`],
    isKnown: listing !== undefined,
    areWhole: wholeWords.test(name) || dangerOf(name)?.wholeWords === true,
    areCut: dangerOf(name)?.unabbreviated !== true,
  };
}

function listingOf(program: string, operands: readonly string[]): string | undefined {
  for (const operand of operands.slice(0, maxDepth)) {
    const found = byName.get(`${program} ${operand}`);
    if (found !== undefined) return found;
  }
  return byName.get(program);
}

/** Where a subcommand may stand, values of options in front of it counted. */
const maxDepth = 4;

/** A program with its subcommand is two words of a key. */
const byName = new Map<string, string>(
  Object.entries(sameOptions).flatMap(([names, listing]) =>
    (names.match(/(?:git|docker|podman) [a-z]+|\S+/g) ?? []).map((name) => [name, listing] as const),
  ),
);

const spread = new Map<string, ReadonlyMap<string, readonly string[]>>();

function lettersOf(listing: string): ReadonlyMap<string, readonly string[]> {
  const found = spread.get(listing);
  if (found !== undefined) return found;
  const letters = new Map<string, string[]>();
  for (const entry of listing.split(" ")) {
    const [short = "", long = ""] = entry.split(":");
    for (const letter of short) letters.set(letter, [...(letters.get(letter) ?? []), long]);
  }
  spread.set(listing, letters);
  return letters;
}
