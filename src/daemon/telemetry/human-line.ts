const leftOut = new Set(["level", "time", "pid", "event"]);

/** A line of the log for a person: time, level, what happened, and the fields. */
export function humanLine(json: string): string {
  const line = JSON.parse(json) as { readonly [name: string]: unknown };
  const fields = Object.entries(line)
    .filter(([name]) => !leftOut.has(name))
    .map(([name, value]) =>
      name === "message" ? `\n  ${String(value).replaceAll("\n", "\n  ")}` : ` ${name}=${value}`,
    );
  const time = String(line.time).slice(11, 19);
  return `${time} ${String(line.level).toUpperCase().padEnd(5)} ${plain(`${line.event}${fields.join("")}`)}\n`;
}

/** Nothing in a log may steer the terminal. */
function plain(text: string): string {
  return text.replace(/[^\n\P{Cc}]/gu, "?");
}
