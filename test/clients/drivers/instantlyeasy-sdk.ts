import type { Turn } from "../client.ts";
import { drive } from "./errand.ts";

interface PortedSdk {
  query(prompt: string, options: object): AsyncIterable<Message>;
}

interface Message {
  readonly type: string;
  readonly content?: readonly { readonly text?: string }[];
}

/** It finds `claude` on PATH and never asks: what no flag allows is refused. */
await drive(async ({ entry, cwd, prompts, verdict }) => {
  const { query } = (await import(entry)) as PortedSdk;
  const allowedTools = verdict === "allow" ? ["Write"] : [];
  const turns: Turn[] = [];
  for (const prompt of prompts) {
    let text = "";
    for await (const { type, content } of query(prompt, { cwd, allowedTools })) {
      // Of results it reads a field that no agent writes.
      if (type === "assistant") text += content?.map((block) => block.text ?? "").join("");
    }
    turns.push({ text });
  }
  return turns;
});
