/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import fc from "fast-check";

/** A command line, and the Bash patterns that are allowed when it is judged. */
export interface GeneratedLine {
  readonly line: string;
  readonly rules: readonly string[];
}

/** The same lines for the same seed. */
export function generateLines(count: number, seed: number): GeneratedLine[] {
  const generated = fc.record({ line: fc.oneof({ weight: 5, arbitrary: lines }, mutated), rules: ruleSets });
  return fc.sample(generated, { numRuns: count, seed });
}

/** Each with what it means for the arguments of a program that ran, written without the code under test. */
export const oracleRules: { readonly [pattern: string]: (argv: readonly string[]) => boolean } = {
  "ls:*": (argv) => argv[0] === "ls",
  "cat:*": (argv) => argv[0] === "cat",
  "echo:*": (argv) => argv[0] === "echo",
  "sort *": (argv) => argv[0] === "sort",
  "find:*": (argv) => argv[0] === "find",
  "tar:*": (argv) => argv[0] === "tar",
  "git status:*": (argv) => argv[0] === "git" && argv[1] === "status",
  "git * main": (argv) => argv[0] === "git" && argv.length > 2 && argv.at(-1) === "main",
  "npm test": (argv) => argv.join("\n") === "npm\ntest",
  "npm run test:*": (argv) => argv.slice(0, 3).join("\n") === "npm\nrun\ntest",
  "timeout 5 npm run build": (argv) => argv.join("\n") === "npm\nrun\nbuild",
  "printf:*": (argv) => argv[0] === "printf",
  "cd:*": () => false,
};

/** Every program that a line can name; all others do not exist. */
export const programs = [
  "ls",
  "cat",
  "echo",
  "sort",
  "find",
  "tar",
  "git",
  "npm",
  "rm",
  "evil",
  "curl",
  "printf",
  "true",
];
export const shells = ["bash", "sh"];
export const wrappers = ["timeout", "nice", "env", "xargs", "nohup", "stdbuf", "setsid"];

const ruleSets = fc.oneof(
  { weight: 6, arbitrary: fc.subarray(Object.keys(oracleRules), { minLength: 10 }) },
  { weight: 1, arbitrary: fc.subarray(Object.keys(oracleRules)) },
);

const allowedPrograms = fc.constantFrom("ls", "ls -l", "cat f1", "echo", "sort", "find .", "tar tf x", "git status");
const usualPrograms = fc.oneof(
  { weight: 9, arbitrary: allowedPrograms },
  { weight: 3, arbitrary: fc.constantFrom("npm test", "npm run test", "git log", "git log main", "true", "printf x") },
  { weight: 1, arbitrary: fc.constantFrom("rm", "evil", "curl", "npm run build", "git push", "rm -rf f1") },
);
const disguised = fc
  .constantFrom("'ls'", "l\\s", "l''s", "$'ls'", '"rm"', "r\\m", "$'\\x72m'", "$x", "${x}", "r${y}m")
  .chain((word) => fc.constantFrom(word, word, `${word} -l`));
const assignments = fc.constantFrom(
  "CI=1",
  "LANG=C",
  "NODE_ENV=test",
  "A=1",
  "PATH=bin2",
  "IFS=x",
  "x=rm",
  "A=$(evil)",
  "CI=`ls`",
  "a=(rm $(ls))",
);
const plainWords = fc.constantFrom(
  ..."a -l main test . 'x y' \"a b\" 'a;rm' \"it's\" a\\ b a\\;b '' -- -n 5 '$(rm)' \\$x \\` f1 x=1 a#b 1 $'a\\tb' $\"rm\" %s {} =a @ ^ , % +".split(
    / (?=(?:[^'"]|'[^']*'|"[^"]*")*$)/,
  ),
);
const expandedWords = fc.constantFrom(
  ...'$x|"$x"|${x}|${x:-rm}|{a,b}|{1..3}|*|f?|[a-f]1|~|$((1+1))|$((n+1))|$#|$?|"$@"|$*|${#x}|${x%a}|${x/a/b}|${x@Q}|$[2+3]'.split(
    "|",
  ),
);
const dangerousWords = fc.constantFrom(
  "-exec rm {} \\;",
  "-exec ls {} +",
  "-execdir evil",
  "-c",
  "-c alias.x=rm",
  "--checkpoint-action=exec=evil",
  "--to-command=rm",
  "-I evil",
  "-delete",
  "$'-exec' rm",
  "-o f3",
);
const redirections = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("2>&1", ">/dev/null", "2>/dev/null", "< f2", "<<< a", ">&2", "2>&-") },
  { weight: 1, arbitrary: fc.constantFrom("> f3", ">> f3", "&> f3", ">| f3", "<> f3", "> $x", ">& f3", "{fd}> f3") },
);
const prefixes = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "timeout 5",
      "nice",
      "nice -n 5",
      "nohup",
      "env",
      "env CI=1",
      "command",
      "time",
      "stdbuf -oL",
      "xargs",
      "xargs -n 1",
      "!",
      "setsid",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "timeout -s KILL 5",
      "timeout --signal=KILL 5",
      "env PATH=bin2",
      "env -S",
      "exec",
      "builtin",
      "xargs -I{}",
      "xargs -I a",
      "timeout $x",
      "eval",
      "bash",
      "bash -c",
      "sh -c",
      "nice -5",
      "time -p",
      "command -v",
      "xargs -0",
      "env --",
    ),
  },
);

const { line } = fc.letrec<{ line: string; command: string; simple: string; word: string; compound: string }>(
  (tie) => ({
    word: fc.oneof(
      { weight: 14, arbitrary: plainWords },
      { weight: 3, arbitrary: expandedWords },
      { weight: 1, arbitrary: dangerousWords },
      {
        weight: 3,
        arbitrary: fc
          .tuple(
            fc.constantFrom(
              "$(@)",
              '"$(@)"',
              "`@`",
              '"`@`"',
              "${x:-$(@)}",
              '"${x:-`@`}"',
              "$(( $(@) ))",
              "<(@)",
              ">(@)",
              "{a,$(@)}",
              "'@'",
              "\"a '$(@)' b\"",
              "$(@ # )\n)",
              '${x:+"$(@)"}',
              "$[$(@)]",
              "${x/a/$(@)}",
            ),
            tie("simple"),
          )
          .map(([frame, inner]) => frame.replace("@", () => inner)),
      },
    ),
    simple: fc
      .tuple(
        rarely(assignments, 8),
        rarely(prefixes, 4),
        fc.oneof({ weight: 12, arbitrary: usualPrograms }, { weight: 1, arbitrary: disguised }),
        fc.array(tie("word"), { maxLength: 2 }),
        rarely(redirections, 3),
      )
      .map(([assignment, prefix, program, words, redirection]) =>
        [assignment, prefix, program, ...words, redirection].filter((part) => part !== null).join(" "),
      ),
    compound: fc
      .tuple(
        fc.constantFrom(
          "@ && #",
          "@ || #",
          "@; #",
          "@ | #",
          "@ |& #",
          "@ & #",
          "@\n#",
          "(@; #)",
          "{ @; #; }",
          "if @; then #; fi",
          "if @; then @; else #; fi",
          "for x in a b; do @; #; done",
          "for x in $(@); do #; done",
          "for x in rm; do @; $x; done",
          "while @; do #; break; done",
          "until @; do #; break; done",
          "case a in a) @;; *) #;; esac",
          "case a in a) @;& b) #;; esac",
          "f() { @; }; f; #",
          "f() { @; }; #",
          "ls() { @; }; ls; #",
          'f() { @ "$@"; }; f #',
          "f() (@); f",
          "[[ -n $(@) ]] && #",
          '[ -n "$(@)" ] && #',
          "[[ a == a ]] && @",
          "x=$(@); #",
          "x=rm; @; $x",
          "cat <<EOF\n$(@)\nEOF\n#",
          "cat <<'EOF'\n$(@)\nEOF\n#",
          "cat <<-EOF\n\t`@`\n\tEOF\n#",
          "@ <<A; #\n$(ls)\nA",
          'cat <<"E F"\n@\nE F\n#',
          "echo '@' | bash",
          "@ | xargs #",
          "cd sub && @",
          "@ # #",
          "alias ls=evil; @; #",
          "shopt -s expand_aliases\nalias ls=evil\n@",
          "hash -p bin2/ls ls; @",
          'set -- rm; @ "$@"; #',
          "((n=1)); @",
          "export CI=1; @",
          "export PATH=bin2; @",
          "PATH=bin2; @",
          "x='a[$(rm)]'; @ $((x)); #",
          "trap '@' EXIT; #",
          "eval '@'",
          'eval "#"',
          "@ \\\n && #",
          "time @ | #",
          "! @; #",
          "coproc @; #",
          "read x <<< rm; @; $x",
          "declare x=$(@); #",
          "@ && # || @",
          "exec > f3; @",
          "test -v 'a[$(@)]'; #",
          "@ > >(#)",
          "@ < <(#)",
          "{ @; } 2>&1 | #",
          "@;\n\n#",
          "\n@\n",
          "@ ;;",
          "printf -v PATH bin2; @",
          "bash -c '@; #'",
          "while read -r x; do @; done <<< a",
          "true && { @ || #; }",
        ),
        tie("command"),
        tie("command"),
      )
      .map(([frame, first, second]) => fill(frame, first, second)),
    command: fc.oneof(
      { depthSize: "small", withCrossShrink: false },
      tie("simple"),
      tie("simple"),
      tie("simple"),
      tie("compound"),
    ),
    line: fc.oneof({ weight: 1, arbitrary: tie("simple") }, { weight: 1, arbitrary: tie("compound") }),
  }),
);
const lines = line;

/** A character too many: what the parser and bash may understand differently. Never in a path, nor where a loop would not end. */
const mutated = fc
  .tuple(
    lines,
    fc.nat(),
    fc.constantFrom(
      ..."; | & ' \" ` $ ( ) { } < \\ # ! * ? [ ] = \n".split(" "),
      "\t",
      "$(",
      "<<",
      "&&",
      "\\\n",
      "((",
      "[[",
      "${",
    ),
  )
  .map(([text, where, character]) => {
    const at = where % (text.length + 1);
    const around = text.slice(Math.max(0, at - 12), at + 12);
    return around.includes("/") || /while|until/.test(text) ? text : text.slice(0, at) + character + text.slice(at);
  });

/** `@` is the first command and `#` alone the second; a `#` in front of a blank or line is a comment of the frame. */
function fill(frame: string, first: string, second: string): string {
  return frame.replace(/@(?!")|#(?= *$|[;) \n"'}&|]|$)/g, (mark) => (mark === "@" ? first : second));
}

/** Once in so many times. */
function rarely(arbitrary: fc.Arbitrary<string>, often: number): fc.Arbitrary<string | null> {
  return fc.oneof({ weight: 1, arbitrary }, { weight: often - 1, arbitrary: fc.constant(null) });
}
