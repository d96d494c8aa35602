import type { ShellWord } from "../shell-word.ts";
import { type DangerTable, list, plainPath } from "./danger.ts";

/** Their commands can run programs and write files, next to what they do to data. */
export const databases: DangerTable = {
  psql: {
    long: ["pset=", "log-file="],
    short: "PL",
    inside: ["-f", "--file"],
    makes: ["-o", "--output"],
    checked: {
      "-c": psqlCommand(),
      "--command": psqlCommand(),
      "-v": /^\w+=\w*$/,
      "--set": /^\w+=\w*$/,
      "--variable": /^\w+=\w*$/,
    },
    readsProgram: ["-c", "--command", "-f", "--file", "-l", "--list"],
  },
  sqlite3: {
    find: dangerousSqlite,
    words: ["-init", "-cmd", "-A", "--init", "--cmd"],
  },
  "mysql mariadb": {
    long: list("init-command= pager= tee= defaults-file= defaults-extra-file= plugin-dir= default-auth= local-infile"),
    checked: { "-e": mysqlStatement(), "--execute": mysqlStatement() },
    readsProgram: ["-e", "--execute"],
  },
  "redis-cli valkey-cli": {
    long: ["eval=", "rdb=", "functions-rdb=", "pipe"],
    flags: "x",
    find: (words) =>
      words.flatMap(({ value }, at) =>
        at > 0 &&
        /^(?:eval|evalsha|script|function|fcall|config|module|debug|slaveof|replicaof)$/i.test(value ?? "eval")
          ? [at]
          : [],
      ),
    readsProgram: true,
  },
  "mongosh mongo": { all: true },
};

/** SQL without the meta commands and the statements that run a program or touch a file; of the former, those that describe. */
function psqlCommand(): RegExp {
  return /^(?:\\(?:d[\w+]*|l\+?|x|timing|conninfo|z|dp|sf|sv|encoding)(?:\s+[\w.*"]+)?\s*$|(?![\s\S]*(?:\\|\bprogram\b|\bpg_read|\bpg_write|\blo_(?:ex|im)port|\bcopy\b))[\s\S]*$)/i;
}

function mysqlStatement(): RegExp {
  return /^(?![\s\S]*(?:\\|\bsystem\b|\bsource\b|\btee\b|\bpager\b|\boutfile\b|\bdumpfile\b|\bload_file\b|\bload\s+data\b))[\s\S]*$/i;
}

/** The first operand is the database, the others are SQL or a command with a dot; without these it runs what it reads. */
function dangerousSqlite(words: readonly ShellWord[]): number[] {
  const operands = words.flatMap(({ value, prefix }, at) =>
    at > 0 && (value === undefined || !prefix.startsWith("-")) ? [at] : [],
  );
  if (operands.length === 1) return operands;
  return operands.flatMap((at, order) => {
    const value = words[at]?.value;
    return (order === 0 ? value !== undefined && plainPath.test(value) : isPlainSqlite(value)) ? [] : [at];
  });
}

function isPlainSqlite(text: string | undefined): boolean {
  if (
    text === undefined ||
    /load_extension|writefile|readfile|\bedit\s*\(|fts3_tokenizer|\battach\b|\binto\s+'|zipfile|fsdir/i.test(text)
  )
    return false;
  return text
    .split("\n")
    .every(
      (line) =>
        !line.trim().startsWith(".") ||
        /^\s*\.(?:schema|tables|indexes|indices|headers?|mode|dump|databases|dbinfo|width|nullvalue|separator|stats|timer|echo|fullschema)\b[^|]*$/.test(
          line,
        ),
    );
}
