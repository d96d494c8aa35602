/** Faults that are built in on purpose, to see whether the simulation finds them. */
export const plantedFaults = [
  "the offset is stored a commit late",
  "an answer is told before its commit",
  "asks are forgotten at a restart",
  "the outbox is sent twice",
  "the outbox is emptied when it is sent",
  "a prompt leaves the stored queue before its commit",
  "an exit counts for whichever agent is there",
  "a new agent does not wait for the end of an old one",
  "timers are forgotten at a restart",
  "a lost turn is not told",
  "a phase is not told at an exit",
  "pieces are joined over the end of a turn",
  "a call is answered twice",
  "an answer is not stored with its call",
  "the agent is told before the commit",
  "an ask is closed in the next commit",
  "a restart reads from the beginning",
  "output is acknowledged before it is stored",
  "numbers of events go on where a lost commit ended",
  "requests are forgotten at a restart",
  "what was spent is forgotten at a restart",
  "limits are forgotten at a restart",
] as const;

export type PlantedFault = (typeof plantedFaults)[number];
