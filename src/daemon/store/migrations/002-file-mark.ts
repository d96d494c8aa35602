/** Which opening of the file its write-ahead log belongs to; see file-mark.ts. At most one row, in a page of its own. */
export const fileMark = `
CREATE TABLE file_mark (
  mark TEXT NOT NULL
) STRICT;
`;
