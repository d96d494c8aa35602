import { openAiDialect } from "./openai-dialect.ts";
import { ScriptedApi, type ScriptedApiOptions } from "./scripted-api.ts";

/**
 * OpenAI's Chat Completions API on loopback, saying what a script tells it to, as `ScriptedModelApi` does.
 * `api.url` is for `OPENAI_BASE_URL`.
 */
export class ScriptedOpenAiApi extends ScriptedApi {
  static start(options: ScriptedApiOptions = {}): Promise<ScriptedOpenAiApi> {
    return ScriptedApi.listen(new ScriptedOpenAiApi(openAiDialect, options));
  }
}
