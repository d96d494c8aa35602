/** They end a word, if they are not quoted. */
export const delimiters: ReadonlySet<string> = new Set(" \t\n;&|)<>");

/** Means itself in a word, in every shell. */
export const bareRun = /[\w./:,@%+=~-]+/y;

/** So do the letters of all languages. */
export const letter = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]/uy;

/** Means itself in double quotes. */
export const quotedRun = /[^"$`\\]+/y;

/** `[a-z]`, `[!x]`, `[[:alpha:]]`. */
export const bracket = /\[[!^]?(?:[\w.,@%+-]|\[:[a-z]+:\])+\]/y;

/** `{}`, `stash@{0}`: no shell expands it. */
export const plainBrace = /\{[\w-]*\}/y;

/** `{a,b}`, `{1..3}`. */
export const expandedBrace = /\{(?:[\w./:@%+=*?-]*(?:,[\w./:@%+=*?-]*)+|\w+\.\.\w+)\}/y;

/** `$'…'` whose meaning no locale and no NUL changes, and whose end all shells see alike. */
export const ansiQuoted = /\$'(?:[^'\\]|\\(?:[abefnrtv\\"?]|x[2-7][0-9a-fA-F](?![0-9a-fA-F])))*'/y;

/** Not `$10`, `$#x`, which zsh reads differently. */
export const simpleExpansion = /\$(?:[A-Za-z_]\w*|\d(?!\d)|[@*?$!-]|#(?=[ \t\n;&|)"]|$))/y;

/** A plain variable, with a literal operand at most: nothing in it can run or calculate. */
export const parameter =
  /\$\{(?:#?(?:[A-Za-z_]\w*|\d+)(?:\[(?:[@*]|\d+)\])?|(?:[A-Za-z_]\w*|\d+)(?::?[-+?]|##?|%%?|\/\/?|\^\^?|,,?)[\w./,:@ =*+?-]*|(?:[A-Za-z_]\w*|\d+):\d+(?::\d+)?)\}/y;

/** One step in arithmetic: a number, a name, an operator. */
export const arithmetic = /\w+|[+*/%<>=&|!?:,^~-]+|\$(?:[A-Za-z_]\w*|[#?])|[ \t]+/y;

/** A `$` that is one in double quotes. */
export const dollarInQuotes = /\$(?=[ \t\n"|)/,.;%\\])/y;

/** With a descriptor of one digit: a longer number may be a word. */
export const redirection = /(\d?)(<<<|<<-|<<|>>|>\||>&|<&|&>>|&>|<>|<|>)/y;
export const assignment = /([A-Za-z_]\w*)(\+?)=/y;
export const assignedSubscript = /[A-Za-z_]\w*\[/y;
export const hereDelimiter = /'([\w.-]+)'|"([\w.-]+)"|([\w.-]+)/y;

/** In a here-document whose delimiter is not quoted: anything but text and plain variables. */
export const hereExpansion = /[`\\]|\$(?![A-Za-z_]\w*(?![\w[])|\{[A-Za-z_]\w*\})/;

export const reserved =
  /(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|in|function|select|coproc|time|\[\[|\]\]|[{}!])(?=[ \t\n;&|()<>]|$)/y;

/** Of zsh: they run the words behind them, or begin a block. */
export const zshWords: ReadonlySet<string> = new Set(
  "- noglob nocorrect repeat foreach end float integer private always".split(" "),
);
export const declarations: ReadonlySet<string> = new Set("export declare typeset local readonly".split(" "));

export const unaryTest = /-[bcdefhLnprsSwxz](?=[ \t])/y;
export const binaryTest = /(?:[=!]=|=~?|-(?:eq|ne|l[te]|g[te]|nt|ot|ef))(?=[ \t])/y;

/** Behind `=~`, where brackets and stars are no pattern of files. */
export const regularExpression = /\^?[\w.*+?[\]:^-]+\$?(?=[ \t])/y;

/** In front of a redirection zsh takes it for the name of a descriptor, also with blanks between. */
export const bracedName = /^\{\w+\}$/;
