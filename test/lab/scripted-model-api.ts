import { anthropicDialect } from "./anthropic-dialect.ts";
import { ScriptedApi, type ScriptedApiOptions } from "./scripted-api.ts";

/**
 * Anthropic's Messages API on loopback, saying what a script tells it to: the one
 * in the prompt (`scripted()`), or a function's.
 *
 * ```ts
 * await using api = await ScriptedModelApi.start();
 * // with ANTHROPIC_BASE_URL=api.url, the prompt scripted({ text: "4" }) is answered "4"
 * ```
 */
export class ScriptedModelApi extends ScriptedApi {
  static start(options: ScriptedApiOptions = {}): Promise<ScriptedModelApi> {
    return ScriptedApi.listen(new ScriptedModelApi(anthropicDialect, options));
  }
}
