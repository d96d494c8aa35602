/** What the model reads in place of messages that are gone and that nobody summed up. */
export const openingWithoutSummary =
  "Earlier messages of this conversation are no longer in your context. When something of them is needed, look for it with MemorySearch if you have that tool. What you cannot find you no longer know: say so, and do not guess.";

/** The same with a summary. The first sentence is Claude Code's. */
export function openingWith(summary: string): string {
  return `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.

${summary}

What the summary does not say is no longer in your context. When a detail is needed, look for it with MemorySearch if you have that tool. What you cannot find you no longer know: say so, and do not guess.`;
}
