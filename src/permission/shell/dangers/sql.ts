/** Which of the dialects decides how comments and quotes are read, and which statements do no more than work on the data. */
type Dialect = "sqlite" | "postgres" | "mysql";

/**
 * Does a text of SQL do no more than read and change the data? Statements and functions are known ones, whatever comments and
 * quotes stand between them; one that is not known may run a program or write a file.
 */
function isPlainSql(text: string, dialect: Dialect): boolean {
  const tokens = tokensOf(text, dialect);
  return tokens !== undefined && statementsOf(tokens).every((statement) => isPlainStatement(statement, dialect));
}

interface Token {
  readonly kind: "word" | "name" | "text" | "mark";
  /** Words in small letters. */
  readonly text: string;
}

/** Undefined: not to be read without doubt. */
function tokensOf(text: string, dialect: Dialect): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const pattern = patterns[dialect];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text)?.groups;
    if (found === undefined) return undefined;
    const { word, name, text: quoted, mark } = found;
    if (word !== undefined) tokens.push({ kind: "word", text: word.toLowerCase() });
    else if (name !== undefined) tokens.push({ kind: "name", text: name.slice(1, -1).toLowerCase() });
    else if (quoted !== undefined) tokens.push({ kind: "text", text: quoted });
    else if (mark !== undefined) tokens.push({ kind: "mark", text: mark });
  }
  return tokens;
}

// Without backslashes: they escape in one program and begin a command in another. MySQL runs what is in /*! … */.
const block = String.raw`/\*(?!!|M!|\+)(?:(?!\*/|/\*)[^\\])*\*/`;
const name = String.raw`"(?:[^"\\]|"")*"`;
const text = String.raw`'(?:[^'\\]|'')*'`;
const ticked = "`[^`\\\\]*`";

/** A comment that could not be read as a whole is nothing else either. */
function pattern(comment: string, names: string, texts: string): RegExp {
  const gap = String.raw`\s+|${comment}|${block}`;
  const mark = String.raw`(?!/\*|${comment.slice(0, comment.indexOf("["))})(?:\d[\w.]*|\$\d+|[!-~](?<![\w\\'"${"`"}$#@:])|::?=?|@{1,2})`;
  return new RegExp(String.raw`${gap}|(?<name>${names})|(?<text>${texts})|(?<word>[A-Za-z_]\w*)|(?<mark>${mark})`, "y");
}

const patterns: { readonly [dialect in Dialect]: RegExp } = {
  sqlite: pattern(String.raw`--[^\n\\]*(?:\n|$)`, String.raw`${name}|${ticked}|\[[^\]\\]*\]`, `[xX]?${text}`),
  postgres: pattern(String.raw`--[^\n\\]*(?:\n|$)`, name, text),
  // There, two dashes begin a comment only in front of a blank.
  mysql: pattern(String.raw`(?:--(?=\s|$)|#)[^\n\\]*(?:\n|$)`, ticked, `${text}|${name}`),
};

function statementsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const statements: Token[][] = [[]];
  for (const token of tokens) {
    if (token.text === ";" && token.kind === "mark") statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.filter((statement) => statement.length > 0);
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const statements: { readonly [dialect in Dialect]: ReadonlySet<string> } = {
  sqlite: words(
    "select with values explain pragma insert update delete replace create alter drop begin commit end rollback savepoint release analyze reindex vacuum",
  ),
  postgres: words(
    "select with values explain show table insert update delete create alter drop truncate begin start commit end rollback savepoint release analyze vacuum reindex",
  ),
  mysql: words(
    "select with values explain show describe desc use table insert update delete replace create alter drop truncate begin start commit rollback savepoint release analyze check",
  ),
};

/** What is made, changed or dropped: nothing that holds code; in front of it, words that tell how. */
const objects = words("table index view schema sequence type database");
const modifiers = words("temp temporary unique or replace global local unlogged materialized recursive");

const pragmas = words(`
  table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list foreign_key_check database_list integrity_check
  quick_check user_version schema_version application_id journal_mode page_count page_size encoding compile_options collation_list
  function_list foreign_keys cache_size synchronous busy_timeout wal_checkpoint optimize auto_vacuum freelist_count
`);

/** Files, and tables that are files. */
const never = words("outfile dumpfile infile fsdir zipfile sqlite_dbpage");
const neverInMysqlTables = words("directory file_name connection");

/** Statements of the mysql client, which it also sees at the beginning of a later line. */
const clientWords = /(?:^|\n)\s*(?:system|source|tee|pager|edit|delimiter|prompt|connect|nopager|notee)\b/i;

function isPlainStatement(tokens: readonly Token[], dialect: Dialect): boolean {
  const [first] = tokens;
  if (first?.kind !== "word" || !statements[dialect].has(first.text) || has(tokens, never)) return false;
  if (/^(?:create|alter|drop)$/.test(first.text)) {
    const object = tokens.slice(1).find(({ kind, text }) => kind !== "word" || !modifiers.has(text));
    if (object?.kind !== "word" || !objects.has(object.text)) return false;
    if (dialect === "mysql" && has(tokens, neverInMysqlTables)) return false;
  }
  if (first.text === "pragma") return isPlainPragma(tokens);
  if (first.text === "vacuum" && has(tokens, words("into"))) return false;
  return tokens.every((_, at) => isPlainCall(tokens, at));
}

function has(tokens: readonly Token[], some: ReadonlySet<string>): boolean {
  return tokens.some(({ kind, text }) => (kind === "word" || kind === "name") && some.has(text));
}

/** `pragma main.table_info(x)` */
function isPlainPragma(tokens: readonly Token[]): boolean {
  const name = tokens[2]?.text === "." ? tokens[3] : tokens[1];
  return name?.kind === "word" && pragmas.has(name.text);
}

/** A name in front of a parenthesis is called, unless it names a table there. */
function isPlainCall(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at] as Token;
  const next = tokens[at + 1];
  if ((kind !== "word" && kind !== "name") || next?.kind !== "mark" || next.text !== "(") return true;
  const before = tokens[at - 1];
  if (before?.kind === "word" && (beforeNames.has(before.text) || (makes(tokens) && beforeMade.has(before.text))))
    return true;
  if (before?.text === "on" && tokens.slice(0, 3).some((token) => token.text === "index")) return true;
  return kind === "word" && before?.text !== "." && (keywords.has(text) || functions.has(text));
}

/** Behind them stands the name of a table or a query, with its columns. */
const beforeNames = words("into with recursive as");
const beforeMade = words("table exists references view");

function makes([first]: readonly Token[]): boolean {
  return first?.text === "create" || first?.text === "alter";
}

const keywords = words(`
  in values and or not on as from where select using over exists any all some by having then else when case union except intersect
  limit offset returning set join lateral filter within group distinct between like is check primary key unique foreign references
  default generated always add column constraint conflict materialized recursive explain array row interval with partition range
  varchar char character nvarchar nchar decimal numeric int integer bigint smallint tinyint float double real bit varbit text blob
  varbinary binary timestamp timestamptz time datetime date year enum precision analyze verbose costs buffers format timing inherits
`);

const functions = words(`
  count sum avg min max total group_concat string_agg array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg bool_and bool_or every
  stddev variance percentile_cont percentile_disc mode coalesce nullif ifnull iif if greatest least cast convert typeof quote hex
  unhex lower upper initcap length char_length character_length octet_length substr substring substring_index replace trim ltrim rtrim
  btrim lpad rpad left right reverse repeat concat concat_ws format printf position strpos instr locate split_part regexp_replace
  regexp_matches regexp_match regexp_like translate ascii chr char unicode md5 sha1 sha2 round abs floor ceil ceiling mod power pow
  sqrt exp ln log sign trunc truncate random rand now current_date current_time current_timestamp localtime localtimestamp date time
  datetime julianday unixepoch strftime timediff date_trunc date_part date_add date_sub date_format datediff extract age to_char to_date
  to_timestamp to_number make_date make_interval from_unixtime unix_timestamp year month day hour minute second last_day str_to_date
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value generate_series unnest
  array_length array_to_string string_to_array array_position cardinality json json_extract json_object json_array json_each json_tree
  json_array_length json_type json_valid json_set json_insert json_remove json_patch json_quote json_unquote json_contains json_keys
  json_build_object jsonb_build_object json_build_array jsonb_build_array json_array_elements jsonb_array_elements
  jsonb_array_elements_text json_array_elements_text jsonb_each jsonb_each_text json_each_text jsonb_object_keys json_object_keys jsonb_set
  jsonb_pretty jsonb_typeof json_typeof to_json to_jsonb row_to_json jsonb_array_length gen_random_uuid uuid_generate_v4 uuid
  changes total_changes last_insert_rowid last_insert_id row_count found_rows sqlite_version version database schema user
  current_database current_schema current_user session_user current_setting connection_id likelihood glob like nullif zeroblob
  pg_size_pretty pg_total_relation_size pg_relation_size pg_table_size pg_indexes_size pg_database_size pg_column_size pg_get_viewdef
  pg_get_indexdef pg_get_constraintdef pg_get_functiondef pg_get_expr pg_table_is_visible pg_backend_pid pg_is_in_recovery
  pg_postmaster_start_time pg_get_serial_sequence obj_description col_description to_regclass has_table_privilege currval format_type
  pragma_table_info pragma_index_list pragma_table_list to_tsvector to_tsquery plainto_tsquery ts_rank similarity
`);

/** What `mysql -e` is given: the client looks for its own commands first. */
export function isPlainMysql(text: string): boolean {
  // `\G` at the end prints in another way.
  return !clientWords.test(text) && isPlainSql(text.replace(/\\[Gg];?$/, ""), "mysql");
}

/** A command of psql that describes or formats, or SQL. */
export function isPlainPsql(text: string): boolean {
  return describing.test(text) || isPlainSql(text, "postgres");
}

const describing = /^\s*\\(?:d[\w+]*|l\+?|x|timing|conninfo|z|dp|sf\+?|sv\+?|encoding|pset|a|t|h)(?:\s+[\w.*"]+)?\s*$/;

/** SQL, or a command of sqlite3 that shows or formats. */
export function isPlainSqlite(text: string): boolean {
  const lines = text.split("\n");
  if (!lines.some((line) => line.trim().startsWith("."))) return isPlainSql(text, "sqlite");
  return lines.every((line) => line.trim() === "" || showing.test(line));
}

const showing =
  /^\s*\.(?:schema|tables|indexes|indices|headers?|mode|dump|databases|dbinfo|width|nullvalue|separator|stats|timer|echo|fullschema)\b[\w\s.,*%"'-]*$/;
