/**
 * Commands that may be offered with a wildcard behind them, each with the options that may have been seen: what else may
 * follow is of the same kind. Of all others the line itself is offered, since `git push *` is more than `git push --force`,
 * and `kubectl delete *` more than one pod. A `+` stands for one more word of the command itself, such as the script's name.
 */
const offered: { readonly [words: string]: string } = {
  "git add": "-A -u -p --all --update --patch -v -n",
  "git commit": "-m -a -am -s -v --message --all --signoff",
  "git fetch": "--all --prune --tags -p -v",
  "git pull": "--rebase --ff-only --no-rebase",
  "git push": "-u --set-upstream -v",
  "git log": "*",
  "git diff": "*",
  "git show": "*",
  "git stash": "",
  "git merge": "--no-ff --ff-only",
  "npm test": "*",
  "npm ci": "",
  "npm install": "-D --save-dev -E --save-exact",
  "npm run +": "*",
  "npm ls": "*",
  "npm audit": "--json",
  "pnpm test": "*",
  "pnpm run +": "*",
  "pnpm install": "--frozen-lockfile",
  "pnpm add": "-D",
  "yarn test": "*",
  "yarn run +": "*",
  "yarn install": "--frozen-lockfile --immutable",
  "yarn add": "-D --dev",
  "bun test": "*",
  "bun run +": "*",
  "cargo build": "*",
  "cargo test": "*",
  "cargo check": "*",
  "cargo clippy": "*",
  "cargo fmt": "*",
  "cargo doc": "*",
  "cargo bench": "*",
  "go build": "*",
  "go test": "*",
  "go vet": "*",
  "go fmt": "*",
  "go mod": "",
  "gh pr view": "*",
  "gh pr list": "*",
  "gh pr diff": "*",
  "gh issue view": "*",
  "gh issue list": "*",
  "gh run view": "*",
  "gh run list": "*",
  "docker ps": "*",
  "docker logs": "*",
  "docker images": "*",
  "docker inspect": "*",
  "docker build": "-t --tag -f --file --build-arg --target --no-cache",
  "docker compose ps": "*",
  "docker compose logs": "*",
  "docker compose up": "-d --build --detach",
  "kubectl get": "*",
  "kubectl describe": "*",
  "kubectl logs": "*",
  "pip install": "-r -U --upgrade",
  "pip list": "*",
  "pip show": "*",
  "pip3 install": "-r -U --upgrade",
  "uv sync": "--all-extras --dev --frozen",
  "uv add": "--dev",
  "uv run +": "*",
  "poetry install": "--with --without",
  "poetry run +": "*",
  "bundle install": "",
  "bundle exec +": "*",
  "make +": "-j",
  "just +": "",
  "dotnet build": "-c --configuration",
  "dotnet test": "*",
  "mvn test": "-q -B",
  "mvn compile": "-q -B",
  "gradle test": "*",
  "gradle build": "--no-daemon --info",
  "composer install": "--no-interaction",
  "terraform plan": "*",
  "terraform fmt": "*",
  "terraform validate": "*",
};

/** `git fetch *`, `npm run build *`; undefined for commands that are better allowed word by word. */
export function suggestedPrefix(values: readonly (string | undefined)[]): string | undefined {
  if (values.some((value) => value === undefined)) return undefined;
  const words = values as readonly string[];
  for (const length of [3, 2]) {
    const start = words.slice(0, length);
    if (start.length < length || !start.every((word) => /^[a-z][\w:.-]*$/.test(word))) continue;
    const options = listed(start.join(" ")) ?? listed([...start.slice(0, -1), "+"].join(" "));
    if (options !== undefined && words.slice(length).every((word) => isSeen(word, options)))
      return `${start.join(" ")} *`;
  }
  return undefined;
}

function listed(words: string): readonly string[] | undefined {
  return Object.hasOwn(offered, words) ? offered[words]?.split(" ") : undefined;
}

function isSeen(word: string, options: readonly string[]): boolean {
  if (options.includes("*") || !/^[-+]|=/.test(word)) return true;
  return options.some((option) => option !== "" && (word === option || word.startsWith(`${option}=`)));
}
