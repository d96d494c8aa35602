import { execFileSync } from "node:child_process";
import { temporaryFolder } from "./open-store.ts";

/** A disk of its own, in memory. */
interface SmallDisk {
  readonly folder: string;
  remount(options: string): void;
  remove(): void;
}

export function mountSmallDisk(bytes: number): SmallDisk {
  const folder = temporaryFolder();
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder], { stdio: "pipe" });
  return {
    folder,
    remount: (options) => {
      execFileSync("mount", ["-o", `remount,${options}`, folder], { stdio: "pipe" });
    },
    remove: () => {
      execFileSync("umount", ["-l", folder], { stdio: "pipe" });
    },
  };
}

/** Why it cannot be mounted here. In CI it has to be possible. */
export function cannotMount(): string | false {
  try {
    mountSmallDisk(65_536).remove();
    return false;
  } catch (error) {
    if (process.env.CI === "true") throw error;
    return "mounting a tmpfs is not permitted here";
  }
}
