import * as z from "zod/mini";
import { isFields, list } from "../../wire/fields.ts";
import type { ToolUseInput } from "../model/content-block.ts";
import type { Tool, ToolOutput } from "./tool.ts";
import { looseFlag, toolInput } from "./tool-input.ts";

interface AskUserQuestionInput {
  readonly questions: readonly Question[];
  /** By the question's text; a host adds them when it allows the call. */
  readonly answers?: { readonly [question: string]: string | readonly string[] } | undefined;
}

interface Question {
  readonly question: string;
  readonly header: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly multiSelect: boolean;
}

/** The person answers within the permission request; all that is left to do is to tell the model. */
export const askUserQuestion: Tool<AskUserQuestionInput> = {
  name: "AskUserQuestion",
  description: `Asks the person one to four questions with two to four choices each, and waits for the answers.

Use it when the work depends on a choice that only they can make. They can always answer in their own words instead.
header is a label of a few characters; set multiSelect when several choices may be taken together.`,
  // The model is not told of `answers`: it would be tempted to give them itself.
  inputSchema: toolInput("AskUserQuestion", asked).inputSchema,
  fromModel: ({ answers: _answers, ...asks }) => asks,
  read: (input) => toolInput("AskUserQuestion", answered).read(isFields(input.answers) ? inOurShape(input) : input),
  isConcurrencySafe: () => true,
  permission: () => ({ behavior: "ask", requiresUserInteraction: true }),
  run: async ({ questions, answers = {} }) => answersOutput(questions, answers),
};

function answersOutput(
  questions: readonly Question[],
  given: NonNullable<AskUserQuestionInput["answers"]>,
): ToolOutput {
  const answers = Object.fromEntries(
    Object.entries(given).map(([question, answer]) => [question, [answer].flat().join(", ")]),
  );
  const pairs = Object.entries(answers).map(([question, answer]) => `"${question}"="${answer}"`);
  const content =
    pairs.length === 0
      ? "The user did not answer the questions."
      : `Your questions have been answered: ${pairs.join(", ")}. You can now continue with these answers in mind.`;
  return { content, details: { questions, answers } };
}

function asked() {
  const option = z.object({ label: z.string().check(z.minLength(1)), description: z.string() });
  const options = z
    .array(option)
    .check(z.minLength(2), z.maxLength(4))
    .check(z.refine((all) => areUnique(all.map(({ label }) => label)), "must have labels that differ"));
  const question = z.object({
    question: z.string().check(z.minLength(1)),
    header: z.string(),
    options,
    multiSelect: z._default(looseFlag(), false),
  });
  const questions = z
    .array(question)
    .check(z.minLength(1), z.maxLength(4))
    .check(z.refine((all) => areUnique(all.map(({ question }) => question)), "must have texts that differ"));
  return z.object({ questions });
}

function answered() {
  const answer = z.union([z.string(), z.array(z.string())]);
  return z.extend(asked(), { answers: z.optional(z.record(z.string(), answer)) });
}

/** What a host sends back may have the shape of seed 000: options that are strings, no header. The answer counts. */
function inOurShape(input: ToolUseInput): ToolUseInput {
  const questions = list(input.questions).map((question) =>
    isFields(question) ? { header: "", ...question, options: list(question.options).map(optionOf) } : question,
  );
  return { ...input, questions };
}

function optionOf(option: unknown): unknown {
  if (typeof option === "string") return { label: option, description: "" };
  return isFields(option) ? { description: "", ...option } : option;
}

function areUnique(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
