import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import type { CustomCommand } from "../custom/custom-commands.ts";
import { expandCommand } from "../custom/expand-command.ts";
import { type MentionedFile, mentionedFiles } from "../custom/mentioned-files.ts";
import type { AgentTurn } from "../kit/agent-turn.ts";
import type { ToolOutcome } from "../kit/call-tool.ts";
import { commandIn } from "../kit/prompt-queue.ts";
import {
  blocksOf,
  type ContentBlock,
  isTextBlock,
  type MessageContent,
  type ToolUseInput,
  textBlock,
} from "../model/content-block.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { absolutePath } from "../tool/resolve-path.ts";
import { useHooks } from "./custom-prompts.ts";
import type { ToolBox } from "./tool-box.ts";

interface PromptParts {
  readonly session: AgentSession;
  readonly tools: ToolBox;
  readonly commands: readonly CustomCommand[];
}

/** What a person's prompt stands for: `/name` for the text that was written down under it, `@path` for what is in that file. */
export async function preparePrompt(turn: AgentTurn, parts: PromptParts): Promise<void> {
  if (turn.isFollowUp || turn.origin !== undefined) return;
  const command = await commandBlocks(turn, parts);
  const said = command ?? blocksOf(turn.asked);
  const texts = said.filter(isTextBlock).map(({ text }) => text);
  const files = await attachments(turn, parts, texts.flatMap(mentionedFiles));
  if (files.length > 0 || command !== undefined) turn.rewrite([...files, ...said]);
}

/** Undefined: it is no command. */
async function commandBlocks(turn: AgentTurn, parts: PromptParts): Promise<ContentBlock[] | undefined> {
  const [prompt] = turn.prompts;
  const named = prompt === undefined || turn.prompts.length > 1 ? undefined : commandIn(prompt);
  const command = parts.commands.find(({ name, isForPerson }) => name === named?.name && isForPerson);
  if (command === undefined || named === undefined) return undefined;
  useHooks(parts.session, command);
  const text = await expandCommand(command, named.rest, commandRunner(turn, parts, command.name));
  const { name } = command;
  const tags = `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args>${named.rest}</command-args>\n`;
  return [textBlock(tags), textBlock(text)];
}

/** Runs a command line of a file as if the model had called Bash: hooks, rules and the person decide. */
export function commandRunner(turn: AgentTurn, { tools }: Pick<PromptParts, "tools">, name: string) {
  return async (command: string): Promise<string> => {
    const { content, isError } = await use(turn, tools, "Bash", { command, description: `For /${name}` });
    if (isError) throw new Error(`/${name} was not begun: its command \`${command}\` did not run: ${textOf(content)}`);
    return textOf(content);
  };
}

async function use(turn: AgentTurn, tools: ToolBox, name: string, input: ToolUseInput): Promise<ToolOutcome> {
  const { call, tool } = tools.prepare({ id: `toolu_${randomUUID().replaceAll("-", "")}`, name, input });
  const outcome = await turn.callQuietly(call, tool);
  turn.signal.throwIfAborted();
  return outcome;
}

/** Files the rules let be read are there for the model at once; the others it may ask for. */
async function attachments(
  turn: AgentTurn,
  parts: PromptParts,
  files: readonly MentionedFile[],
): Promise<ContentBlock[]> {
  const blocks: ContentBlock[] = [];
  for (const { path, ...range } of files) {
    const input = { file_path: absolutePath(path, placeOf(parts.session)), ...range };
    if (!(await isFile(input.file_path)) || !mayRead(parts.session, input)) continue;
    const { content, isError } = await use(turn, parts.tools, "Read", input);
    if (isError) continue;
    const called = `Called the Read tool with the following input: ${JSON.stringify(input)}`;
    const text = typeof content === "string" ? content : "";
    blocks.push(textBlock(reminder(`${called}\n\nResult of calling the Read tool:\n${text}`)));
    if (typeof content !== "string") blocks.push(...content);
  }
  return blocks;
}

function placeOf({ folder, permissions }: AgentSession): { cwd: string; home: string } {
  return { cwd: folder, home: permissions.home };
}

function mayRead({ permissions }: AgentSession, input: ToolUseInput): boolean {
  return permissions.decide({ name: "Read", input }).effect === "allow";
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

function reminder(text: string): string {
  return `<system-reminder>\n${text}\n</system-reminder>`;
}

function textOf(content: MessageContent): string {
  return typeof content === "string" ? content : content.map(({ text }) => String(text ?? "")).join("\n");
}
