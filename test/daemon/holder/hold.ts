import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { AgentExit, AgentListener, AgentSpec } from "../../../src/daemon/holding/held-agent.ts";
import { HolderLink, type HolderLinkOptions } from "../../../src/daemon/holding/holder-link.ts";
import type { Problem } from "../../../src/holder/holder-protocol.ts";

export const holderFile = join(import.meta.dirname, "..", "..", "..", "src", "holder", "main.ts");

/** A folder whose holder ends with the test, however that ends. With a name, one that is not there yet. */
export function holderFolder(t: TestContext, name = ""): string {
  const parent = mkdtempSync(join(tmpdir(), "holder-"));
  const folder = join(parent, name);
  t.after(async () => {
    const link = await HolderLink.connect(optionsFor(folder, { spawn: false })).catch(() => undefined);
    await link?.stop();
    rmSync(parent, { recursive: true, force: true });
  });
  return folder;
}

export function optionsFor(folder: string, options: Partial<HolderLinkOptions> = {}): HolderLinkOptions {
  return { folder, holderCommand: [process.execPath, holderFile], spawn: true, ...options };
}

export function connect(folder: string, options: Partial<HolderLinkOptions> = {}): Promise<HolderLink> {
  return HolderLink.connect(optionsFor(folder, options));
}

/** An agent that is a shell script. */
export function shell(id: string, script: string, env: { readonly [name: string]: string } = {}): AgentSpec {
  return { id, command: "/bin/sh", args: ["-c", script], cwd: "/", env: { PATH: process.env.PATH ?? "", ...env } };
}

/** An agent that is a Node program. */
export function program(id: string, script: string, env: { readonly [name: string]: string } = {}): AgentSpec {
  return {
    id,
    command: process.execPath,
    args: ["-e", script],
    cwd: "/",
    env: { PATH: process.env.PATH ?? "", ...env },
  };
}

/** Keeps everything it is told, and acknowledges it unless it is told not to. */
export class Told implements AgentListener {
  readonly exit: Promise<AgentExit>;
  readonly problems: Problem[] = [];
  link: HolderLink | undefined;
  acknowledging = true;
  from: number | undefined;
  to = 0;
  received = 0;
  ended = false;
  readonly #id: string;
  readonly #parts: Buffer[] = [];
  readonly #exit = Promise.withResolvers<AgentExit>();

  constructor(id: string, acknowledging = true) {
    this.#id = id;
    this.acknowledging = acknowledging;
    this.exit = this.#exit.promise;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  get text(): string {
    return this.bytes.toString("latin1");
  }

  output(at: number, bytes: Uint8Array): void {
    this.from ??= at;
    this.to = at + bytes.length;
    this.#parts.push(Buffer.from(bytes));
    if (this.acknowledging) this.link?.acknowledge(this.#id, this.to);
  }

  inputReceived(to: number): void {
    this.received = to;
  }

  exited(exit: AgentExit): void {
    this.ended = true;
    this.#exit.resolve(exit);
  }
}

export async function start(link: HolderLink, spec: AgentSpec, acknowledging = true): Promise<Told> {
  const told = new Told(spec.id, acknowledging);
  told.link = link;
  await link.start(spec, told);
  return told;
}

export function attach(link: HolderLink, id: string, from: number, acknowledging = true): Told {
  const told = new Told(id, acknowledging);
  told.link = link;
  link.attach(id, from, told);
  return told;
}
