import { BridleError } from "../../errors.ts";
import type { Provider } from "./provider.ts";

export interface ProviderChoice {
  readonly env: NodeJS.ProcessEnv;
  /** `--script`: JSON, or the path of a file with it. */
  readonly script?: string;
  /** `--model`; `scripted` is a provider of its own. */
  readonly model?: string;
  /** `--scripted-without-key`, or a dialect whose hosts expect it: without a key the scripted model answers. */
  readonly scriptedWithoutKey?: boolean;
  /** Where a relative path of a script begins; the process's own unless told. */
  readonly cwd?: string;
}

const names = ["anthropic", "openai", "scripted"] as const;
type Name = (typeof names)[number];

/**
 * The provider that was asked for; else the one there is a script or a key for; else one that says what is missing.
 * Each is loaded when it is chosen: starting has to be fast.
 */
export async function chooseProvider(choice: ProviderChoice): Promise<Provider> {
  const { env } = choice;
  switch (nameOf(choice)) {
    case "anthropic": {
      const { AnthropicProvider } = await import("./anthropic.ts");
      return new AnthropicProvider(env);
    }
    case "openai": {
      const { OpenAiProvider } = await import("./openai/openai.ts");
      return new OpenAiProvider(env);
    }
    case "scripted":
      return scripted(choice);
    case "keyless": {
      const { KeylessProvider } = await import("./keyless.ts");
      return new KeylessProvider(env);
    }
  }
}

function nameOf({ env, script, model, scriptedWithoutKey = false }: ProviderChoice): Name | "keyless" {
  const asked = env.BRIDLE_PROVIDER;
  if (asked) return explicit(asked, env);
  if (script !== undefined || env.BRIDLE_SCRIPT || model === "scripted") return "scripted";
  return names.find((name) => keysOf[name].some((key) => env[key])) ?? (scriptedWithoutKey ? "scripted" : "keyless");
}

/** Any of them will do. */
const keysOf: { readonly [N in Name]: readonly string[] } = {
  anthropic: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
  openai: ["OPENAI_API_KEY"],
  scripted: [],
};

function explicit(asked: string, env: NodeJS.ProcessEnv): Name {
  const option = "BRIDLE_PROVIDER";
  const name = names.find((known) => known === asked);
  if (name === undefined) {
    const allowed = names.join(", ");
    throw new BridleError("invalid_option", `${option} has to be one of ${allowed}, not ${asked}`, {
      option,
      allowed,
      found: asked,
    });
  }
  const keys = keysOf[name];
  if (keys.length > 0 && !keys.some((key) => env[key])) {
    const allowed = `${name} with ${keys.join(" or ")} set`;
    throw new BridleError("invalid_option", `${option}=${name} needs ${keys.join(" or ")}`, {
      option,
      allowed,
      found: "no key",
    });
  }
  return name;
}

async function scripted({ env, script, model, cwd = process.cwd() }: ProviderChoice): Promise<Provider> {
  const { ScriptedProvider } = await import("./scripted/scripted.ts");
  const [value, origin] =
    script === undefined ? [env.BRIDLE_SCRIPT || undefined, "BRIDLE_SCRIPT"] : [script, "--script"];
  if (value !== undefined) {
    const { loadScript } = await import("./scripted/load-script.ts");
    return new ScriptedProvider({ script: await loadScript(value, origin, cwd) });
  }
  return new ScriptedProvider({ wanted: Boolean(env.BRIDLE_PROVIDER) || model === "scripted" });
}
