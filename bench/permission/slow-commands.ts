/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */

const size = 64 * 1024;

/** So many different words. */
function each(count: number, word: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => word(at)).join(" ");
}

function filled(piece: string, start = "", end = "", length = size): string {
  return start + piece.repeat(Math.floor((length - start.length - end.length) / piece.length)) + end;
}

/** As long as a line may be that is read word by word. */
function long(piece: string, start = "", end = ""): string {
  return filled(piece, start, end, 16_000);
}

/** Command lines of 64 kB that make a careless reader or judge slow. */
export const slowCommands: { readonly [name: string]: string } = {
  cd_chain: filled("cd a && ", "", "ls"),
  cd_chain_4k: filled("cd a && ", "", "ls").slice(-4096),
  many_arguments: filled("a ", "cat "),
  many_paths: filled("a/b/c/d/../e ", "cat "),
  distinct_paths: `cat ${each(9000, (at) => `f${at}`)}`.slice(0, size),
  unknown_arguments: filled("$X ", "cat "),
  many_parts: filled("ls; "),
  many_writes: filled("> a "),
  many_options: filled("--file=.env ", "foo "),
  many_removals: filled("rm -rf ~/* ; "),
  one_word: filled("a", "cat "),
  one_path: filled("a/", "cat "),
  climbing: filled("../", "cat "),
  functions: filled("f() "),
  substitutions: filled("$(", "echo "),
  backticks: filled("`", "echo "),
  braces: filled("{", "echo "),
  quotes: filled("'a'", "echo "),
  here_documents: filled("<<A ", "cat "),
  parameters: filled("${a:-", "echo "),
  arithmetic: filled("$((1+", "echo "),
  subshells: filled("("),
  pipes: filled("| cat ", "ls "),
  assignments: filled("A=1 ", "", "ls"),
  wrappers: filled("timeout 5 ", "", "ls"),
  scripts: `bash -c ${JSON.stringify(filled("rm x; ").slice(0, 60_000))}`,
  globs: filled("*?[a]", "ls "),
  sources: filled("open('.env') ", 'python3 -c "', '"'),
  here_document: filled("$x\n", "cat <<A\n", "A\n"),
  here_document_words: filled("x $y\n", "cat <<A\n", "A\n"),
  here_document_quoted: filled("a/b $(ls) .env1 *\n", "foo <<'A'\n", "A\n"),
  here_document_900: `foo <<A\n${"x $y\n".repeat(900)}A\n`,
  long_word: long("a", "cat "),
  long_climb: long("../", "cat "),
  long_source: long("open('.env') ", 'python3 -c "', '"'),
  long_quotes: long("; rm1 x ", "echo '", "'"),
  long_spaces: long(" ", "ls", "a"),
  loose_globs: "for i in *a*;>>:a.ext1|)".repeat(160),
  option_letters: long("s", "bash -", "!"),
  message_letters: long("m", "git commit -", "!"),
  many_flags: `foo ${"-a ".repeat(950)}`,
  other_flags: `git push ${"-f ".repeat(470)}`,
  inner_flags: `ssh h ${"foo -a ".repeat(450)}`,
  made_links: Array.from({ length: 60 }, (_, at) => `ln -s a${at} b${at}; cat b${at}; `).join(""),
  fewer_links: Array.from({ length: 25 }, (_, at) => `ln -s a${at} b${at}; cat b${at}; `).join(""),
  links_and_files: `ln -s a b; ${"cat b/c d e f g; ".repeat(50)}`,
  same_links: "ln -s a b; ".repeat(120),
  sum: filled("1+", "echo $((", "1))"),
  list_words: `foo aa${",a:a=a".repeat(200)}; `.repeat(50),
  redirections: filled(">,,/,\\", "ssh h ", ".b"),
  number_program: filled("1", "", "x"),
  distinct_files: `foo ${each(390, (at) => `src/file${at}.ts`)}`,
  distinct_reads: `cat ${each(390, (at) => `src/file${at}.ts`)}`,
  copied_files: `cp ${each(900, (at) => `src/file${at}.ts`)}`,
  copied_options: `cp -r ${each(390, (at) => `--opt${at}=a/b${at}`)}`,
  packed_files: `tar cf x ${each(900, (at) => `src/file${at}.ts`)}`,
  found_files: `fd ${each(900, (at) => `src/file${at}.ts`)}`,
  added_files: `xargs ${each(900, (at) => `src/file${at}.ts`)}`,
  git_options: `git log ${each(900, (at) => `--opt${at}=a/b${at}`)}`,
  git_some_options: `git log ${each(390, (at) => `--opt${at}=a/b${at}`)}`,
  git_files: `git push ${each(900, (at) => `src/file${at}.ts`)}`,
  run_options: `npm run ${each(390, (at) => `--opt${at}=a/b${at}`)}`,
  written_texts: `tee ${each(390, (at) => `'a b${at}; rm x'`)}`,
  removed_outputs: `xargs rm ${each(120, (at) => `$(cat a${at})`)}`,
  quoted_line: filled("; ", "echo '", "'"),
  spelled_line: `foo '${Array.from({ length: 1000 }, (_, at) => `a a | b${at} && x${at}; rm${at} .ext${at}`).join(" ")}'`,
  unknown_programs: filled("{a,b}; x1 ").slice(0, 1000),
  substituted: filled(".env1/,$(ls)&&curl1 ").slice(0, 4000),
  inner_source: filled("x1awk$[[;$x-@in", 'bash -c "', ".b", 4_000),
  open_brackets: filled("a", `bash -c "${"$[x; ".repeat(250)}`, "", 8_000),
  open_sums: filled("a", `bash -c "${"$(( ".repeat(40)}`, "", 8_000),
  open_defaults: filled("a", `bash -c "${"${x:- ".repeat(120)}`, "", 8_000),
  ldflags: filled("-X a=-s-s-s ", "go build -ldflags '", "!' ."),
};
