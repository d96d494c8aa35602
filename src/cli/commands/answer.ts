import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import { AskKind } from "../../api/gen/bridle/v1/ask_pb.js";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { findAsk } from "../find-session.ts";
import { orPasskeyLink } from "../or-passkey-link.ts";
import { usage } from "../read-argument.ts";
import { chosen } from "../terminal-asks.ts";
import { listAsks, printDecided, withDaemonOfAsk } from "./approve.ts";

interface AnswerOptions extends ClientOptions {
  readonly decline?: true;
  readonly all?: true;
}

const examples = `
Examples:
  bridle answer                        what is asked
  bridle answer 9f8e 2                 the second option
  bridle answer 9f8e "1, 3"            two of them
  bridle answer 9f8e "none of these: use sqlite"
  bridle answer 9f8e 1 "in a branch"   an answer for each of two questions
  bridle answer 9f8e --decline

Exits with 1 when somebody else was faster; with 77 where approvals.confirm is passkey: then it prints the link to answer by.`;

/** `bridle answer`: the questions of agents, and the answers. */
export const answer: CliCommand = {
  register: (program) =>
    withDaemonOptions(program.command("answer"))
      .description("list the questions of agents; answer one")
      .argument("[question]", "its id, or the beginning of it; without one all are listed")
      .argument("[answers...]", "one for each question: the number of an option, several, or your own words")
      .option("--decline", "do not answer")
      .option("--all", "of all daemons: this machine's, and those that bridle context made known")
      .addHelpText("after", examples)
      .action((id: string | undefined, answers: string[], options: AnswerOptions, command: Command) => {
        if (id === undefined && options.decline) return usage(command, "--decline needs the id of a question");
        if (id !== undefined && answers.length > 0 === (options.decline === true))
          return usage(command, "give an answer, or --decline");
        if (id === undefined) return listAsks(AskKind.QUESTION, options);
        return withDaemonOfAsk(id, AskKind.QUESTION, options, (client) => reply(client, id, answers, options, command));
      }),
};

async function reply(
  client: BridleClient,
  id: string,
  given: readonly string[],
  options: AnswerOptions,
  command: Command,
): Promise<void> {
  const ask = await findAsk(client, id);
  const { questions } = ask;
  if (!options.decline && questions.length > 0 && given.length !== questions.length)
    return usage(command, `there are ${questions.length} questions: give as many answers`);
  const answers: { [question: string]: string } = {};
  for (const [at, { question, options: all }] of questions.entries()) {
    const labels = all.map(({ label }) => label);
    const one = chosen(given[at] ?? "", labels);
    if (one === undefined) return usage(command, `${given[at]}: there are ${labels.length} options`);
    answers[question] = one;
  }
  const decline = options.decline === true;
  await orPasskeyLink(options, async () => {
    const request = { askId: ask.id, answers: decline ? {} : answers, decline };
    const { won, ask: decided } = await client.conversation.answerQuestion(request);
    printDecided(won, decided, options, decline ? "declined" : `answered: ${Object.values(answers).join("; ")}`);
  });
}
