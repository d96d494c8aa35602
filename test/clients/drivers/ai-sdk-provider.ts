import type { Turn } from "../client.ts";
import { drive } from "./errand.ts";

interface Provider {
  createClaudeCode(): (model: string, settings: object) => LanguageModel;
}

interface LanguageModel {
  doGenerate(call: Call): Promise<{ content: readonly Part[]; providerMetadata?: Metadata }>;
  doStream(call: Call): Promise<{ stream: ReadableStream<Part & { delta?: string; error?: unknown }> }>;
}

interface Call {
  readonly prompt: readonly object[];
}

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly providerMetadata?: Metadata;
}

type Metadata = { readonly "claude-code"?: { readonly sessionId?: string } };

await drive(async ({ entry, command, cwd, prompts, way }, canUseTool) => {
  const { createClaudeCode } = (await import(entry)) as Provider;
  // Of its own environment it hands on only what it knows.
  const env = { ...process.env };
  const settings = { pathToClaudeCodeExecutable: command, cwd, env, canUseTool, permissionMode: "default" };
  const turns: Turn[] = [];
  let resume: string | undefined;
  for (const text of prompts) {
    // Each call is an agent of its own, which resumes the session of the last one.
    const model = createClaudeCode()("sonnet", { ...settings, ...(resume && { resume }) });
    const call = { prompt: [{ role: "user", content: [{ type: "text", text }] }] };
    const said = way === "doStream" ? await streamed(model, call) : await generated(model, call);
    resume = said.sessionId;
    turns.push({ text: said.text });
  }
  return turns;
});

interface Said {
  readonly text: string;
  readonly sessionId: string | undefined;
}

async function generated(model: LanguageModel, call: Call): Promise<Said> {
  const { content, providerMetadata } = await model.doGenerate(call);
  const text = content.filter(({ type }) => type === "text").map((part) => part.text);
  return { text: text.join(""), sessionId: providerMetadata?.["claude-code"]?.sessionId };
}

async function streamed(model: LanguageModel, call: Call): Promise<Said> {
  const { stream } = await model.doStream(call);
  let text = "";
  let sessionId: string | undefined;
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") text += part.delta;
    if (part.type === "finish") sessionId = part.providerMetadata?.["claude-code"]?.sessionId;
  }
  return { text, sessionId };
}
