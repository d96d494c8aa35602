import type { SessionTrace } from "../core/session-trace.ts";
import type { SessionMeter } from "../session/session-deps.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import { TurnTimes } from "./turn-times.ts";

/** What sessions do, as figures and lines of the log. */
export function sessionTelemetry(metrics: Metrics, logger: Logger): (entry: SessionTrace) => void {
  const turns = new TurnTimes();
  return (entry) => {
    switch (entry.what) {
      case "agent_started":
        metrics.count.agentStarts += 1;
        return logger.info("agent started", fieldsOf(entry));
      case "agent_ready":
        metrics.time("agentReadySeconds", entry.ms / 1000);
        return logger.debug("agent ready", fieldsOf(entry));
      case "agent_exited":
        if (!entry.expected) metrics.count.agentCrashes += 1;
        return logger.log(entry.expected ? "info" : "warn", "agent ended", fieldsOf(entry));
      case "agent_failed":
        return logger.warn("agent failed", fieldsOf(entry));
      case "restart":
        metrics.count.agentRestarts += 1;
        return logger.warn("agent is started again", fieldsOf(entry));
      case "prompt":
        metrics.tally.prompts.add(entry.how);
        return logger.debug("prompt taken", fieldsOf(entry));
      case "held_back":
        metrics.count.promptsHeldBack += 1;
        return logger.debug("held back", fieldsOf(entry));
      case "went_on":
        return logger.debug("goes on", fieldsOf(entry));
      case "state":
        turns.changed(entry);
        return logger.debug("state", fieldsOf(entry));
      case "turn":
        metrics.tally.turns.add([entry.outcome]);
        metrics.time("turnSeconds", turns.ended(entry.session), entry.outcome);
        return logger.info("turn ended", fieldsOf(entry));
      case "ask":
        metrics.count.asksOpened += 1;
        return logger.info("ask opened", fieldsOf(entry));
      case "decided":
        metrics.tally.asksDecided.add([entry.by]);
        metrics.time("decisionSeconds", entry.ms / 1000, entry.by);
        return logger.info("ask decided", fieldsOf(entry));
      case "notice": {
        // The line has a level of its own.
        const { level, ...fields } = fieldsOf(entry);
        return logger.log(level === "error" ? "error" : "warn", "notice", fields);
      }
      default:
        return logger.debug(entry.what.replace("_", " "), fieldsOf(entry));
    }
  };
}

export function sessionMeter(metrics: Metrics): SessionMeter {
  const { count, tally } = metrics;
  return {
    read: (lines, bytes) => {
      count.linesIn += lines;
      count.bytesIn += bytes;
    },
    odd: ({ unknown, tolerated, drifts, unreadable }) => {
      count.unknownWords += unknown;
      count.parseErrorsTolerated += tolerated;
      count.protocolDrifts += drifts;
      count.unreadableLines += unreadable;
    },
    written: (bytes) => {
      count.bytesToAgents += bytes;
    },
    stored: (kind) => tally.eventsStored.add(kind),
    committed: (seconds) => {
      count.commits += 1;
      metrics.time("commitSeconds", seconds);
    },
  };
}

function fieldsOf<T extends SessionTrace>({ what: _, ...fields }: T): Omit<T, "what"> {
  return fields;
}
