import { createInterface } from "node:readline";

/** Lines that a person types on the terminal. Ctrl-C stays a signal; `onEnd`: Ctrl-D. */
export function typedLines(onLine: (line: string) => void, onEnd: () => void = () => undefined): Disposable {
  const lines = createInterface({ input: process.stdin, terminal: false });
  lines.on("line", onLine).once("close", onEnd);
  return {
    [Symbol.dispose]: () => {
      lines.off("close", onEnd);
      lines.close();
      // A terminal that is still read would keep the process.
      process.stdin.pause().unref?.();
    },
  };
}
