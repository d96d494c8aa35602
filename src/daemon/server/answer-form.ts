import { type Ask, AskKind, AskState, type QuestionItem } from "../../api/gen/bridle/v1/ask_pb.js";
import { escapeHtml } from "./plain-page.ts";

/** Longer than that, nobody reads it on such a page. */
const maxShown = 32 * 1024;

/** Whether all that would be allowed fits on the page. */
export function canShow({ inputJson }: Pick<Ask, "inputJson">): boolean {
  return inputJson.length <= maxShown;
}

/** An open ask with what decides it. It works without a script. `allowAt`: where it is allowed instead, with a passkey. */
export function askForm(ask: Ask, link: string, allowAt: string | undefined): string {
  const action = `/answer?link=${encodeURIComponent(link)}`;
  const inside = ask.kind === AskKind.QUESTION ? questionFields(ask, allowAt) : permissionFields(ask, allowAt);
  return `<form method="post" action="${escapeHtml(action)}">\n${inside}\n</form>`;
}

/** What became of an ask, in a word. */
export function outcomeOf({ state, decidedBy }: Ask): string {
  const words: { readonly [S in AskState]?: string } = {
    [AskState.ALLOWED]: "It was allowed",
    [AskState.DENIED]: "It was denied",
    [AskState.EXPIRED]: "Nobody answered in time",
    [AskState.CANCELLED]: "The agent no longer asks",
  };
  return `<h1>${words[state] ?? "It is over"}</h1>\n<p class="label">By ${escapeHtml(decidedBy)}</p>`;
}

/** The answers by their questions; undefined: one is missing. */
export function answersIn({ questions }: Ask, sent: URLSearchParams): { [question: string]: string } | undefined {
  const answers = questions.map(({ question }, at) => {
    const other = sent.get(`other${at}`)?.trim() ?? "";
    return [question, [...sent.getAll(`choice${at}`), ...(other === "" ? [] : [other])].join(", ")] as const;
  });
  return answers.some(([, answer]) => answer === "") ? undefined : Object.fromEntries(answers);
}

function permissionFields(ask: Ask, allowAt: string | undefined): string {
  const { toolName, digest, description } = ask;
  const about = description === "" ? "" : `<p>${escapeHtml(description)}</p>\n`;
  const allow =
    allowAt !== undefined
      ? withPasskey("Allow it in the page, with your passkey", allowAt)
      : canShow(ask)
        ? `<button name="decision" value="allow">Allow once</button>`
        : "<p>It is too long to be shown here: allow it in the page.</p>";
  return `<h1>An agent wants to use ${escapeHtml(toolName)}</h1>
${about}<pre class="command">${escapeHtml(shownInput(ask))}</pre>
<input type="hidden" name="digest" value="${escapeHtml(digest)}">
${allow}
<label>Reason <input name="reason" maxlength="2000"></label>
<button name="decision" value="deny">Deny</button>`;
}

function shownInput(ask: Ask): string {
  if (!canShow(ask)) return `${ask.inputJson.slice(0, 2000).toWellFormed()}…`;
  try {
    const input: unknown = JSON.parse(ask.inputJson);
    // A text has its own lines; all else is JSON.
    const fields = Object.entries(input as object).map(([name, value]) =>
      typeof value === "string" ? `${name}: ${value}` : `${name}: ${JSON.stringify(value, undefined, 2)}`,
    );
    return fields.join("\n");
  } catch {
    return ask.inputJson;
  }
}

function withPasskey(words: string, address: string): string {
  return `<p><a href="${escapeHtml(address)}">${words}</a></p>`;
}

function questionFields({ questions }: Ask, answerAt: string | undefined): string {
  const answer =
    answerAt === undefined
      ? `<button name="decision" value="answer">Answer</button>`
      : withPasskey("Answer in the page, with your passkey", answerAt);
  return `<h1>An agent asks</h1>
${questions.map(questionField).join("\n")}
${answer}
<button name="decision" value="deny" formnovalidate>Decline</button>`;
}

function questionField({ question, multiSelect, options }: QuestionItem, at: number): string {
  const choices = options.map(
    ({ label, description }) =>
      `<label><input type="${multiSelect ? "checkbox" : "radio"}" name="choice${at}" value="${escapeHtml(label)}"> ${escapeHtml(label)}${
        description === "" ? "" : ` <span class="quiet">${escapeHtml(description)}</span>`
      }</label>`,
  );
  return `<fieldset>
<legend>${escapeHtml(question)}</legend>
${choices.join("\n")}
<label>Other <input name="other${at}" maxlength="2000"></label>
</fieldset>`;
}
