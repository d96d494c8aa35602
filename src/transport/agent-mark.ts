/** A variable in the environment of an agent and of all it starts: shows whose child a process was when its parents are gone. */
export const agentMarkName = "BRIDLE_AGENT";
