/**
 * The words of a text, for the index and for what is looked up in it. Scripts that
 * write no spaces are taken apart by character, or a whole sentence would be one word.
 */
export function searchWords(text: string): string[] {
  return wordsIn(text).flatMap((word) => runsOf(word).flatMap((run) => (isDense(run) ? [...run] : [run])));
}

/**
 * What FTS5 matches for a question in anybody's words: texts that have one of them, the
 * better the more. Every term is quoted letters and digits, so nothing in it is syntax.
 * Undefined: it has no word worth looking for.
 */
export function matchExpression(query: string): string | undefined {
  const terms = queryTerms(query);
  return terms.length === 0 ? undefined : terms.map((term) => `"${term}"`).join(" OR ");
}

/**
 * Does a text that was found have enough of the query in it to be told unasked? One
 * word of a long question is chance, of a short one it may be all there is.
 */
export function fitsQuery(text: string, query: string): boolean {
  const terms = queryTerms(query);
  const words = ` ${searchWords(text).join(" ")} `;
  // Other forms of a word have another end.
  const isThere = (term: string): boolean =>
    words.includes(` ${term.slice(0, Math.max(3, Math.ceil(term.length * 0.6)))}`);
  return terms.filter(isThere).length >= (terms.length < longQuery ? 1 : 2);
}

const longQuery = 4;

function queryTerms(query: string): string[] {
  const terms = new Set(wordsIn(query).flatMap((word) => runsOf(word).flatMap(termsOf)));
  return [...terms].slice(0, maxTerms);
}

const maxTerms = 48;

function wordsIn(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

const dense =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー";
const runPattern = new RegExp(`[${dense}]+|[^${dense}]+`, "gu");
const densePattern = new RegExp(`^[${dense}]`, "u");

function runsOf(word: string): string[] {
  return word.match(runPattern) ?? [];
}

function isDense(run: string): boolean {
  return densePattern.test(run);
}

/** Of a dense run each pair of neighbours: close enough to words. */
function termsOf(run: string): string[] {
  if (!isDense(run)) return common.has(run) ? [] : [run];
  const characters = [...run];
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, at) => `${characters[at]} ${character}`);
}

/** In almost every text: they would find everything. */
const common: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be been before but by can could d did do does for from get go
  had has have he her him his how i if in into is it its just know let ll m me my no not now of on one or our out over
  please re s said say she should so some t tell than that the their them then there these they this those to too up us
  ve very was we were what when where which who why will with would you your`.split(/\s+/),
);
