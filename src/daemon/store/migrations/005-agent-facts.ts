/** What the agent of a session said of itself last, as JSON, by when it says so: "initialize", "init", "result". */
export const agentFacts = `
CREATE TABLE agent_facts (
  session INTEGER NOT NULL REFERENCES sessions (number),
  said_at TEXT NOT NULL,
  told_ms INTEGER NOT NULL,
  facts TEXT NOT NULL,
  PRIMARY KEY (session, said_at)
) STRICT;
`;
