import { protectedPart } from "../../protected-path.ts";
import type { ShellWord } from "../shell-word.ts";
import { type DangerTable, list } from "./danger.ts";
import { knownOptions, localPath } from "./known-options.ts";
import { isPlainMysql, isPlainPsql, isPlainSqlite } from "./sql.ts";

const variable = /^\w+=\w*$/;
/** How a table is printed; `pager` names a program. */
const printing =
  /^(?:border|columns|csv_fieldsep|expanded|fieldsep|footer|format|linestyle|null|numericlocale|recordsep|tableattr|title|tuples_only|pager=(?:off|0))(?:=[\w ,|;-]*)?$/;

/** Their commands can run programs and write files, next to what they do to data. */
export const databases: DangerTable = {
  psql: {
    ...knownOptions(
      `-AatxqXwWEenbsS1lVzH0 -h= -p= -U= -d= -F= -R= -v= -c= -P= -f< -o> -L> --host= --port= --username= --dbname= --no-password --password
       --no-align --tuples-only --expanded --quiet --no-psqlrc --echo-all --echo-errors --echo-queries --echo-hidden --single-transaction
       --csv --html --list --version --field-separator= --record-separator= --field-separator-zero --record-separator-zero --set=
       --variable= --command= --pset= --file< --output> --log-file> --single-step --single-line --no-readline`,
      {
        values: {
          "-c": isPlainPsql,
          "--command": isPlainPsql,
          "-v": variable,
          "--set": variable,
          "--variable": variable,
          "-P": printing,
          "--pset": printing,
        },
      },
    ),
    readsProgram: ["-c", "--command", "-f", "--file", "-l", "--list"],
  },
  sqlite3: sqlite(),
  "mysql mariadb": {
    ...knownOptions(
      `-BNstvrEHXnqwCAfUVI -u= -p? -h= -P= -D= -S= -e= --user= --password? --host= --port= --database= --socket= --protocol= --batch
       --silent --table --raw --vertical --html --xml --skip-column-names --column-names --no-auto-rehash --disable-auto-rehash
       --ssl-mode= --skip-ssl --default-character-set= --connect-timeout= --force --compress --verbose --show-warnings --safe-updates
       --execute= --version --help --unbuffered --quick --binary-as-hex --disable-column-names --disable-pager --skip-pager`,
      { values: { "-e": isPlainMysql, "--execute": isPlainMysql } },
    ),
    readsProgram: ["-e", "--execute"],
  },
  "redis-cli valkey-cli": {
    ...knownOptions(
      `-c23v -h= -p= -a= -n= -u= -r= -i= -s= --user= --pass= --no-auth-warning --raw --no-raw --csv --json --quoted-json --tls --insecure
       --scan --pattern= --count= --bigkeys --memkeys --hotkeys --stat --latency --latency-history --latency-dist --verbose --version --help`,
      { script: isPlainRedis },
    ),
    foreign: true,
    readsProgram: true,
    readsNothing: list("--scan --bigkeys --memkeys --hotkeys --stat --latency"),
  },
  "mongosh mongo duckdb clickhouse clickhouse-client clickhouse-local cqlsh cypher-shell influx sqlplus sqlcmd isql usql pgcli mycli litecli":
    { all: true },
};

/** Commands on keys and values; others change the server's files, or run code in it. */
function isPlainRedis(command: string): boolean {
  return redisCommands.has(command.toLowerCase());
}

const redisCommands = new Set(
  `append bitcount bitop bitpos copy dbsize decr decrby del dump echo exists expire expireat expiretime flushall flushdb geoadd geodist geopos
   geosearch get getbit getdel getex getrange getset hdel hello hexists hget hgetall hincrby hincrbyfloat hkeys hlen hmget hmset hrandfield
   hscan hset hsetnx hstrlen hvals incr incrby incrbyfloat info keys lastsave lindex linsert llen lmove lpop lpos lpush lpushx lrange
   lrem lset ltrim mget mset msetnx object persist pexpire pexpireat pfadd pfcount ping pttl publish pubsub randomkey rename renamenx
   role rpop rpush rpushx sadd scan scard sdiff select set setbit setex setnx setrange sinter sismember slowlog smembers smismember smove
   sort_ro spop srandmember srem sscan strlen sunion time touch ttl type unlink xack xadd xdel xinfo xlen xpending xrange xread xrevrange
   xtrim zadd zcard zcount zincrby zlexcount zpopmax zpopmin zrange zrangebylex zrangebyscore zrank zrem zrevrange zrevrangebyscore zrevrank
   zscan zscore json.get json.set json.del json.type ft.search ft.info`.split(/\s+/),
);

/** The first operand is the database, the others are SQL or a command with a dot; without these it runs what it reads. */
function sqlite(): DangerTable[string] {
  const options = knownOptions(
    `-header -noheader -csv -column -line -list -html -json -jsonl -markdown -table -box -tabs -ascii -quote -batch -bail -readonly -echo -stats
     -version -help -safe -nofollow -separator= -nullvalue= -newline= -mmap= -maxsize= -escape= -init=! -cmd=! -vfs=!`,
    { wholeWords: true },
  );
  const valued = new Set(["separator", "nullvalue", "newline", "mmap", "maxsize", "escape", "init", "cmd", "vfs"]);
  return {
    ...options,
    operandsAreJudged: true,
    readsNothing: ["-version", "-help"],
    texts: ["-separator", "-nullvalue", "-newline"],
    find: (words) => {
      const operands = operandPlaces(words, valued);
      const isAsked = words.some(({ value }) => /^--?(?:version|help)$/.test(value ?? ""));
      if (operands.length === 1 && !isAsked) return [...(options.find?.(words) ?? []), ...operands];
      const bad = operands.filter((at, order) => {
        const value = words[at]?.value;
        return (
          value === undefined || value.length > 10_000 || !(order === 0 ? isDatabase(value) : isPlainSqlite(value))
        );
      });
      return [...(options.find?.(words) ?? []), ...bad];
    },
    readsProgram: true,
  };
}

function operandPlaces(words: readonly ShellWord[], valued: ReadonlySet<string>): number[] {
  const places: number[] = [];
  for (let at = 1; at < words.length; at += 1) {
    const { prefix = "" } = words[at] ?? {};
    if (!prefix.startsWith("-")) places.push(at);
    else if (valued.has(prefix.replace(/^--?/, ""))) at += 1;
  }
  return places;
}

function isDatabase(name: string): boolean {
  const path = name.replace(/^file:/, "").replace(/\?(?:mode=r[ow]|immutable=[01])$/, "");
  return name === ":memory:" || (localPath.test(path) && protectedPart(path, []) === undefined);
}
