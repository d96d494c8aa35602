/** "14:03:12". */
export function clock(ms: number): string {
  return new Date(ms).toLocaleTimeString([], {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
}

/** "14:03". */
export function minute(ms: number): string {
  return new Date(ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** "Monday, 16 November"; with the year where it is another one. */
export function day(ms: number, nowMs = Date.now()): string {
  const date = new Date(ms);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return date.toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(!isThisYear && { year: "numeric" }),
  });
}

/** "14:03:12"; with the day where it is another one. */
export function moment(ms: number, nowMs = Date.now()): string {
  return isSameDay(ms, nowMs) ? clock(ms) : `${day(ms, nowMs)}, ${clock(ms)}`;
}

export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}
