import type { Command } from "commander";
import { Delivery } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { PromptState } from "../../api/gen/bridle/v1/event_pb.js";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { withClient } from "../find-daemon.ts";
import { findSession } from "../find-session.ts";
import { followTurn } from "../follow-turn.ts";
import { printJson } from "../output.ts";
import { usage } from "../read-argument.ts";
import { type AttachmentOptions, promptWith, withAttachments } from "../read-attachments.ts";
import { readPrompt } from "../read-prompt.ts";

interface SendOptions extends ClientOptions, AttachmentOptions {
  readonly queue?: true;
  readonly inject?: true;
  readonly wait?: true;
}

const examples = `
Examples:
  bridle send 1a2b "and the tests?"                       at once, or behind the turn that runs
  git diff | bridle send 1a2b "review this"               with what is piped in
  bridle send 1a2b --inject "stop, only look at src"      into the turn that runs
  bridle send 1a2b --image shot.png "what is wrong here?"  with a picture
  bridle send 1a2b --wait "and the tests?"                stream the answer, as bridle run does`;

const states: { readonly [state: number]: string } = {
  [PromptState.QUEUED]: "queued",
  [PromptState.SENT]: "sent",
  [PromptState.INJECTED]: "injected",
};

/** `bridle send`: a prompt for a session that is there. */
export const send: CliCommand = {
  register: (program) =>
    withAttachments(withDaemonOptions(program.command("send")))
      .description("send a prompt to a session")
      .argument("<session>", "its id, or the beginning of it")
      .argument("[prompt]", "what to do; or, or and, what is piped in")
      .option("--queue", "behind all others")
      .option("--inject", "into the turn that runs")
      .option("--wait", "stream the answer")
      .addHelpText("after", examples)
      .action(async (id: string, argument: string | undefined, options: SendOptions, command: Command) => {
        if (options.queue && options.inject) return usage(command, "--queue and --inject exclude each other");
        const text = await readPrompt(argument);
        if (text === undefined || text.trim() === "")
          return usage(command, "there is no prompt: give one, or pipe one in");
        const prompt = promptWith(text, options, command);
        return withClient(options, async (client) => {
          const { id: sessionId } = await findSession(client, id);
          const delivery = options.queue ? Delivery.QUEUE : options.inject ? Delivery.INJECT : Delivery.UNSPECIFIED;
          const sent = await client.conversation.sendPrompt({ sessionId, prompt, delivery });
          const { promptId, seq, position } = sent;
          const state = states[sent.state] ?? "sent";
          const json = options.json === true;
          if (options.wait) {
            const afterSeq = Number(seq) - 1;
            process.exitCode = await followTurn(client, {
              sessionId,
              afterSeq,
              promptId,
              json,
              asks: "elsewhere",
              daemon: options,
            });
          } else if (json) printJson({ sessionId, promptId, state, position, seq: Number(seq) });
          else process.stdout.write(state === "queued" ? `queued, at ${position + 1}\n` : `${state}\n`);
        });
      }),
};
