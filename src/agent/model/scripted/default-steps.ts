import type { ScriptedTool, Step } from "../../../script/script.ts";
import { type Fields, objects, text } from "../../../wire/fields.ts";
import type { ModelMessage, ModelRequest } from "../provider.ts";

/** Why there is no other model. */
export interface Circumstances {
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
export function defaultStep(request: ModelRequest, circumstances: Circumstances): Step {
  const step = followUp(request) ?? obey(promptOf(request.messages.at(-1)), request);
  if (request.messages.some(({ role }) => role === "assistant")) return step;
  const introduction = introduce(circumstances);
  return { ...step, text: step.text === undefined ? introduction : `${introduction}\n\n${step.text}` };
}

function introduce({ wanted = false }: Circumstances): string {
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
const obeyed: { readonly [command: string]: (rest: string) => Step | undefined } = {
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

function obey(prompt: string, request: ModelRequest): Step {
  const [, word = "", rest = ""] = /^(\w+)\s+(.+)$/s.exec(prompt) ?? [];
  const command = word.toLowerCase();
  const step = Object.hasOwn(obeyed, command) && !rest.includes("\n") ? obeyed[command]?.(rest) : undefined;
  if (step === undefined) return { text: `No command of the scripted model. ${commands}` };
  const missing = step.tools?.find(({ name }) => !request.tools.some((tool) => tool.name === name));
  if (missing !== undefined) return { text: `The tool ${missing.name} is not available in this session.` };
  return step;
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
    if (result.is_error === true) return `${name} failed: ${firstLine(found)}`;
    const size = found === "" ? "nothing" : `${found.trimEnd().split("\n").length} line(s)`;
    return `${name} gave back ${size}${found === "" ? "." : `: ${firstLine(found)}`}`;
  });
  return { text: lines.join("\n") };
}

/** The last text, without what the agent itself may have put around it. */
function promptOf(message: ModelMessage | undefined): string {
  if (message === undefined) return "";
  if (typeof message.content === "string") return message.content.trim();
  const texts = blocksOf(message).flatMap((block) => text(block.text) ?? []);
  return (texts.findLast((found) => !found.startsWith("<system-reminder>")) ?? "").trim();
}

function blocksOf(message: ModelMessage | undefined): readonly Fields[] {
  return objects(message?.content);
}

function resultText({ content }: Fields): string {
  return (
    text(content) ??
    objects(content)
      .map((block) => text(block.text) ?? `[${text(block.type) ?? "?"}]`)
      .join("\n")
  );
}

function firstLine(found: string): string {
  const line = found.trimStart().split("\n", 1)[0] ?? "";
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}
