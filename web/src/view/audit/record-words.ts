import { type AuditRecord, AuditVerdict } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { visible } from "../text/visible.ts";

/** As the audit stores it. */
export function verdictWord(verdict: AuditVerdict): string {
  return words[verdict] ?? "unknown";
}

const words: { readonly [verdict: number]: string } = {
  [AuditVerdict.ALLOW]: "allow",
  [AuditVerdict.DENY]: "deny",
  [AuditVerdict.CANCELLED]: "cancelled",
};

/** Who or what decided: a person by the name of their login, a rule by itself and its file. */
export function whoWords({ decidedBy, who }: AuditRecord): string {
  switch (decidedBy) {
    case "person":
      return who === "local" ? "a person, in a terminal on the daemon's machine" : `a person, ${visible(who)}`;
    case "rule":
      return visible(who);
    case "agent":
      return "the agent itself";
    case "deadline":
      return "nobody, in time";
    case "no client":
      return "nobody was connected";
    case "stop":
      return "the turn was stopped";
    default:
      return who === "" ? visible(decidedBy) : `${visible(decidedBy)}: ${visible(who)}`;
  }
}

/** "deny by rule Bash(rm:*) of …/settings.json (user)". */
export function recordWords(record: AuditRecord): string {
  return `${verdictWord(record.verdict)} by ${whoWords(record)}`;
}
