/** Whether work can be taken: everything is up, and storage can be written. Changed by the daemon, asked by probes. */
export class Readiness {
  readonly #listeners = new Set<() => void>();
  #reason: string | undefined = "starting";

  get ready(): boolean {
    return this.#reason === undefined;
  }

  /** Why not, for a person. */
  get reason(): string {
    return this.#reason ?? "";
  }

  /** Undefined: ready. */
  set(reason: string | undefined): void {
    if (reason === this.#reason) return;
    this.#reason = reason;
    for (const listener of [...this.#listeners]) listener();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
