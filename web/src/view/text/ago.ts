const steps: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
];
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "narrow" });

/** "5m ago"; "now" for less than a minute. */
export function ago(ms: number, nowMs = Date.now()): string {
  const passed = nowMs - ms;
  const step = steps.find(([size]) => passed >= size);
  return step === undefined ? "now" : words.format(-Math.floor(passed / step[0]), step[1]);
}
