import { isIP } from "node:net";
import { isLoopback } from "../../util/is-loopback.ts";
import { show } from "./setting.ts";
import type { SettingKey, Settings } from "./settings.ts";

interface Contradiction {
  readonly key: SettingKey;
  readonly allowed: string;
  readonly found: string;
}

/** The agents there are without any settings. */
const builtInAgents = ["bridle", "claude"] as const;

/** Values that fit by themselves and not with each other. */
export function contradictions({ daemon, agents, sessions, approvals }: Settings): Contradiction[] {
  const found: Contradiction[] = [];
  const names = [...new Set([...builtInAgents, ...Object.keys(agents)])];
  if (daemon.defaultAgent !== "" && !names.includes(daemon.defaultAgent))
    found.push({
      key: "daemon.default_agent",
      allowed: `one of ${names.join(", ")}`,
      found: show(daemon.defaultAgent),
    });
  if (daemon.tlsCert !== "" && daemon.tlsKey === "")
    found.push({ key: "daemon.tls_key", allowed: "set where daemon.tls_cert is", found: "nothing" });
  if (daemon.tlsKey !== "" && daemon.tlsCert === "")
    found.push({ key: "daemon.tls_cert", allowed: "set where daemon.tls_key is", found: "nothing" });
  if (!isLoopback(daemon.host) && daemon.tlsCert === "") {
    const allowed = "a loopback address, or any with TLS: daemon.tls_cert and daemon.tls_key";
    found.push({ key: "daemon.host", allowed, found: show(daemon.host) });
  }
  if (sessions.restartMaxMs < sessions.restartFirstMs) {
    const allowed = `at least sessions.restart_first_ms, ${sessions.restartFirstMs}`;
    found.push({ key: "sessions.restart_max_ms", allowed, found: show(sessions.restartMaxMs) });
  }
  if (approvals.autoDenyNoClient && approvals.disconnectedDeadlineMs > 0) {
    const allowed = "0 with approvals.auto_deny_no_client, which denies while nobody is connected";
    found.push({ key: "approvals.disconnected_deadline_ms", allowed, found: show(approvals.disconnectedDeadlineMs) });
  }
  if (approvals.confirm === "passkey" && !maySignIn(daemon.publicUrl)) {
    const allowed =
      "empty, or an https address with a host name: browsers use passkeys nowhere else (approvals.confirm)";
    found.push({ key: "daemon.public_url", allowed, found: show(daemon.publicUrl) });
  }
  return found;
}

/** Where browsers have WebAuthn: secure contexts with a name. Empty: on this machine, as localhost. */
function maySignIn(publicUrl: string): boolean {
  const url = URL.parse(publicUrl);
  if (publicUrl === "" || url?.hostname === "localhost") return true;
  return url?.protocol === "https:" && isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0;
}
