import type { CustomCommand } from "./custom-commands.ts";

/** What the model reads in place of `/name args`. `run` gives the output of a command line that the text wants to have in it. */
export async function expandCommand(
  { kind, body, folder }: CustomCommand,
  args: string,
  run: (command: string) => Promise<string>,
): Promise<string> {
  const text = await withOutputs(withArguments(body, args), body, run);
  return kind === "skill" ? `Base directory for this skill: ${folder}\n\n${text}` : text;
}

/** `$ARGUMENTS`, `$ARGUMENTS[0]` and `$0`, counted from 0 as Claude Code does; one that is not given stays. Without a place they come last. */
function withArguments(body: string, args: string): string {
  const words = wordsIn(args);
  const placeholder = /\$ARGUMENTS\[(\d+)\]|\$ARGUMENTS\b|\$(\d)(?!\d)/g;
  if (!placeholder.test(body)) return args === "" ? body : `${body}\n\nARGUMENTS: ${args}`;
  return body.replace(placeholder, (whole, listed: string | undefined, short: string | undefined) => {
    const at = listed ?? short;
    return at === undefined ? args : (words[Number(at)] ?? whole);
  });
}

/** As a shell would see them: what is quoted is one. */
function wordsIn(args: string): string[] {
  return [...args.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
}

const commandLine = /!`([^`\n]+)`/g;

/** Only a command line that is in the file itself is run, never one that came with the arguments. */
async function withOutputs(text: string, body: string, run: (command: string) => Promise<string>): Promise<string> {
  if (!body.includes("!`")) return text;
  const outputs = new Map<string, string>();
  for (const [, command = ""] of body.matchAll(commandLine)) {
    if (!outputs.has(command) && text.includes(`!\`${command}\``)) outputs.set(command, await run(command));
  }
  return text.replace(commandLine, (whole, command: string) => outputs.get(command) ?? whole);
}
