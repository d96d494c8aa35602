import { knownPrograms } from "./programs/known-programs.ts";
import { literal } from "./shell/shell-word.ts";

/**
 * Commands that may be offered with a wildcard behind them, since whatever follows is of the same kind: they show something,
 * or run the tests and the build of the project. Of all others the line itself is offered: `git push *` is also
 * `git push --force`, `make test *` also `make test deploy`, and `kubectl get *` also `kubectl get secrets`.
 *
 * Behind each stand options of it that are stronger than the rest: no wildcard covers them (shell/dangers), and where one did,
 * the wildcard would not be offered. `<script>` is the name of one that checks or builds, `+` any one word, such as the name of a container.
 */
const variable: { readonly [words: string]: string } = {
  "npm test": "--prefix=/x --script-shell=./x",
  "npm run <script>": "--prefix=/x --script-shell=./x",
  "pnpm test": "--dir=/x",
  "pnpm run <script>": "--dir=/x",
  "yarn test": "--cwd=/x",
  "yarn run <script>": "--cwd=/x",
  "bun run <script>": "--cwd=/x --preload=./x",
  "npx vitest run": "--config=/x --root=/ --outputFile=/x",
  "npx jest": "--config=/x --rootDir=/ --outputFile=/x",
  "npx playwright test": "--config=/x --output=/x",
  "cargo build": "--config=x --target-dir=/x --manifest-path=/x",
  "cargo test": "--config=x --target-dir=/x --manifest-path=/x",
  "cargo check": "--config=x --target-dir=/x --manifest-path=/x",
  "cargo bench": "--config=x --target-dir=/x --manifest-path=/x",
  "go build": "-toolexec=x -o=/x -modfile=/x",
  "go test": "-exec=x -toolexec=x -vettool=./x -o=/x",
  "go vet": "-toolexec=x -vettool=./x",
  "python -m pytest": "-c=/x --rootdir=/x --basetemp=/x --junitxml=/x",
  "python3 -m pytest": "-c=/x --rootdir=/x --basetemp=/x --junitxml=/x",
  pytest: "-c=/x --rootdir=/x --basetemp=/x --junitxml=/x",
  "uv run pytest": "-c=/x --rootdir=/x --basetemp=/x --junitxml=/x",
  "poetry run pytest": "-c=/x --rootdir=/x --basetemp=/x --junitxml=/x",
  // What is staged is neither changed nor sent anywhere.
  "git add": "",
  "git diff": "--output=/x --ext-diff",
  "git log": "--output=/x --ext-diff",
  "git show": "--output=/x --ext-diff",
  "npm ls": "--prefix=/x",
  "npm outdated": "--prefix=/x",
  "npm view": "--registry=http://x",
  "pip list": "--log=/x --python=./x --index-url=http://x",
  "pip show": "--log=/x --python=./x",
  "gh pr view": "--jq=env",
  "gh pr list": "--jq=env",
  "gh pr diff": "",
  "gh pr checks": "--jq=env",
  "gh issue view": "--jq=env",
  "gh issue list": "--jq=env",
  "gh run view": "--jq=env",
  "gh run list": "--jq=env",
  "docker ps": "",
  "docker images": "",
  "docker logs +": "",
  "docker compose ps": "",
  "docker compose logs": "",
};

/** Scripts of a project that check or build it, by the words of their names: what follows one named `deploy` may choose where to. */
const scriptWords: ReadonlySet<string> = new Set(
  (
    "all browser build bundle check checks ci client compile cov coverage css docs e2e eslint fast format fmt integration jest js " +
    "lib lint mocha node playwright prettier smoke spec style test tests ts tsc type typecheck types typing unit ui vitest web"
  ).split(" "),
);

/** `cargo test *`, `npm run build *`; undefined for commands that are better allowed word by word. */
export function suggestedPrefix(values: readonly (string | undefined)[]): string | undefined {
  if (values.some((value) => value === undefined)) return undefined;
  const words = values as readonly string[];
  for (const length of [3, 2, 1]) {
    const start = words.slice(0, length);
    if (start.length < length || !start.every((word) => /^(?:[a-z][\w:.-]*|-m)$/.test(word))) continue;
    if (entryOf(start) !== undefined) return isOfItsKind(words, length) ? `${start.join(" ")} *` : undefined;
  }
  return undefined;
}

/** Of a command that only looks, one with an option by which it does more, or looks elsewhere, says nothing about the others. */
function isOfItsKind([name = "", ...args]: readonly string[], length: number): boolean {
  const program = knownPrograms.get(name);
  const looks = (words: readonly string[]): boolean => program?.(words.map(literal)).harmless === true;
  return !looks(args.slice(0, length - 1)) || looks(args);
}

/** What nobody means who allows a command with a wildcard. */
export function strongUses(rule: string): string[] {
  const words = rule.replace(/ \*$/, "").split(" ");
  const options = entryOf(words)?.split(" ") ?? [];
  return options
    .filter((option) => option !== "")
    .map((option) => `${words.join(" ")} ${option.replace(/^(-\w)=/, "$1 ")}`);
}

function entryOf(words: readonly string[]): string | undefined {
  const last = words.at(-1) as string;
  const before = words.slice(0, -1).join(" ");
  const isScript = last.split(/[:._-]/).every((word) => scriptWords.has(word));
  const names = [words.join(" "), ...(isScript ? [`${before} <script>`] : []), `${before} +`];
  const found = names.find((name) => Object.hasOwn(variable, name));
  return found === undefined ? undefined : variable[found];
}
