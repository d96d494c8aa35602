import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "./eventually.ts";
import type { StartOptions } from "./start-daemon.ts";

/** For a daemon whose live memory is to be known: what the process holds resident says little, V8 gives it back late. */
export class LiveHeap {
  readonly #file = join(mkdtempSync(join(tmpdir(), "bridle-heap-")), "bytes");

  get options(): Pick<StartOptions, "env" | "nodeArgs"> {
    const teller = join(import.meta.dirname, "heap-teller.ts");
    return { env: { BRIDLE_TEST_HEAP: this.#file }, nodeArgs: ["--expose-gc", "--import", teller] };
  }

  /** After a collection. */
  async megabytes(pid: number): Promise<number> {
    rmSync(this.#file, { force: true });
    process.kill(pid, "SIGUSR2");
    await eventually("the daemon to tell its memory", () => existsSync(this.#file));
    return Number(readFileSync(this.#file, "utf8")) / 1e6;
  }
}
