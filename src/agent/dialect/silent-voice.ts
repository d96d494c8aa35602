import type { SubAgentVoice } from "./voice.ts";

/** Says nothing. */
export class SilentVoice implements SubAgentVoice {
  begins(..._: unknown[]): void {}
  ends(..._: unknown[]): void {}
  received(): void {}
  repeated(): void {}
  dropped(): void {}
  goesOn(): void {}
  turnBegins(): void {}
  merged(): void {}
  joined(): void {}
  requesting(): void {}
  event(): void {}
  block(..._: unknown[]): void {}
  message(..._: unknown[]): void {}
  retry(..._: unknown[]): void {}
  failure(): void {}
  toolResult(..._: unknown[]): void {}
  interrupted(): void {}
  synthetic(): void {}
  notice(..._: unknown[]): void {}
  localOutput(): void {}
  reset(): void {}
  commandOutput(): void {}
  problem(): void {}
  result(): void {}

  subAgent(): SubAgentVoice {
    return this;
  }
}
