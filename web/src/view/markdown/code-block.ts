/** A block of code with its language and a button that copies it. The button is ours: nothing of the agent's is in it. */
export function codeBlock(pre: HTMLPreElement): HTMLElement {
  const language = /^language-(.+)$/.exec(pre.firstElementChild?.className ?? "")?.[1] ?? "";
  const block = document.createElement("div");
  block.className = "code-block";
  const head = document.createElement("div");
  head.className = "code-head";
  const name = document.createElement("span");
  name.textContent = language;
  const copy = document.createElement("button");
  copy.type = "button";
  copy.className = "copy-code";
  copy.textContent = "Copy";
  copy.setAttribute("aria-label", language === "" ? "Copy this code" : `Copy this code (${language})`);
  head.append(name, copy);
  const body = document.createElement("pre");
  body.append(...pre.childNodes);
  // What scrolls is reached by keyboard.
  body.tabIndex = 0;
  block.append(head, body);
  return block;
}
