import { AskState, type Event, PromptState, TurnOutcome } from "../../../src/exports/client.ts";
import { all, textOf } from "../support/session-events.ts";
import type { SentTurn } from "./session-load.ts";

interface HistoryFindings {
  readonly problems: readonly string[];
  readonly chunks: number;
  readonly asks: number;
  readonly lost: number;
}

/** The whole log of a session against what was asked of it. `kills`: how often its agent was killed. */
export function checkHistory(events: readonly Event[], sent: readonly SentTurn[], kills: number): HistoryFindings {
  const problems: string[] = [];
  const heard = heardBy(events);
  let [chunks, asks, lost] = [0, 0, 0];
  for (const turn of sent) {
    const { plan, promptId } = turn;
    const wrong = (what: string) => problems.push(`${plan.tag}: ${what}`);
    const ends = all(events, "turnComplete").filter(({ prompts }) => prompts.includes(promptId));
    if (ends.length !== 1) wrong(`${ends.length} ends`);
    const isLost = ends[0]?.outcome === TurnOutcome.LOST;
    checkPrompt(events, turn, heard.prompts.get(promptId) ?? 0, isLost, wrong);
    const text = textOf(events.filter((event) => event.turn === promptId));
    if (isLost) {
      lost += 1;
      if (!plan.text.startsWith(text)) wrong(`lost, but said what it should not: ${shortened(text)}`);
      continue;
    }
    if (ends[0]?.outcome !== TurnOutcome.SUCCESS) wrong(`ended as ${TurnOutcome[ends[0]?.outcome ?? 0]}`);
    if (text !== plan.text) wrong(`said ${shortened(text)} instead of ${shortened(plan.text)}`);
    chunks += plan.chunks;
    if (plan.asks) {
      asks += 1;
      checkAsk(events, turn, wrong);
    }
  }
  if (lost > kills) problems.push(`${lost} turns lost by ${kills} kills`);
  for (const [id, times] of heard.answers) if (times > 1) problems.push(`the answer to ${id} came ${times} times`);
  return { problems, chunks, asks, lost };
}

function checkPrompt(
  events: readonly Event[],
  { plan, promptId }: SentTurn,
  heard: number,
  isLost: boolean,
  wrong: (what: string) => void,
): void {
  const updates = all(events, "prompt");
  const told = updates.filter(({ contentJson }) => contentJson.startsWith(`"${plan.tag} `));
  if (told.length !== 1 || told[0]?.promptId !== promptId) wrong(`taken ${told.length} times`);
  const out = updates.filter((one) => one.promptId === promptId && one.state === PromptState.SENT);
  if (out.length !== 1) wrong(`sent ${out.length} times`);
  if (heard > 1 || (heard === 0 && !isLost)) wrong(`reached the agent ${heard} times`);
}

function checkAsk(events: readonly Event[], { plan, promptId }: SentTurn, wrong: (what: string) => void): void {
  const requests = all(events, "permissionRequest").filter(({ ask }) => ask?.turn === promptId);
  const [ask] = requests.map((one) => one.ask);
  if (requests.length !== 1 || ask === undefined) return wrong(`asked ${requests.length} times`);
  const resolved = all(events, "permissionResolved").filter(({ askId }) => askId === ask.id);
  if (resolved.length !== 1 || resolved[0]?.state !== AskState.ALLOWED) wrong(`resolved ${resolved.length} times`);
  const results = all(events, "toolResult").filter(({ toolUseId }) => toolUseId === ask.toolUseId);
  if (results.length !== 1 || !results[0]?.contentJson.includes(plan.tag))
    wrong(`its tool ran ${results.length} times`);
}

/** What the twins say they heard: prompts by id, answers by request. */
function heardBy(events: readonly Event[]): { prompts: Map<string, number>; answers: Map<string, number> } {
  const prompts = new Map<string, number>();
  const answers = new Map<string, number>();
  const count = (map: Map<string, number>, id: string) => map.set(id, (map.get(id) ?? 0) + 1);
  for (const { word, payloadJson } of all(events, "unknown")) {
    if (!word.includes("twin_heard")) continue;
    const { heard } = JSON.parse(payloadJson) as { heard: Heard };
    if (heard.type === "user") count(prompts, heard.uuid ?? "");
    if (heard.type === "control_response") count(answers, heard.response?.request_id ?? "");
  }
  return { prompts, answers };
}

interface Heard {
  readonly type: string;
  readonly uuid?: string;
  readonly response?: { readonly request_id: string };
}

function shortened(text: string): string {
  return text.length < 90 ? `"${text}"` : `"${text.slice(0, 40)} … ${text.slice(-40)}" (${text.length})`;
}
