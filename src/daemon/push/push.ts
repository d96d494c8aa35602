import { type Caller, hasRole, localCaller } from "../access/caller.ts";
import type { Reach } from "../access/reach.ts";
import type { Settings } from "../config/settings.ts";
import type { Recipient } from "../notify/recipient.ts";
import type { TokenStore } from "../server/token-store.ts";
import type { Sessions } from "../session/sessions.ts";
import { openAskTitles } from "../store/open-asks.ts";
import type { PushRow } from "../store/push-table.ts";
import type { Store } from "../store/store.ts";
import type { Logger } from "../telemetry/logger.ts";
import { PushDevices } from "./push-devices.ts";
import { type PushKeys, pushKeys } from "./push-keys.ts";
import { PushNotifier } from "./push-notifier.ts";
import { PushSender } from "./push-sender.ts";

export interface PushParts {
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
  readonly delayMs: number;
  readonly #parts: PushParts;
  readonly #notifier: PushNotifier;
  readonly #stopListening: () => void;
  #keys: Promise<PushKeys> | undefined;

  constructor(parts: PushParts) {
    const { store, sessions, settings, log } = parts;
    const { delayMs, privateHosts } = settings.push;
    this.delayMs = delayMs;
    this.#parts = parts;
    this.privateHosts = privateHosts;
    this.devices = new PushDevices(store);
    const source = async () => ({ keys: await this.keys(), contact: contactOf(settings), privateHosts });
    this.sender = new PushSender(this.devices, source, (why, host) => log.warn("not pushed", { why, host }));
    this.#notifier = new PushNotifier({
      devices: this.devices,
      sender: this.sender,
      maySee: (device, session) => this.#maySee(device, session),
      failed: (error) => log.error("push failed", error),
    });
    this.#stopListening = sessions.onSessionChanged(({ session: { id }, deleted }) => {
      if (this.#notifier.hasKnown) this.#notifier.changed(id, deleted ? [] : (sessions.opened(id)?.openAsks ?? []));
    });
  }

  get hasDevices(): boolean {
    return this.devices.all.length > 0;
  }

  /** All devices together, each by its own switches. */
  get recipient(): Recipient {
    return this.#notifier;
  }

  /** Asks that an earlier daemon left open: those it notified devices of are taken back by this one. */
  begin(): void {
    if (!this.hasDevices) return;
    for (const ask of this.#parts.store.read(openAskTitles())) this.#notifier.known(ask);
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
