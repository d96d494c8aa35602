import { anyOf } from "./any-of.ts";
import { bareText } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** Files that a program shows, though nobody names them: those in which it keeps what it is asked for. */
export function ownFiles({ words }: SimpleCommand): readonly string[] {
  const text = words.slice(0, maxWords).map(bareText).join(" ");
  return anyShown.test(text) ? (shown.find(([asked]) => asked.test(text))?.[1] ?? none) : none;
}

const maxWords = 16;
const none: readonly string[] = [];
const runner =
  "(?:(?:npx|bunx|uvx|bundle exec|(?:pnpm|yarn|npm) (?:exec|dlx)|(?:poetry|uv|pipenv) run|python[\\d.]* -m)(?: -\\S+)* )?";

const shown: readonly (readonly [asked: RegExp, files: readonly string[]])[] = [
  [
    /^(?:(?:docker|podman|nerdctl) compose|docker-compose|podman-compose)(?: -\S+(?: [^-\s]\S*)?)* (?:config|convert)(?: |$)/,
    [".env"],
  ],
  [new RegExp(`^${runner}dotenv(?:x|-cli)?(?: |$)`), [".env"]],
  [/^(?:honcho|foreman|overmind) run |^heroku local:run /, [".env"]],
  [/(?:^| )debug:dotenv(?: |$)/, [".env"]],
  [/^aws configure (?:get|export-credentials)(?: |$)/, ["~/.aws/credentials", "~/.aws/config"]],
  [/^(?:kubectl|oc)(?: \S+)*? config view .*--raw/, ["~/.kube/config"]],
  [/^ssh-keygen(?!.* -[a-zA-Z]*f).* -y/, ["~/.ssh/id_rsa", "~/.ssh/id_ed25519"]],
  [/^git credential(?:-\S+)?(?: |$)/, ["~/.git-credentials"]],
  [/^gh auth (?:token|status .*(?:-t|--show-token))/, ["~/.config/gh/hosts.yml"]],
  [/^gpg2?(?: .*)? --export-secret/, ["~/.gnupg/private-keys-v1.d/key"]],
  [
    /^gcloud(?: \S+)*? auth(?: \S+)*? print-/,
    ["~/.config/gcloud/credentials.db", "~/.config/gcloud/application_default_credentials.json"],
  ],
  [/^az account get-access-token/, ["~/.azure/msal_token_cache.json"]],
  [/^(?:history|fc)(?: |$)/, ["~/.bash_history", "~/.zsh_history"]],
  [/^(?:terraform|tofu|terragrunt)(?: -\S+)* (?:show|output|state (?:pull|show))(?: |$)/, ["terraform.tfstate"]],
  [/(?:^| )(?:bin\/)?rails credentials:show/, ["config/master.key", "config/credentials.yml.enc"]],
];

const anyShown = anyOf(shown.map(([asked]) => asked));
