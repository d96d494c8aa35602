import { descendantsOf } from "../../transport/descendants.ts";
import { processFacts } from "../../transport/process-facts.ts";

/** An agent's process at one moment. */
export interface ProcessSample {
  readonly pid: number;
  /** On a clock that never jumps. */
  readonly atMs: number;
  readonly state: string;
  readonly cpuMs: number;
  /** Everything below it. Undefined: nobody looked. */
  readonly children: { readonly count: number; readonly cpuMs: number } | undefined;
}

/** Undefined: there is no such process. Looking for children reads the whole process table. */
export function sampleProcess(pid: number, withChildren: boolean): ProcessSample | undefined {
  const facts = processFacts(pid);
  if (facts === undefined) return undefined;
  return { pid, atMs: performance.now(), ...facts, children: withChildren ? childrenOf(pid) : undefined };
}

function childrenOf(pid: number): ProcessSample["children"] {
  const found = descendantsOf(pid).flatMap((child) => processFacts(child) ?? []);
  return { count: found.length, cpuMs: found.reduce((sum, { cpuMs }) => sum + cpuMs, 0) };
}
