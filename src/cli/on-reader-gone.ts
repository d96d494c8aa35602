import { closeSync, constants, fstatSync, openSync } from "node:fs";

const lookMs = 500;

/**
 * Calls when nobody reads stdout any more (`| head`): who writes nothing would never learn it. Only where stdout is a pipe,
 * and on Linux.
 */
export function onReaderGone(gone: () => void): Disposable {
  const timer = process.platform === "linux" && isPipe() ? setInterval(look, lookMs).unref() : undefined;
  function look(): void {
    if (hasReader()) return;
    clearInterval(timer);
    gone();
  }
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function isPipe(): boolean {
  try {
    return fstatSync(1).isFIFO();
  } catch {
    return false;
  }
}

/** Opening a pipe for writing without waiting is refused when nobody has it open for reading. */
function hasReader(): boolean {
  try {
    closeSync(openSync("/proc/self/fd/1", constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENXIO";
  }
}
