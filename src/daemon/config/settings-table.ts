import { isIP } from "node:net";
import { agentsSetting } from "./agent-settings.ts";
import { budgetsSetting } from "./budget-settings.ts";
import { targetsSetting } from "./notification-settings.ts";
import { permissionsSetting } from "./permission-settings.ts";
import { pricesSetting } from "./price-settings.ts";
import { flag, oneOf, type Setting, text, texts, whole } from "./setting.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** A timer of Node waits for less than 25 days. */
const maxTimer = 24 * day;

const hostList = "a list of host names, with or without a port";

const logLevels = ["debug", "info", "warn", "error"] as const;

/** Every setting, in the order of the docs. Keys are paths in settings.json. */
export const settingsTable = {
  "daemon.host": text(
    {
      default: "127.0.0.1",
      description: "The address to listen on. One that other machines reach needs TLS and a token.",
    },
    "an IP address or a host name",
    isHost,
  ),
  "daemon.port": whole({ default: 4747, description: "The port to listen on; 0 takes any free one." }, 0, 65535),
  "daemon.public_url": text(
    { default: "", description: "The address people reach the daemon by, behind a proxy; links begin with it." },
    "an http or https URL without a password, or empty",
    (value) => value === "" || isPublicUrl(value),
  ),
  "daemon.allowed_hosts": texts(
    { default: [], description: "Further names by which browsers may reach the daemon (Host and Origin)." },
    hostList,
    isHostAndPort,
  ),
  "daemon.tls_cert": path("The certificate to serve HTTPS with (PEM). Needs daemon.tls_key."),
  "daemon.tls_key": path("The key of the certificate (PEM). Needs daemon.tls_cert."),
  "daemon.default_agent": text(
    {
      default: "",
      description: "The agent of sessions that name none; empty: claude where it is found and fits, else bridle.",
    },
    "the name of an agent, or empty",
    () => true,
  ),
  "daemon.max_payload_bytes": whole(
    { default: 10 * MiB, description: "Messages of agents over this are cut." },
    MiB,
    100 * MiB,
  ),
  "daemon.max_request_bytes": whole(
    { default: 32 * MiB, description: "Calls over this are refused." },
    64 * KiB,
    256 * MiB,
  ),
  "daemon.calls_per_minute": whole(
    { default: 6000, description: "How many calls one caller may make; more are refused for a while." },
    1,
    10_000_000,
  ),
  "daemon.durability": oneOf(
    {
      default: "process",
      description: "What nothing acknowledged is lost by: the end of the process, or power loss too (slower).",
    },
    ["process", "power"],
  ),
  "daemon.log_level": oneOf({ default: "info", description: "The least important lines of the log." }, logLevels),
  agents: agentsSetting(
    "Agents by name, beside bridle and claude: how each is started. An entry of one of these names replaces it.",
  ),
  "limits.live_agents": whole({ default: 100, description: "How many agents run at once; more wait." }, 1, 10_000),
  "sessions.idle_sleep_ms": whole(
    { default: 900_000, description: "An agent that did nothing for this long is put to sleep; 0 never." },
    0,
    maxTimer,
  ),
  "sessions.initialize_timeout_ms": whole(
    { default: 60_000, description: "An agent that does not answer its first request within this is ended." },
    second,
    hour,
  ),
  "sessions.restart_first_ms": whole(
    { default: 500, description: "The wait before an agent that crashed is started again; it doubles each time." },
    0,
    hour,
  ),
  "sessions.restart_max_ms": whole({ default: 30_000, description: "The longest such wait." }, 0, hour),
  "sessions.restart_limit": whole(
    { default: 5, description: "More restarts than this within the window, and the session counts as crashed." },
    0,
    1000,
  ),
  "sessions.restart_window_ms": whole({ default: 60_000, description: "The window of the restarts." }, second, day),
  "sessions.resume_after_limit": flag({
    default: false,
    description:
      "What a limit of the model's provider cut short goes on by itself when the limit is over: once, until a turn went well, and within budgets.",
  }),
  "holder.linger_ms": whole(
    { default: hour, description: "How long agents are kept when no daemon comes back." },
    second,
    maxTimer,
  ),
  "holder.spool_bytes": whole(
    { default: 64 * MiB, description: "How much an agent may write while no daemon is there; then it waits." },
    MiB,
    16 * GiB,
  ),
  "retention.max_age_days": whole(
    { default: 0, description: "Closed sessions untouched for longer are deleted; 0 keeps them." },
    0,
    36_500,
  ),
  "retention.max_bytes": whole(
    { default: 0, description: "The oldest closed sessions are deleted when the log is larger; 0 is no limit." },
    0,
    Number.MAX_SAFE_INTEGER,
  ),
  "retention.audit_days": whole(
    {
      default: 0,
      description:
        "Decisions older than this are cut off the beginning of the audit, and a sealed mark says so; 0 keeps them.",
    },
    0,
    36_500,
  ),
  "retention.audit_rows": whole(
    {
      default: 0,
      description: "The oldest decisions are cut off when the audit has more than so many; 0 is no limit.",
    },
    0,
    Number.MAX_SAFE_INTEGER,
  ),
  "watchdog.after_ms": whole(
    { default: 60_000, description: "A turn silent for this long is looked at; 0 never." },
    0,
    day,
  ),
  permissions: permissionsSetting(
    "Rules for every session, in Claude Code's syntax: what is allowed, denied or asked without anybody saying so.",
  ),
  "approvals.deadline_ms": whole(
    {
      default: 7 * day,
      description: "An ask that nobody answers within this is denied, whoever is connected; 0 lets it wait for ever.",
    },
    0,
    365 * day,
  ),
  "approvals.connected_deadline_ms": whole(
    {
      default: 0,
      description:
        "A shorter deadline for as long as somebody who may decide is connected (run, attach, the page); it begins anew when they come. 0: none.",
    },
    0,
    365 * day,
  ),
  "approvals.disconnected_deadline_ms": whole(
    { default: 0, description: "The same for as long as nobody is; they have 5 s to come back. 0: none." },
    0,
    365 * day,
  ),
  "approvals.at_deadline": oneOf(
    {
      default: "deny",
      description: "What an ask comes to that nobody answers in time: it is denied, or denied and its turn ended.",
    },
    ["deny", "interrupt"],
  ),
  "approvals.park_after_ms": whole(
    {
      default: 10 * minute,
      description:
        "A call that nobody has decided for this long is parked: its agent is let go, and the answer starts it again. 0: only when the agent is ended.",
    },
    0,
    20 * day,
  ),
  "approvals.auto_deny_no_client": flag({
    default: false,
    description:
      "Asks are denied while nobody who may decide is connected (run, attach, the page), instead of waiting for one. They have 5 s to come back.",
  }),
  "approvals.confirm": oneOf(
    {
      default: "none",
      description:
        "What an answer that lets an agent do something needs beside a login: nothing more, or a passkey of a registered device (docs/security.md).",
    },
    ["none", "passkey"],
  ),
  budgets: budgetsSetting(
    "What turns may cost, in USD or tokens: of each session, of each project (folder), of each user (the name of a token) or of all; a day, or ever.",
  ),
  prices: pricesSetting(
    "What models cost, in USD for a million tokens, by name. Goes before what agents say that a turn cost.",
  ),
  "notifications.targets": targetsSetting(
    "Who is notified of asks, questions, ends of turns and crashes, and how: docs/notifications.md.",
  ),
  "notifications.delay_ms": whole(
    { default: 5000, description: "Targets are notified when nobody has reacted for this long." },
    0,
    hour,
  ),
  "notifications.link_life_ms": whole(
    { default: day, description: "How long a link that decides an ask works (answer_link of a target)." },
    60 * second,
    30 * day,
  ),
  "push.delay_ms": whole(
    {
      default: 5000,
      description: "Devices are told of an ask, or of the end of a turn, when nobody has reacted for this long.",
    },
    0,
    hour,
  ),
  "push.contact": text(
    {
      default: "",
      description:
        "By which a push service can reach whoever runs this daemon (mailto: or https:); empty: daemon.public_url.",
    },
    "a mailto: or https: address, or empty",
    (value) => value === "" || /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value),
  ),
  "push.private_hosts": texts(
    {
      default: [],
      description:
        "Push services of your own, in your network or on this machine (without TLS only there). All others have to be public.",
    },
    hostList,
    isHostAndPort,
  ),
} as const satisfies { readonly [key: string]: Setting<unknown> };

function isHostAndPort(value: string): boolean {
  return /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?$/.test(value);
}

function path(description: string): Setting<string> {
  return text({ default: "", description }, "the absolute path of a file, or empty", (value) =>
    /^($|[/\\]|[A-Za-z]:)/.test(value),
  );
}

function isHost(value: string): boolean {
  return isIP(value) !== 0 || (value.length <= 253 && /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(value));
}

function isPublicUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}
