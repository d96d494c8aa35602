/** What retention cut off the beginning of the audit: its last row, how many, when; each bound to the one before by `seal`. */
export const auditCuts = `
CREATE TABLE audit_cuts (
  number INTEGER PRIMARY KEY,
  mac BLOB NOT NULL,
  rows INTEGER NOT NULL,
  cut_ms INTEGER NOT NULL,
  seal BLOB NOT NULL
);
`;
