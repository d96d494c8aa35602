import { oneShotPrompt } from "../agent/kit/one-shot.ts";

/** The argument and what is piped in. A pipe that is open and silent is waited for, but not for ever. */
export async function readPrompt(argument: string | undefined): Promise<string | undefined> {
  const { stdin } = process;
  const inputIsTerminal = stdin.isTTY === true;
  const hint = setTimeout(() => process.stderr.write("waiting for what is piped in (</dev/null for none) …\n"), hintMs);
  try {
    return await oneShotPrompt({ prompt: argument }, { input: stdin, inputIsTerminal });
  } finally {
    clearTimeout(hint);
    if (!inputIsTerminal) stdin.destroy();
  }
}

const hintMs = 150;
