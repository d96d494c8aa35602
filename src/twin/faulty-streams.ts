import type { Streams } from "../agent/kit/standard-streams.ts";
import { scriptIn } from "../script/scripted-prompt.ts";
import { type Fields, isFields, objects, text } from "../wire/fields.ts";
import { ActionQueue } from "./action-queue.ts";
import { FaultPlan } from "./fault-plan.ts";
import { FaultyInput } from "./faulty-input.ts";
import { FaultyOutput } from "./faulty-output.ts";
import { lineWord } from "./line-word.ts";
import { checkFaults } from "./read-twin-script.ts";
import type { TwinBody } from "./twin-body.ts";
import type { TwinScript } from "./twin-script.ts";

/** An agent's streams with a script's faults between it and its host. */
export function faultyStreams(streams: Streams, script: TwinScript, body: TwinBody): Streams {
  const plan = new FaultPlan();
  plan.add(script.faults ?? []);
  const asked = new Map<string, string>();
  const input = new FaultyInput(streams.input, {
    onStart: () => output.runFaults(plan.at("start")),
    onHeard: (value) => {
      rememberRequest(value, asked);
      plan.add(faultsIn(value, body));
      const word = lineWord(value);
      output.runFaults(plan.atHeard(word), value);
      output.heard(word);
    },
    onEnd: () => output.runFaults(plan.at("end_of_input")),
    stayAlive: () => body.stayAlive(),
  });
  const output: FaultyOutput = new FaultyOutput({
    plan,
    queue: new ActionQueue(streams.output, body),
    target: { body, input },
    answered: (requestId) => asked.get(requestId),
  });
  // Nobody reads any more: the agent has to know.
  streams.output.on("error", () => output.destroy());
  streams.output.on("close", () => output.destroy());
  return { ...streams, input, output };
}

function rememberRequest({ type, request_id, request }: Fields, asked: Map<string, string>): void {
  const subtype = isFields(request) ? text(request.subtype) : undefined;
  if (type === "control_request" && typeof request_id === "string" && subtype !== undefined)
    asked.set(request_id, subtype);
}

/** Those a prompt brings with it. A wrong one ends the twin: whoever wrote it has to know. */
function faultsIn({ type, message }: Fields, body: TwinBody): NonNullable<TwinScript["faults"]> {
  if (type !== "user" || !isFields(message)) return [];
  const texts = typeof message.content === "string" ? [message.content] : objects(message.content).map(textOf);
  const { faults = [] }: TwinScript = texts.map(scriptIn).findLast((script) => script !== undefined) ?? {};
  try {
    checkFaults(faults, "the prompt's script");
    return faults;
  } catch (error) {
    body.writeStderr(`Error: ${error instanceof Error ? error.message : String(error)}\n`);
    body.exit({ code: 1 });
    return [];
  }
}

function textOf(block: Fields): string {
  return text(block.text) ?? "";
}
