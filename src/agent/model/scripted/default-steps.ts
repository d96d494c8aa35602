import type { ScriptedTool, Step } from "../../../script/script.ts";
import { isFields, objects, text } from "../../../wire/fields.ts";
import type { ContentBlock } from "../content-block.ts";
import type { ModelMessage, ModelRequest } from "../provider.ts";

/** Why there is no other model. */
export interface IntroductionOptions {
  /** The scripted model was asked for, and not for want of a key. */
  readonly wanted?: boolean;
}

const commands = `Commands, one line each:
  read PATH                        reads a file
  write PATH TEXT                  writes a file
  run COMMAND                      runs a shell command
  ask QUESTION | OPTION | OPTION   asks you to choose
  think TEXT                       thinks before it answers`;

/** What the scripted model says when no script tells it: what it is, and a few commands for demos. */
export function defaultStep(request: ModelRequest, options: IntroductionOptions): Step {
  const step = followUp(request) ?? commandStep(promptOf(request.messages.at(-1)), request);
  if (!isFirst(request)) return step;
  const introduction = introduce(options);
  return { ...step, text: step.text === undefined ? introduction : `${introduction}\n\n${step.text}` };
}

function isFirst({ messages }: ModelRequest): boolean {
  return !messages.some(({ role }) => role === "assistant");
}

function introduce({ wanted = false }: IntroductionOptions): string {
  const why = wanted
    ? "It was asked for by name; without that, a key would choose a real model."
    : "It answers because no key was found.";
  return [
    `This is Bridle's scripted model. It is no language model and understands nothing beyond a few commands. ${why}`,
    "For a real model set ANTHROPIC_API_KEY, or OPENAI_API_KEY (with OPENAI_BASE_URL for any compatible endpoint).",
    commands,
  ].join("\n\n");
}

/** One command a line. Absent: the line does not make sense. */
const commandSteps: { readonly [command: string]: (rest: string) => Step | undefined } = {
  read: (path) => calls("Read", { file_path: path }),
  write: (rest) => {
    const [, path, content] = /^(\S+)\s(.*)$/s.exec(rest) ?? [];
    return path === undefined ? undefined : calls("Write", { file_path: path, content });
  },
  run: (command) => calls("Bash", { command, description: "A command of the demo" }),
  ask: (rest) => {
    const [question = "", ...options] = rest.split("|").map((part) => part.trim());
    if (question === "" || options.length < 2) return undefined;
    const choices = options.map((label) => ({ label, description: label }));
    return calls("AskUserQuestion", {
      questions: [{ question, header: "Question", multiSelect: false, options: choices }],
    });
  },
  think: (rest) => ({ thinking: rest, text: "Thought about it." }),
};

function commandStep(prompt: string, request: ModelRequest): Step {
  const [, word = "", rest = ""] = /^(\w+)\s+(.+)$/s.exec(prompt) ?? [];
  const command = word.toLowerCase();
  const step = Object.hasOwn(commandSteps, command) && !rest.includes("\n") ? commandSteps[command]?.(rest) : undefined;
  if (step === undefined) return isFirst(request) ? {} : { text: `No command of the scripted model. ${commands}` };
  const missing = step.tools?.find((tool) => offered(tool, request) === undefined);
  if (missing !== undefined)
    return { text: `The tool ${missing.name} is not available in this session.${hints[missing.name] ?? ""}` };
  return step.tools === undefined ? step : { ...step, tools: step.tools.map((tool) => offered(tool, request) ?? tool) };
}

const hints: { readonly [name: string]: string } = {
  AskUserQuestion: " It needs a host that answers: --permission-prompt-tool stdio.",
};

/** The call in the words of the session: some dialects write `read` with `filePath`. */
function offered(tool: ScriptedTool, { tools }: ModelRequest): ScriptedTool | undefined {
  const declared = tools.find(({ name }) => name.toLowerCase() === tool.name.toLowerCase());
  if (declared === undefined) return undefined;
  const { properties } = declared.input_schema;
  const known = Object.keys(isFields(properties) ? properties : {});
  const spelled = (key: string): string =>
    known.find((word) => word.toLowerCase() === key.replaceAll("_", "").toLowerCase()) ?? key;
  const input = Object.entries(tool.input ?? {}).map(([key, value]) => [spelled(key), value]);
  return { ...tool, name: declared.name, input: Object.fromEntries(input) };
}

function calls(name: string, input: NonNullable<ScriptedTool["input"]>): Step {
  return { tools: [{ name, input }] };
}

/** After tools have run: what came back. */
function followUp({ messages }: ModelRequest): Step | undefined {
  const results = blocksOf(messages.at(-1)).filter(({ type }) => type === "tool_result");
  if (results.length === 0) return undefined;
  const uses = messages.flatMap(blocksOf).filter(({ type }) => type === "tool_use");
  const lines = results.map((result) => {
    const name = text(uses.findLast(({ id }) => id === result.tool_use_id)?.name) ?? "The tool";
    const found = resultText(result);
    if (result.is_error === true) return `${name} failed: ${shown(found)}`;
    return found === "" ? `${name} gave back nothing.` : `${name} gave back:\n${shown(found)}`;
  });
  // Whoever asks once reads only the end: the first of it says again what speaks.
  const isOnly = messages.filter(({ role }) => role === "assistant").length === 1;
  return {
    text: [...lines, ...(isOnly ? ["(Said by Bridle's scripted model, which is no language model.)"] : [])].join("\n"),
  };
}

/** The last text, without what the agent itself may have put around it. */
function promptOf(message: ModelMessage | undefined): string {
  if (message === undefined) return "";
  if (typeof message.content === "string") return message.content.trim();
  const texts = blocksOf(message).flatMap((block) => text(block.text) ?? []);
  return (texts.findLast((found) => !found.startsWith("<system-reminder>")) ?? "").trim();
}

function blocksOf(message: ModelMessage | undefined): readonly ContentBlock[] {
  return objects(message?.content);
}

function resultText({ content }: ContentBlock): string {
  return (
    text(content) ??
    objects(content)
      .map((block) => text(block.text) ?? `[${text(block.type) ?? "?"}]`)
      .join("\n")
  );
}

function shown(found: string): string {
  const lines = found.trimEnd().split("\n");
  const kept = lines.slice(0, maxShownLines).join("\n").slice(0, maxShownLength);
  return lines.length > maxShownLines ? `${kept}\n… ${lines.length - maxShownLines} more lines` : kept;
}

const maxShownLines = 20;
const maxShownLength = 2_000;
