/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import { bypassAttempts } from "../../permission/bypass-attempts.ts";
import { everydayCommands } from "../../permission/everyday-commands.ts";
import { acceptedLines } from "../../permission/guard/accepted-lines.ts";
import { evaluatingLines } from "../../permission/guard/evaluating-lines.ts";
import { refusedLines } from "../../permission/guard/refused-lines.ts";
import type { Random } from "../random.ts";

/** The program that no rule allows: if it runs, something got past the reading of a line. */
export const planted = "evil";

/** What broad rules allow. `tool` is none that anything is known about. */
export const allowedPrograms = "ls cat echo grep wc sort head tail git npm find diff make printf cd tar tool".split(
  " ",
);

const programs = [
  ...allowedPrograms,
  "ls -l",
  "cat a",
  "git status",
  "npm test",
  "head -n 5",
  "true",
  "false",
  ":",
  "test",
  "pwd",
  "timeout 5 ls",
  ...new Array<string>(12).fill("tool"),
  ...new Array<string>(6).fill("echo"),
];
const plain =
  "a|b.ts|src/c|-l|-n|5|--all|'x y'|\"a b\"|it\\'s|.|..|a=b|1|0|x|'$(evil)'|'`evil`'|\\$x|a\\;b|{}|HEAD~1|a:b".split(
    "|",
  );
const expanded =
  '$x|"$x"|${x}|"${x}"|${x:-a}|${x%.*}|${#x}|$1|"$@"|$?|$#|$_|$((1+2))|$((i+1))|$((x))|*|*.ts|[a-c]*|{a,b}|{1..3}|~|~/a|${x:0:2}|${a[0]}|"${a[@]}"|${x/a/b}|$(ls)|"$(cat a)"|$\'a\\tb\'|<(ls)|$x$i|"$i"|$i'.split(
    "|",
  );
const hostile = [
  "$(evil)",
  '"$(evil)"',
  "`evil`",
  "<(evil)",
  ">(evil)",
  "${x:-$(evil)}",
  "${x@P}",
  "${!x}",
  "'a[$(evil)]'",
  "a[$(evil)]",
  "$((a[$(evil)]))",
  "$[x]",
  "${x:y}",
  "$x[1]",
  "${a[x]}",
  "-v",
  "-v 'a[$(evil)]'",
  "1<(evil)",
  '$"x"',
  "=evil",
  "*(evil)",
  "_",
  "$((_))",
  "$(($1))",
  "$((x[0]))",
  "b[x]=1",
];
/** What runs the command behind it, or looks as if it did. */
const wrappers =
  "timeout 5|nice|nice -n 5|nohup|env|env A=1|command|time|stdbuf -oL|xargs|xargs -n 1|setsid|timeout -s KILL 5|timeout --signal=KILL 5|env PATH=src|env -S|exec|builtin|xargs -I{}|xargs -I a|timeout $x|eval|bash|bash -c|sh -c|nice -5|time -p|command -v|xargs -0|env --|env -i".split(
    "|",
  );
/** Arguments by which a program that a rule allows would run another. */
const running =
  "-exec evil {} \\;|-exec ls {} +|-exec cat {} \\;|-execdir evil {} +|-c|-c alias.x=!evil|--checkpoint-action=exec=evil|--to-command=evil|-I evil|-delete|$'-exec' evil \\;|-o out".split(
    "|",
  );
const disguised = "'ls'|l\\s|l''s|$'ls'|\"evil\"|e\\vil|$'\\x65vil'|$x|${x}|e${y}il|ev''il|/bin/evil".split("|");
const redirections =
  "2>&1|>/dev/null|2>/dev/null|< a|<<< a|>&2|2>&-|> out|>> out|&> out|>| out|< $x|> src/out|{fd}> out|<> out|>& out|1> out|2> err|<a|>out|> $x|< <(ls)|<<EOF\ntext $x\nEOF\n|<<'EOF'\n$(evil)\nEOF\n|{b[x]}>out".split(
    "|",
  );
const assignments =
  "x=1|x=a|x=$(ls)|x='a[$(evil)]'|i=0|i=$((i+1))|n=5|CI=1|y=$x|a=(1 2)|a=($x)|x+=1|a[0]=1|b[x]=1|x=$1|i=x|_=1|x=\"$(cat a)\"|x=()|x=~|i=$x|i='x'|A=b".split(
    "|",
  );
const statements = [
  ...assignments,
  "cd src",
  "cd a",
  "cd -",
  "cd ..",
  "set -- 'a[$(evil)]'",
  "set -e",
  ": 'a[$(evil)]'",
  "read x",
  "read -r x < a",
  "read -a x",
  "export x",
  "export y=$x",
  "declare x",
  "declare -i x",
  "declare -i x=1",
  "declare -n x=y",
  "declare -a x",
  "local x=1",
  "typeset -i x",
  "readonly x=1",
  "unset x",
  "unset 'a[$x]'",
  "printf -v x %s a",
  'printf %d "$x"',
  'printf -v "$x" a',
  "let x=1",
  "let x",
  "let i++",
  "[[ $x -eq 1 ]]",
  "[[ x -eq 1 ]]",
  "[[ $i -lt 3 ]]",
  "[[ -n $x ]]",
  "[[ -v x ]]",
  '[ "$x" -eq 1 ]',
  "[ $x -eq 1 ]",
  "[ $x ]",
  '[ "$x" = a ]',
  "[ -f a ]",
  "[ -v x ]",
  "test -v $x",
  "test $x",
  "((x=1))",
  "((i++))",
  "wait",
  "wait -n -p x",
  "wait $x",
  "shift",
  "shift $x",
  "exit $x",
  "return $x",
  "mapfile -t x < a",
  "mapfile -C evil x < a",
  "getopts ab x",
  "exec > out",
  "exec 3< a",
  "! cd src",
  "eval $x",
  ". a",
  "pushd src",
  "trap evil EXIT",
  "x=5 y=6",
  "x=1; echo $((x))",
  "i=0; while [ $i -lt 2 ]; do echo $i; i=$((i+1)); break; done",
  "for x in 'a[$(evil)]'; do echo $((x)); done",
  "for i in 1 2; do echo $((i*2)); done",
  "for i in {1..2}; do echo $((i)); done",
];
const frames = [
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
  "if @\nthen\n  #\nelif #; then @; fi",
  "for x in a b; do @; #; done",
  "for x in $(@); do #; done",
  'for i in 1 2 3; do @; echo "$i"; done',
  "while @; do #; break; done",
  "until @; do #; break; done",
  "while read -r x; do @; done < a",
  "case $x in a) @;; *) #;; esac",
  "case a in (a|b) @ ;; esac",
  '[ -n "$(@)" ] && #',
  "[[ -f a ]] && @",
  "x=$(@); #",
  'echo "$(@)" && #',
  "cat <<'EOF'\n@\nEOF\n#",
  "cat <<EOF\n$x\nEOF\n#",
  "git commit -m \"$(cat <<'EOF'\n@\nEOF\n)\"",
  "cd src && @",
  "@ # #",
  "@ \\\n && #",
  "time @",
  "! @; #",
  "@ > out; #",
  "diff <(@) <(#)",
  "@ && # || @",
  "(cd src && @); #",
  "{ @; } 2>&1 | #",
  "x=1 @",
  "@ $(#)",
  '@ "$(#)"',
  "f() { @; }; f; #",
  "ls() { @; }; ls; #",
  'f() { @ "$@"; }; f #',
  "case a in a) @;& b) #;; esac",
  "x=evil; @; $x",
  "cat <<-EOF\n\t`@`\n\tEOF\n#",
  "@ <<A; #\n$(ls)\nA",
  "echo '@' | bash",
  "@ | xargs #",
  "find . -exec @ {} \\;",
  "alias ls=evil; @; #",
  "hash -p src/ls ls; @",
  'set -- evil; @ "$@"; #',
  "export PATH=src; @",
  "trap '@' EXIT; #",
  "eval '@'",
  "coproc @; #",
  "read x <<< evil; @; $x",
  "exec > out; @",
  "@ > >(#)",
  "@ < <(#)",
  "bash -c '@; #'",
  "true && { @ || #; }",
];
const tokens = [
  ..."; | & ' \" ` $ ( ) { } < > \\ # ! * ? [ ] = ~ ^ : - + , . 0 1 x _ i @ % /".split(" "),
  " ",
  " ",
  "\n",
  "\t",
  "$(",
  "${",
  "$((",
  "))",
  "<(",
  ">(",
  "<<",
  "<<<",
  "<<EOF\n",
  "\nEOF\n",
  "&&",
  "||",
  ";;",
  "&>",
  ">&",
  "\\\n",
  "[[",
  "]]",
  " -eq ",
  " -v ",
  "$'",
  '$"',
  "$x",
  "${x}",
  "@P",
  "$(evil)",
  "`evil`",
  ";evil;",
  " evil ",
  "\nevil\n",
  "a[$(evil)]",
  "{a,b}",
  "'$(evil)'",
  "<(evil)",
  "#;evil",
  " # ",
  "=(",
  "()",
];

/** Every line that somebody wrote down: everyday ones, and all classes of attempts. */
const corpus = [
  ...everydayCommands.map(({ command }) => command),
  ...acceptedLines,
  ...acceptedLines,
  ...Object.values(refusedLines).flat(),
  ...evaluatingLines,
  ...bypassAttempts.map(({ command }) => command.replaceAll(/\brm\b/g, planted)),
].filter((line) => line.length < 300);

export function generateLine(random: Random): string {
  const kind = random.next();
  if (kind < 0.5) return line(random, 0);
  const base = kind < 0.7 ? line(random, 0) : random.pick(corpus);
  return mutate(base, random);
}

function line(random: Random, depth: number): string {
  if (depth > 2 || random.next() < 0.45) return simple(random, depth);
  return fill(random.pick(frames), () => line(random, depth + 1));
}

function simple(random: Random, depth: number): string {
  if (random.next() < 0.15) return random.pick(statements);
  const words: string[] = [];
  if (random.next() < 0.1) words.push(random.pick(assignments));
  if (random.next() < 0.08) words.push(random.pick(wrappers));
  words.push(random.next() < 0.02 ? planted : random.next() < 0.02 ? random.pick(disguised) : random.pick(programs));
  const count = random.below(5);
  for (let at = 0; at < count; at += 1) words.push(word(random, depth));
  if (random.next() < 0.2) words.push(random.pick(redirections));
  return words.join(" ");
}

function word(random: Random, depth: number): string {
  const kind = random.next();
  if (kind < 0.1) return `f${random.below(100)}`;
  if (kind < 0.6) return random.pick(plain);
  if (kind < 0.85) return random.pick(expanded);
  if (kind < 0.9 && depth < 3) return `$(${simple(random, depth + 1)})`;
  if (kind < 0.97) return random.pick(plain) + random.pick(expanded);
  if (kind < 0.98) return random.pick(running);
  return random.pick(hostile);
}

/** `@` and `#` alone are commands; a `#` in the frame behind a blank and before a `#` begins a comment. */
function fill(frame: string, command: () => string): string {
  return frame.replaceAll(/@(?!")|#(?=[;) "\n]|$)/g, command);
}

function mutate(base: string, random: Random): string {
  let text = base;
  const times = 1 + random.below(3);
  for (let at = 0; at < times; at += 1) text = mutateOnce(text, random);
  return text;
}

function mutateOnce(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  switch (random.below(7)) {
    case 0:
    case 1:
    case 2:
      return text.slice(0, at) + random.pick(tokens) + text.slice(at);
    case 3:
      return text.slice(0, at) + text.slice(at + 1 + random.below(3));
    case 4: {
      const other = random.pick(corpus);
      return text.slice(0, at) + other.slice(random.below(other.length + 1));
    }
    case 5: {
      const words = text.split(" ");
      words[random.below(words.length)] = random.next() < 0.5 ? random.pick(hostile) : random.pick(expanded);
      return words.join(" ");
    }
    default:
      return text.slice(0, at) + text.slice(at, at + 1 + random.below(6)) + text.slice(at);
  }
}
