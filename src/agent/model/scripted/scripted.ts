import { type ChosenStep, chooseStep } from "../../../script/choose-step.ts";
import { Faults } from "../../../script/faults.ts";
import { readModelRequest } from "../../../script/model-request.ts";
import type { Script } from "../../../script/script.ts";
import type { ModelEvent, ModelRequest, Provider } from "../provider.ts";
import { defaultStep, type IntroductionOptions } from "./default-steps.ts";
import { perform } from "./perform.ts";

export interface ScriptedOptions extends IntroductionOptions {
  /** For the whole session; a script in a prompt goes before it. Without any, the embedded answers. */
  readonly script?: Script;
}

const name = "scripted";

/** Says what a script tells it, with no key and no network. */
export class ScriptedProvider implements Provider {
  readonly name = name;
  readonly apiKeySource = "none";
  readonly defaultModel = name;
  readonly models = [
    {
      value: "default",
      resolvedModel: name,
      displayName: "Scripted",
      description: "Answers from a script · no language model",
    },
  ];
  readonly #options: ScriptedOptions;
  readonly #faults = new Faults();

  constructor(options: ScriptedOptions = {}) {
    this.#options = options;
  }

  resolve(model: string): string {
    return model === "default" ? name : model;
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    return perform(this.#faults.leftIn(this.#choose(request)), request.model, signal);
  }

  #choose(request: ModelRequest): ChosenStep {
    const { model, messages, tools, sessionId } = request;
    const asked = readModelRequest({ model, messages, tools, metadata: { user_id: sessionId } });
    const chosen = chooseStep(asked, this.#options.script);
    return chosen ?? { step: defaultStep(request, this.#options), key: "default" };
  }
}
