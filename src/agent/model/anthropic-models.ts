import { efforts } from "./effort.ts";
import { factsOf } from "./model-facts.ts";
import type { ModelInfo } from "./provider.ts";

const newest: readonly {
  readonly alias: string;
  readonly model: string;
  readonly title: string;
  readonly for: string;
}[] = [
  { alias: "opus", model: "claude-opus-5-5", title: "Opus 5.5", for: "Best for everyday, complex tasks" },
  { alias: "fable", model: "claude-fable-5-2", title: "Fable 5.2", for: "Most capable for the hardest tasks" },
  { alias: "sonnet", model: "claude-sonnet-5-5", title: "Sonnet 5.5", for: "Speed and intelligence combined" },
  { alias: "haiku", model: "claude-haiku-5-5", title: "Haiku 5.5", for: "Fastest for quick answers" },
];

/** The short names, and what the default is: one of them, or the name of any model. */
export function anthropicModels(preferred: string): readonly ModelInfo[] {
  const known = newest.find(({ alias, model }) => alias === preferred || model === preferred);
  const model = known?.model ?? preferred;
  return [
    {
      value: "default",
      resolvedModel: model,
      displayName: "Default (recommended)",
      description: `Use the default model (currently ${known?.title ?? model})${price(model)}`,
      ...abilities(model),
    },
    ...newest.map(({ alias, model: resolvedModel, title, for: what }) => ({
      value: alias,
      resolvedModel,
      displayName: alias.charAt(0).toUpperCase() + alias.slice(1),
      description: `${title} · ${what}${price(resolvedModel)}`,
      ...abilities(resolvedModel),
    })),
  ];
}

/** What a person calls it. */
export function modelTitle(model: string): string {
  return newest.find((known) => known.model === model)?.title ?? model;
}

function abilities(model: string): Partial<ModelInfo> {
  const { effort, thinking } = factsOf(model);
  return {
    ...(effort !== undefined && { supportsEffort: true, supportedEffortLevels: efforts }),
    ...((thinking === "adaptive" || thinking === "always") && { supportsAdaptiveThinking: true }),
  };
}

function price(model: string): string {
  const { inputUsd, outputUsd } = factsOf(model);
  return inputUsd === 0 ? "" : ` · $${inputUsd}/$${outputUsd} per Mtok`;
}
