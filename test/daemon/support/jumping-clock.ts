// Loaded into a daemon by --import: its clock is off by the milliseconds in the file BRIDLE_TEST_CLOCK, read at SIGUSR2.
import { readFileSync } from "node:fs";

const RealDate = Date;
const now = RealDate.now;
let offset = 0;

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [now() + offset] : given) as [number]));
  }
  static override now = (): number => now() + offset;
} as DateConstructor;

process.on("SIGUSR2", () => {
  offset = Number(readFileSync(process.env.BRIDLE_TEST_CLOCK ?? "", "utf8"));
});
