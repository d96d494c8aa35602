// A page for now: sessions with their state, and asks to answer. Looks again every second.
const place = (id) => document.getElementById(id);

async function call(service, method, request) {
  const response = await fetch(`/bridle.v1.${service}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", "connect-protocol-version": "1" },
    body: JSON.stringify(request),
  });
  if (response.status === 401) throw new Error("Log in first: `bridle login` prints a link.");
  if (!response.ok) throw new Error((await response.json()).message ?? response.statusText);
  return response.json();
}

function element(tag, text, ...children) {
  const made = document.createElement(tag);
  made.append(text, ...children);
  return made;
}

function button(text, act) {
  const made = element("button", text);
  made.addEventListener("click", () => act().then(look, tell));
  return made;
}

function permission(ask) {
  const answer = (verdict) => () =>
    call("ConversationService", "AnswerAsk", {
      callId: crypto.randomUUID(),
      askId: ask.id,
      verdict,
      digest: ask.digest,
    });
  const input = element("pre", JSON.stringify(JSON.parse(ask.inputJson), undefined, 2));
  const made = element("section", element("strong", `${ask.toolName} wants to run`), input);
  made.append(button("Allow", answer("VERDICT_ALLOW")), button("Deny", answer("VERDICT_DENY")));
  return made;
}

function question(ask) {
  const answer = (answers) => () =>
    call("ConversationService", "AnswerQuestion", { callId: crypto.randomUUID(), askId: ask.id, answers });
  const [first] = ask.questions;
  const made = element("section", element("p", first.question));
  if (ask.questions.length > 1) made.append(`bridle answer ${ask.id.slice(0, 8)}`);
  else for (const { label } of first.options ?? []) made.append(button(label, answer({ [first.question]: label })));
  return made;
}

let shown = "";

async function look() {
  const [{ asks = [] }, { sessions = [] }] = await Promise.all([
    call("ConversationService", "ListAsks", {}),
    call("SessionService", "ListSessions", { pageSize: 50 }),
  ]);
  tell({ message: "" });
  // Buttons are not made anew under somebody's finger.
  const ids = asks.map(({ id }) => id).join();
  if (ids !== shown || ids === "") {
    shown = ids;
    const found = asks.map((ask) => (ask.questions === undefined ? permission(ask) : question(ask)));
    place("asks").replaceChildren(...(found.length > 0 ? found : ["Nothing."]));
  }
  const state = (session) => session.state.replace("SESSION_STATE_", "").toLowerCase();
  const line = (one) =>
    element("li", `${state(one)}: ${one.title ?? "untitled"} (${one.agent}, ${one.id.slice(0, 8)})`);
  place("sessions").replaceChildren(...sessions.map(line));
}

function tell({ message }) {
  place("trouble").textContent = message;
}

for (;;) {
  await look().catch(tell);
  await new Promise((resolve) => setTimeout(resolve, 1000));
}
