import { platform } from "node:os";
import type { AgentSession } from "../session/agent-session.ts";
import { gitBranch } from "./git-branch.ts";
import { planInstruction } from "./plan-mode.ts";

/** What the model is told before the conversation. */
export function systemPrompt(session: AgentSession, projectContext: string): string {
  const { systemPrompt: given, appendSystemPrompt: appended } = session;
  const parts = [given ?? standard, environment(session), appended, projectContext, planInstruction(session)];
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

const standard = `You are a coding agent that works in a person's project through the tools you are given.

- Look before you change: read what you are about to edit, and find out how the project does things.
- Do what was asked, completely, and no more. Say what you did in a few words.
- Use tools to act; text is what the person reads. When a tool is refused, do not try to get around it: say what you need, or do without.
- When something is not clear and a wrong guess would be costly, ask.
- Check your work where you can: run the tests, or the program.`;

function environment({ cwd, permissions }: AgentSession): string {
  const branch = gitBranch(cwd);
  const lines = [
    `Working folder: ${cwd}`,
    ...(permissions.directories.length > 0 ? [`Further folders: ${permissions.directories.join(", ")}`] : []),
    ...(branch === undefined ? [] : [`Git branch: ${branch}`]),
    `Platform: ${platform()}`,
    `Date: ${new Date().toISOString().slice(0, 10)}`,
  ];
  return `<environment>\n${lines.join("\n")}\n</environment>`;
}
