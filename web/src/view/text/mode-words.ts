/** A permission mode, for a person. */
export interface ModeWords {
  readonly name: string;
  readonly about: string;
}

const known: { readonly [mode: string]: ModeWords } = {
  default: { name: "Ask", about: "Asks before it changes or runs something." },
  acceptEdits: { name: "Accept edits", about: "Changes files in its folders without asking; asks for the rest." },
  plan: { name: "Plan", about: "Only reads, and writes a plan for you to approve." },
  dontAsk: { name: "Don’t ask", about: "What it would ask for is denied." },
  bypassPermissions: {
    name: "Allow everything",
    about: "Runs and changes everything without asking. Deny rules still hold.",
  },
  auto: { name: "Auto", about: "The agent itself decides what it asks for." },
};

/** What whoever chooses the last of them has to know. */
export const everythingAllowed =
  "The agent will run every command and change every file it wants to, with all you can do yourself, and ask nobody. Only deny rules stop it. Do this in a container or on a machine that may be lost.";

export function modeWords(mode: string): ModeWords {
  return known[mode === "" || mode === "manual" ? "default" : mode] ?? { name: mode, about: "A mode of this agent." };
}
