/** Every figure, with its name for Prometheus and its meaning. Labels are words of our own, never an agent's. */

/** Only grow. Plain numbers, since most are added to for every line. */
export const counters = {
  linesIn: ["bridle_agent_lines_total", "Lines read from agents"],
  bytesIn: ["bridle_agent_bytes_total", "Bytes read from agents"],
  bytesToAgents: ["bridle_agent_input_bytes_total", "Bytes sent to agents"],
  parseErrorsTolerated: [
    "bridle_parse_errors_tolerated_total",
    "Known messages that did not parse, of agents outside the supported versions",
  ],
  protocolDrifts: ["bridle_protocol_drifts_total", "Known messages that did not parse, of supported agents"],
  unreadableLines: ["bridle_unreadable_lines_total", "Lines of agents that could not be read at all"],
  unknownWords: ["bridle_unknown_words_total", "Messages of a type that no table knows"],
  commits: ["bridle_store_commits_total", "Transactions of the store"],
  storeTroubles: ["bridle_store_troubles_total", "Times that nothing could be stored"],
  batchesOut: ["bridle_batches_sent_total", "Batches of events sent to subscribers"],
  eventsOut: ["bridle_events_sent_total", "Events sent to subscribers"],
  bytesOut: ["bridle_event_bytes_sent_total", "Bytes of events sent to subscribers"],
  resets: ["bridle_subscriber_resets_total", "Cursors below what is kept"],
  promptsHeldBack: ["bridle_prompts_held_back_total", "Times that a budget or a limit kept a prompt from its agent"],
  asksOpened: ["bridle_asks_opened_total", "Asks that wait for somebody"],
  agentStarts: ["bridle_agent_starts_total", "Agents started"],
  agentRestarts: ["bridle_agent_restarts_total", "Agents started again after a crash"],
  agentCrashes: ["bridle_agent_crashes_total", "Agents that ended without being told"],
} as const;

/** Only grow, one number for each value of the labels. */
export const tallies = {
  eventsStored: ["bridle_events_stored_total", "Events stored", ["kind"]],
  prompts: ["bridle_prompts_total", "Prompts taken: queued, sent to the agent, injected into its turn", ["how"]],
  turns: ["bridle_turns_total", "Turns that ended", ["outcome"]],
  asksDecided: [
    "bridle_asks_decided_total",
    "Asks that were decided: by a rule, a client, the agent, the deadline",
    ["by"],
  ],
  notifications: [
    "bridle_notifications_total",
    "Tries to notify somebody, by the type of target: sent, failed, dead (given up), withdrawn (no longer needed)",
    ["type", "result"],
  ],
  stalls: ["bridle_stalls_total", "Turns found silent, by what they waited for", ["cause"]],
  refused: ["bridle_requests_refused_total", "Requests that were turned away at the gate", ["why"]],
  calls: ["bridle_api_calls_total", "Calls of the API", ["method", "code"]],
} as const;

/** Go up and down. */
export const gauges = {
  subscribers: ["bridle_subscribers", "Open subscriptions"],
  liveAgents: ["bridle_live_agents", "Agents that run"],
  queuedPrompts: ["bridle_queued_prompts", "Prompts that wait for their turn"],
  openAsks: ["bridle_open_asks", "Asks that wait"],
  oldestAskSeconds: ["bridle_oldest_ask_seconds", "How long the oldest open ask waits; 0: none does"],
  notificationsWaiting: ["bridle_notifications_waiting", "Notifications that are not sent yet"],
  notificationsDead: ["bridle_notifications_dead", "Notifications that were given up"],
  holderAttached: ["bridle_holder_attached", "1 while the holder is there"],
  databaseBytes: ["bridle_database_bytes", "Size of the database"],
  walBytes: ["bridle_wal_bytes", "Size of its write-ahead log"],
} as const;

const fast = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

const slow = [0.1, 0.5, 1, 2, 5, 15, 60, 300, 1800, 7200];

/** How long things took, in seconds. */
export const histograms = {
  agentReadySeconds: ["bridle_agent_ready_seconds", "From an agent's start to its readiness", [], slow],
  turnSeconds: ["bridle_turn_seconds", "From the start of a turn to its end, asks included", ["outcome"], slow],
  commitSeconds: ["bridle_store_commit_seconds", "From handing over to stored", [], fast],
  decisionSeconds: [
    "bridle_ask_decision_seconds",
    "From an ask to its decision",
    ["by"],
    [0.01, 0.1, 1, 5, 15, 60, 300, 1800],
  ],
  notificationSeconds: [
    "bridle_notification_seconds",
    "From the time that a notification was due to the end of a try",
    ["type"],
    [0.01, 0.1, 1, 5, 15, 60, 300, 1800],
  ],
  callSeconds: [
    "bridle_api_call_seconds",
    "Calls of the API; streams from their beginning to their end",
    ["method"],
    fast,
  ],
} as const;
