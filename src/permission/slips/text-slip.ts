/** What can be wrong with any text between the parentheses: what it most likely was to be. */
export function textSlip(specifier: string): { readonly why: string; readonly meant: string } | undefined {
  const seen = specifier.replace(invisible, "").replace(joiner, "");
  if (seen !== specifier) return { why: "it has a character that is not seen", meant: seen.trim() || "*" };
  const ascii = asciiOf(specifier);
  if (ascii !== specifier) return { why: "it has letters that only look like ASCII", meant: ascii };
  const quoted = /^(["'`“”„‘’«»])([^"'`“”„‘’«»]*)["'`“”„‘’«»]$/s.exec(specifier);
  const inner = quoted?.[2]?.trim() ?? "";
  // A program of which the name has a blank in it.
  const isProgram = /^[~./\\]|^[A-Za-z]:/.test(inner) && inner.includes(" ");
  if (inner !== "" && !isProgram) return { why: "the quotes around it are taken as a part of it", meant: inner };
  const bare = specifier
    .replace(/[“”„«»]/g, "")
    .replace(/‘([^‘’]*)’/g, "$1")
    .trim();
  if (bare !== specifier && bare !== "") return { why: "it has quotes that are none of ASCII", meant: bare };
  return undefined;
}

const invisible = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
/** They belong to some scripts and to emoji, and are nothing beside letters of ASCII. */
const joiner = /(?<=^|[\x20-\x7e])[\u200c\u200d]|[\u200c\u200d](?=[\x20-\x7e]|$)/g;

/** Letters of other scripts within a word of ASCII, and the wide ones, where nothing else of the text is foreign. */
function asciiOf(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text;
  const wide = /[\uff01-\uff5e]/.test(text) ? text.normalize("NFKC") : text;
  if (wide !== text && !/[\u0080-\uffff]/.test(wide)) return wide;
  return text.replace(/[A-Za-z\u0370-\u052f]+/g, (word) => {
    const plain = word.replace(/[^A-Za-z]/g, (letter) => lookalikes.get(letter) ?? letter);
    return /[A-Za-z]/.test(word) && /^[A-Za-z]+$/.test(plain) ? plain : word;
  });
}

const lookalikes: ReadonlyMap<string, string> = new Map(
  "аa еe оo рp сc уy хx іi ѕs јj ԁd һh кk мm тt вb нh АA ВB ЕE КK МM НH ОO РP СC ТT ХX ІI ЅS αa οo ρp νv κk τt υu χx ιi ΑA ΒB ΕE ΟO"
    .split(" ")
    .map(([letter = "", ascii = ""]) => [letter, ascii]),
);
