import { Command } from "commander";
import type { CliCommand, CommandRow } from "../command.ts";
import { usage } from "../read-argument.ts";

const examples = `
Examples:
  source <(bridle completion bash)                                      in ~/.bashrc
  source <(bridle completion zsh)                                       in ~/.zshrc
  bridle completion fish > ~/.config/fish/completions/bridle.fish`;

/** `bridle completion`: commands, subcommands and options, for a shell. */
export const completion: CliCommand = {
  register: (program, all) =>
    program
      .command("completion")
      .description("print a completion script for bash, zsh or fish")
      .argument("<shell>", "bash, zsh or fish")
      .addHelpText("after", examples)
      .action(async (shell: string, _: object, command: Command) => {
        const script = scripts[shell];
        if (script === undefined) return usage(command, "the shell is bash, zsh or fish");
        process.stdout.write(script(await words(all)));
      }),
};

/** What may come behind a command: "" is `bridle` itself, "daemon" its subcommands, "daemon start" its options. */
type Words = ReadonlyMap<string, readonly string[]>;

/** Read from the commands themselves, so that none is forgotten. */
async function words(all: readonly CommandRow[]): Promise<Words> {
  const program = new Command("bridle").enablePositionalOptions();
  for (const row of all) if (row.name !== "completion") (await row.load()).register(program, all);
  program.command("completion").argument("<shell>");
  const found = new Map<string, string[]>();
  const visit = (command: Command, path: string): void => {
    const subs = command.commands;
    const options = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long ?? "");
    found.set(path, [...subs.map((sub) => sub.name()), ...options, "--help"]);
    for (const sub of subs) visit(sub, `${path} ${sub.name()}`.trim());
  };
  visit(program, "");
  return found;
}

const scripts: { readonly [shell: string]: (all: Words) => string } = {
  bash: (all) => `_bridle() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == -* ]] || path="\${path:+$path }$word"; done
  local words
  case "$path" in
${cases(all)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _bridle bridle
`,
  zsh: (all) => `_bridle() {
  local path="" word words_
  for word in "\${words[@]:1:$((CURRENT-2))}"; do [[ $word == -* ]] || path="\${path:+$path }$word"; done
  case "$path" in
${cases(all).replaceAll("words=", "words_=")}
  esac
  compadd -- \${=words_}
}
compdef _bridle bridle
`,
  fish: (all) =>
    [...all]
      .flatMap(([path, offered]) => {
        const condition =
          path === "" ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${path.split(" ").at(-1)}`;
        return offered.map((word) =>
          word.startsWith("--")
            ? `complete -c bridle -n "${condition}" -l ${word.slice(2)}`
            : `complete -c bridle -n "${condition}" -f -a ${word}`,
        );
      })
      .join("\n")
      .concat("\n"),
};

/** The longest path first: a session's id behind a command matches no path of its own. */
function cases(all: Words): string {
  return [...all]
    .sort(([a], [b]) => b.length - a.length)
    .map(([path, offered]) => `    ${path === "" ? "''" : `'${path}'*`}) words='${offered.join(" ")}' ;;`)
    .join("\n");
}
