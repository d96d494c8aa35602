import type { Ask } from "./ask.ts";
import { fileWords, programOf, textPrograms } from "./file-words.ts";
import { allOf, type FilesOfLine, type Part } from "./files-of-line.ts";
import { feedTexts } from "./given-input.ts";
import { isAnswered } from "./judge-files.ts";
import { inputTexts } from "./judge-inputs.ts";
import { type Judgement, perhapsDenied, ruled } from "./judgement.ts";
import type { Policy } from "./policy.ts";
import { isReadOnly } from "./read-only-commands.ts";
import type { Rule } from "./rule.ts";
import { bareText, type ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { spelledHosts } from "./spelled-hosts.ts";
import { proseIn } from "./text-arguments.ts";

/**
 * Hosts that a line names and a rule for WebFetch is about: whichever program is given one may connect to it. What only looks
 * or prints connects to nobody.
 */
export function judgeHosts(line: FilesOfLine): Part[] {
  const { policy, reading, around } = line;
  if (!restrictsHosts(policy)) return [];
  const connects = (command: SimpleCommand): boolean =>
    !textPrograms.has(programOf(command.words)) && !isReadOnly(command, around);
  const sockets = [...reading.reads, ...reading.writes]
    .filter(({ by, text }) => by === "redirection" && /\/dev\/(?:tcp|udp)\//.test(text))
    .flatMap(({ text }) => judged(text.replace(/["']/g, ""), policy, false));
  const parts = reading.commands.flatMap((outer, order) => {
    const texts = allOf(outer)
      .filter(connects)
      .flatMap((command) => textsOf(command, line));
    if (texts.length === 0) return [];
    const isGranted = isAnswered({ of: outer }, line);
    return [...new Set(texts)]
      .flatMap((text) => judged(text, policy, isGranted))
      .map((one) => ({ ...one, order, text: outer.text }));
  });
  return [...parts, ...sockets.map((one) => ({ ...one, text: line.command }))];
}

/** The same for the input of a tool that nobody here knows. */
export function judgeInputHosts({ toolName, input }: Ask, policy: Policy): Judgement | undefined {
  if (!restrictsHosts(policy)) return undefined;
  const isGranted = policy.ofTool(toolName).granted !== undefined;
  return inputTexts(input)
    ?.filter(({ isProse }) => !isProse)
    .flatMap(({ text }) => judged(text, policy, isGranted))[0];
}

/** A rule about the host of an address that stands inside of another one: who is asked for the one fetches the other. */
export function innerHostRule(url: string, policy: Policy): Rule | undefined {
  const [, ...inner] = spelledHosts(url).filter(({ isAddress }) => isAddress);
  return inner.map(({ host }) => policy.domain("deny", host)).find((rule) => rule !== undefined);
}

function restrictsHosts(policy: Policy): boolean {
  return policy.looksInto("deny", "WebFetch") || policy.looksInto("ask", "WebFetch");
}

/** What it is given, by its words, its variables and its input. */
function textsOf(command: SimpleCommand, { reading }: FilesOfLine): string[] {
  const words = programOf(command.words) === "git" ? gitWords(command) : fileWords(command);
  const hasVariables = words.some(({ value }) => value === undefined);
  const inner = command.runs.length > 0 ? [] : command.words.slice(0, 1);
  return [
    ...[...inner, ...words].map(bareText),
    ...command.assignments.map(({ text }) => text),
    ...feedTexts(command.feed).texts,
    ...(hasVariables ? reading.values.map(({ word }) => bareText(word)) : []),
  ];
}

/** Of git, all but what people read and search for: branches and addresses stand where others have files. */
function gitWords(command: SimpleCommand): readonly ShellWord[] {
  const isProse = proseIn("git", command.words);
  return command.words.filter(({ prefix }, at) => at > 0 && !isProse(at) && !/^--(?:grep|author)/.test(prefix));
}

function judged(text: string, policy: Policy, isGranted: boolean): Judgement[] {
  // Every host that is spelled has a dot or a scheme.
  if (!/[.:%]/.test(text)) return [];
  const hosts = spelledHosts(text);
  for (const effect of ["deny", "ask"] as const) {
    if (effect === "ask" && isGranted) continue;
    for (const { host, isAddress } of hosts) {
      const rule = policy.domain(effect, host);
      if (rule !== undefined && (isAddress || spellsHost(rule)))
        return [effect === "deny" ? perhapsDenied(rule) : ruled(rule)];
    }
  }
  return [];
}

/** A pattern for any host says nothing of what may be the name of a file. */
function spellsHost({ specifier = "" }: Rule): boolean {
  return /[\w-]{2,}\.[\w-]{2,}/.test(specifier);
}
