import { type Caller, hasRole, localCaller } from "../access/caller.ts";
import type { Reach } from "../access/reach.ts";
import type { Settings } from "../config/settings.ts";
import type { SessionTrace } from "../core/session-trace.ts";
import type { TokenStore } from "../server/token-store.ts";
import type { Sessions } from "../session/sessions.ts";
import type { PushRow } from "../store/push-table.ts";
import type { Store } from "../store/store.ts";
import type { Logger } from "../telemetry/logger.ts";
import { PushDevices } from "./push-devices.ts";
import { type PushKeys, pushKeys } from "./push-keys.ts";
import { PushNotifier } from "./push-notifier.ts";
import { PushSender } from "./push-sender.ts";

interface PushParts {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly tokens: Pick<TokenStore, "callerNamed">;
  readonly reach: Reach;
  readonly settings: Settings;
  readonly keysFile: string;
  readonly log: Pick<Logger, "warn" | "error">;
}

/** Web Push of a daemon: its devices, and what they are sent. The library and the keys are loaded when first needed. */
export class Push {
  readonly devices: PushDevices;
  readonly sender: PushSender;
  readonly privateHosts: readonly string[];
  readonly #parts: PushParts;
  readonly #notifier: PushNotifier;
  readonly #stopListening: () => void;
  #keys: Promise<PushKeys> | undefined;

  constructor(parts: PushParts) {
    const { store, sessions, settings, log } = parts;
    const { delayMs, privateHosts } = settings.push;
    this.#parts = parts;
    this.privateHosts = privateHosts;
    this.devices = new PushDevices(store);
    const source = async () => ({ keys: await this.keys(), contact: contactOf(settings), privateHosts });
    this.sender = new PushSender(this.devices, source, (why, host) => log.warn("not pushed", { why, host }));
    this.#notifier = new PushNotifier({
      devices: this.devices,
      sender: this.sender,
      delayMs,
      opened: (id) => sessions.opened(id),
      maySee: (device, session) => this.#maySee(device, session),
      failed: (error) => log.error("push failed", error),
    });
    this.#stopListening = sessions.onSessionChanged(({ session, deleted }) => this.#notifier.changed(session, deleted));
  }

  /** Asks that an earlier daemon left open. */
  begin(): void {
    if (this.devices.all.length === 0) return;
    for (const session of this.#parts.sessions.all)
      if (session.openAsks.length > 0) this.#notifier.checkAsks(session.id);
  }

  traced(entry: SessionTrace): void {
    this.#notifier.traced(entry);
  }

  /** A try that failed is not remembered. */
  async keys(): Promise<PushKeys> {
    this.#keys ??= pushKeys(this.#parts.keysFile);
    try {
      return await this.#keys;
    } catch (error) {
      this.#keys = undefined;
      throw error;
    }
  }

  isLoggedIn({ owner }: PushRow): boolean {
    return this.#ownerOf(owner) !== undefined;
  }

  #maySee({ owner }: PushRow, session: string): boolean {
    const caller = this.#ownerOf(owner);
    return caller !== undefined && hasRole(caller, "watch") && this.#parts.reach.session(caller, session);
  }

  #ownerOf(name: string): Caller | undefined {
    return name === localCaller.name ? localCaller : this.#parts.tokens.callerNamed(name);
  }

  close(): void {
    this.#stopListening();
    this.#notifier.close();
  }
}

/** Push services want to know whom to write to. */
function contactOf({ push, daemon }: Settings): string {
  if (push.contact !== "") return push.contact;
  return daemon.publicUrl.startsWith("https:") ? new URL(daemon.publicUrl).origin : "mailto:nobody@example.com";
}
