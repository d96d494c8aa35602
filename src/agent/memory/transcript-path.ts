import { createHash } from "node:crypto";
import { join } from "node:path";

/** Where Claude Code has the transcript of a session, and hosts look for it. `cwd` is a real path. */
export function transcriptPath(configFolder: string, cwd: string, sessionId: string): string {
  return join(configFolder, "projects", projectName(cwd), `${fileName(sessionId)}.jsonl`);
}

/** Beside it, where Claude Code has what an agent said that worked for the session's own one. */
export function subAgentTranscriptPath(path: string, agentId: string): string {
  return join(path.replace(/\.jsonl$/, ""), "subagents", `agent-${agentId}.jsonl`);
}

const maxNameLength = 200;

function projectName(cwd: string): string {
  const name = plain(cwd);
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength)}-${mark(cwd)}`;
}

/** A UUID is its own file name. Other ids are free text, which is no path: no two of them share a file. */
function fileName(id: string): string {
  if (/^[a-z0-9-]{1,64}$/i.test(id)) return id;
  return `${plain(id).slice(0, 32)}-${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;
}

function plain(text: string): string {
  return text.replace(/[^a-zA-Z0-9]/g, "-");
}

/** The hash that Claude Code and its SDK put at the end of a name they cut. */
function mark(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}
