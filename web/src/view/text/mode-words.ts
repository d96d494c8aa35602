/** A permission mode, for a person. */
interface ModeWords {
  readonly name: string;
  readonly about: string;
}

const known: { readonly [mode: string]: ModeWords } = {
  default: { name: "Ask", about: "Asks before it changes or runs something." },
  acceptEdits: { name: "Accept edits", about: "Changes files in its folders without asking; asks for the rest." },
  plan: { name: "Plan", about: "Only reads, and writes a plan for you to approve." },
  dontAsk: { name: "Don’t ask", about: "Denies whatever it would otherwise ask about." },
  bypassPermissions: {
    name: "Allow everything",
    about: "Runs and changes everything without asking. Deny rules still apply.",
  },
  auto: { name: "Auto", about: "The agent itself decides what to ask about." },
};

/** What whoever chooses the last of them has to know. */
export const everythingAllowed =
  "The agent can run any command and change any file that you can, without asking. Only deny rules stop it. Use this only in a container, or on a machine you can afford to lose.";

export function modeWords(mode: string): ModeWords {
  return known[mode === "" || mode === "manual" ? "default" : mode] ?? { name: mode, about: "A mode of this agent." };
}
