import { MessageAssembler } from "../model/message-assembler.ts";
import { factsOf } from "../model/model-facts.ts";
import { pricedFacts } from "../model/prices.ts";
import type { Provider } from "../model/provider.ts";
import { streamWithRetries } from "../model/retrying.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { readTokenUsage, type UsageAccount } from "../session/usage-account.ts";
import type { ModelQuestion } from "../tool/tool.ts";

/** Who is asked, and who pays. */
export interface AsideParts {
  readonly session: AgentSession;
  readonly provider: Provider;
  readonly signal: AbortSignal;
  /** Of the turn it is part of. */
  readonly account?: UsageAccount;
}

/** Asks the model beside the conversation, without tools. Undefined: this one cannot be asked anything. Rejects as the provider does. */
export async function askAside(parts: AsideParts, question: ModelQuestion): Promise<string | undefined> {
  const { session, provider, signal } = parts;
  // It would do once more what the scripts in the conversation say.
  if (provider.name === "scripted") return undefined;
  const { system, prompt, maxTokens } = question;
  const { model } = session;
  const request = {
    model,
    system,
    messages: [{ role: "user", content: prompt } as const],
    tools: [],
    maxTokens: Math.min(maxTokens, factsOf(model).maxOutputTokens),
    sessionId: session.id,
  };
  const startedAt = performance.now();
  const assembler = new MessageAssembler();
  let said: string[] = [];
  for await (const event of streamWithRetries(provider, request, { signal, maxRetries })) {
    if (event.type === "message_start") said = [];
    const block = assembler.take(event)?.block;
    if (block?.type === "text") said.push(String(block.text));
  }
  const tookMs = Math.round(performance.now() - startedAt);
  for (const account of [session.totals, parts.account])
    account?.add(assembler.model || model, readTokenUsage(assembler.usage), pricedFacts(model), tookMs);
  return said.join("\n").trim();
}

/** A person waits for some of these answers, and there is a way on without any of them. */
const maxRetries = 2;
