import { type Fields, flag, isFields, list, text } from "../wire/fields.ts";

/** One multiple-choice question of the agent. */
export interface Question {
  readonly question: string;
  readonly header: string | undefined;
  readonly multiSelect: boolean;
  readonly options: readonly QuestionOption[];
}

interface QuestionOption {
  readonly label: string;
  readonly description: string | undefined;
  /** What choosing it would look like: code, a sketch. */
  readonly preview: string | undefined;
}

/** By question: the chosen label, or several of them. Free text is allowed. */
export type Answers = { readonly [question: string]: string | readonly string[] };

export const questionTool = "AskUserQuestion";

/** The questions in the tool's input, in the real shape or in that of seed 000 (string options, `multi_select`). */
export function readQuestions(input: Fields): readonly Question[] {
  return list(input.questions)
    .filter(isFields)
    .map((question) => ({
      question: text(question.question) ?? "",
      header: text(question.header),
      multiSelect: flag(question.multiSelect) || flag(question.multi_select),
      options: list(question.options).map((option) => ({
        label: isFields(option) ? (text(option.label) ?? "") : String(option),
        description: isFields(option) ? text(option.description) : undefined,
        preview: isFields(option) ? text(option.preview) : undefined,
      })),
    }));
}

/** Asked in the form of seed 000, which no Claude Code uses any more. */
export function hasOldQuestions(input: Fields): boolean {
  return list(input.questions)
    .filter(isFields)
    .some((question) => "multi_select" in question || list(question.options).some((option) => !isFields(option)));
}

/** The tool's input with the answers in it, several choices joined as the agent expects them. */
export function withAnswers(input: Fields, answers: Answers): Fields {
  const joined = Object.entries(answers).map(([question, answer]) => [
    question,
    typeof answer === "string" ? answer : answer.join(", "),
  ]);
  return { ...input, answers: Object.fromEntries(joined) };
}
