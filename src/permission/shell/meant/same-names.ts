/** Names of one subcommand, or of one kind of thing. */
const sameNames: { readonly [programs: string]: string } = {
  npm: "run run-script rum urn, install i in ins inst insta instal isnt add, uninstall un unlink remove rm r, test t tst, exec x, update up upgrade, ci clean-install ic install-clean, config c, view v info show",
  "pnpm yarn bun": "run run-script, install i, uninstall un remove rm, test t tst, update up upgrade",
  cargo: "build b, run r, test t, check c, doc d, remove rm",
  brew: "uninstall remove rm, list ls",
  "docker podman": "ps ls list",
  git: "push send-pack http-push, fetch fetch-pack, stage add",
  svn: "commit ci, delete del remove rm, checkout co, switch sw, update up, move mv rename ren",
  hg: "commit ci, update up checkout co, remove rm, move mv rename",
  "kubectl oc":
    "pod pods po, namespace namespaces ns, deployment deployments deploy, service services svc, secret secrets, configmap configmaps cm, persistentvolumeclaim persistentvolumeclaims pvc, persistentvolume persistentvolumes pv, node nodes no, ingress ingresses ing, statefulset statefulsets sts, daemonset daemonsets ds, job jobs, cronjob cronjobs cj, customresourcedefinition customresourcedefinitions crd crds",
  "rails rake": "destroy d, generate g, console c, server s, runner r",
};

/** Words that may as well be left out: `docker container rm` is `docker rm`, `yarn run x` is `yarn x`. */
const neutralWords: { readonly [programs: string]: string } = {
  "docker podman": "container",
  "npm pnpm yarn bun": "run run-script",
};

/** With these in front a subcommand does what it does alone, and more: `git lfs push`. */
const frontWords: { readonly [programs: string]: string } = { git: "lfs subtree" };

/** They take the beginning of a subcommand for it, as long as there is only one. */
const cuttingNames = /^(?:npm|hg|gem|bundle|ip|nmcli|artisan|rails)$/;
const minCut = 3;

/** Every operand is a goal of its own, whichever stand in front of it. */
const goalPrograms =
  /^(?:[gb]?make|just|task|rake|gradlew?|mvnw?|ant|ninja|scons|invoke|inv|fab|mage|doit|nox|npm-run-all|run-[sp]|turbo|nx)$/;

export function takesGoals(program: string): boolean {
  return goalPrograms.test(program);
}

/** May a rule spell it and a command leave it out? */
export function isNeutral(program: string, word: string): boolean {
  return neutral.get(program)?.has(word) === true;
}

/** May a command have it in front of what a rule spells? */
export function isFront(program: string, word: string): boolean {
  return isNeutral(program, word) || front.get(program)?.has(word) === true;
}

/** Does a program take one word for the other? `yes` where it surely does. */
export function isSameName(program: string, meant: string, written: string): "yes" | "perhaps" | "no" {
  if (meant === written) return "yes";
  const group = groups.get(program)?.get(meant);
  if (group !== undefined && group === groups.get(program)?.get(written)) return "yes";
  if (/^(?:kubectl|oc)$/.test(program) && written.includes("/")) {
    const [kind = ""] = written.split("/", 1);
    return isSameName(program, meant, kind);
  }
  const isCut = cuttingNames.test(program) && written.length >= minCut && meant.startsWith(written);
  return isCut ? "perhaps" : "no";
}

/** Does a program take no other word for this one? */
export function hasOneName(program: string, word: string): boolean {
  return groups.get(program)?.has(word) !== true && !cuttingNames.test(program) && !/^(?:kubectl|oc)$/.test(program);
}

/** By program, the group that a name is in. */
const groups = new Map(
  eachProgram(sameNames).map(([program, listing]) => [
    program,
    new Map(listing.split(", ").flatMap((group) => group.split(" ").map((name) => [name, group] as const))),
  ]),
);

const neutral = wordsOf(neutralWords);
const front = wordsOf(frontWords);

function wordsOf(table: { readonly [programs: string]: string }): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(eachProgram(table).map(([program, words]) => [program, new Set(words.split(" "))] as const));
}

function eachProgram(table: { readonly [programs: string]: string }): (readonly [string, string])[] {
  return Object.entries(table).flatMap(([programs, value]) =>
    programs.split(" ").map((program) => [program, value] as const),
  );
}
