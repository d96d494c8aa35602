/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */

/** Lines that somebody thought of, by what they try; whether they are allowed is not said here. */
export const trickyLines: readonly string[] = [
  // Folders whose links lead out.
  ..."diff folder folder2|diff folder2 folder|diff -r folder folder2|diff folder2/key folder|diff --no-dereference folder folder2".split(
    "|",
  ),
  ..."ls -LR .|ls -L folder|ls -RH|ls -lL folder|du -L folder|du -H out|tree -l|tree folder|find -L .|find -H out|find . -follow".split(
    "|",
  ),
  ..."grep -r told .|grep -R told .|rg told|rg -L told|rg --follow told|rg -uuu told|grep -d recurse told|grep -rl told folder/".split(
    "|",
  ),
  ..."cat folder/*|cat */*|head folder/key|wc -l folder/*|file folder/*|file -L folder/key|stat -L folder/key|md5sum folder/*".split(
    "|",
  ),
  ..."readlink -f linked|realpath linked|ls -l linked|stat linked|ls out|ls out/|ls folder/out|ls -d out/|cd out && ls|cd folder/out && pwd".split(
    "|",
  ),
  // Names outside.
  ..."echo ~/.ssh/*|echo $HOME/.ssh/*|printf '%s' ~/.s*/*|for f in ~/.ssh/*; do echo $f; done|echo out/*|echo */*|echo .*/*".split(
    "|",
  ),
  ...'x=~/.ssh/*; echo $x|set -- ~/.ssh/*; echo $@|a=(~/.ssh/*); echo ${a[@]}|echo "$PWD"/../outside/*|echo ../*/*|echo ${x:-~/.ssh/*}'.split(
    "|",
  ),
  ..."echo */../../outside/*|echo ./[o]ut/*|echo {out,src}/*|echo ou?/*|cd src && echo ../out/*|cd folder && echo */*|test -e out/*".split(
    "|",
  ),
  // The environment.
  ..."env|printenv|set|export -p|declare -p|jq -n env|jq -n '$ENV'|jq -n '$__prog_args'|ps e|ps auxe|ps -eo args|cat /proc/self/environ".split(
    "|",
  ),
  ..."declare -x|typeset|readonly -p|compgen -e|jq -n '[env]'|jq -n '$ENV.TOKEN'|jq -n '\"\\(env)\"'|jq -n '1.|env'|type -a env".split(
    "|",
  ),
  // Files that are written behind an operand, by an option of another program, by a name that looks like an option.
  ..."xxd a.txt -d|xxd a.txt made|xxd -r a.txt made|uniq a.txt -c|uniq a.txt made|sort a.txt -o made|sort -omade a.txt|sort *|uniq *".split(
    "|",
  ),
  ..."tree -o made|tree -Ro made|tree -H . -R -L 1|tree --output=made|date -s 1|sed -i p a.txt|sed 'w made' a.txt|sed -n '/a/w made' a.txt".split(
    "|",
  ),
  ..."find . -fprint made|find * -name x|find . -fls made|find . -ok evil ;|tail -f a.txt --pid=1|split a.txt|tee made|csplit a.txt 1".split(
    "|",
  ),
  // What a repository says, and what git would start for it.
  ..."git log --show-signature|git log --format=%G?|git show --format=%GS|git tag -v v1|git verify-commit HEAD|git log --remerge-diff".split(
    "|",
  ),
  ..."git diff --ext-diff|git log -p --textconv|git show --textconv HEAD:c.json|git cat-file --textconv HEAD:c.json|git blame c.json".split(
    "|",
  ),
  ..."git cat-file --filters HEAD:c.json|git grep -O a|git grep --open-files-in-pager=evil a|git diff --no-index a.txt out/secret".split(
    "|",
  ),
  ..."git -C bare status|cd bare && git status|git --git-dir=bare status|git --bare status|git -p log|git --paginate log|git help log".split(
    "|",
  ),
  ..."git submodule status|git status --ignore-submodules=none|git diff --submodule=diff|git diff --submodule=log|git grep --recurse-submodules a".split(
    "|",
  ),
  ..."git log --follow -p -- linked|git diff -- out/secret|git blame linked|git blame out/secret|git ls-files -o out|git grep --untracked told".split(
    "|",
  ),
  ..."git grep --no-index told|git check-ignore -v a.txt|git diff --output=made|git log --output made|git shortlog --output=made|git rev-list --output=made HEAD".split(
    "|",
  ),
  ..."git describe --dirty|git status -v|git stash list -p|git worktree list|git remote show origin|git ls-remote|git fetch --dry-run".split(
    "|",
  ),
  ..."git config --get include.path|git config --get-regexp .|git config -l|git config --file ../outside/secret --get a.b|git config --blob HEAD:a.txt --get a.b".split(
    "|",
  ),
  ..."git log --mailmap|git log --decorate-refs=*|git log -L1,2:a.txt|git log -L:x:src/x.ts|git log -G a --pickaxe-all|git diff -O../outside/secret".split(
    "|",
  ),
  // Git elsewhere, and what it is given by another.
  ..."cd src && git status|git -C src status|git -C . log -1|git -C src/deep diff|cd bare && git log|git -C bare log|git -C out status|cd folder && git status".split(
    "|",
  ),
  ...'git log --author="$USER" -2|git diff $(git merge-base main HEAD) --stat|git log $(git rev-list -1 HEAD)..HEAD|git show $(git rev-parse --short HEAD)'.split(
    "|",
  ),
  // Pipes that have a name.
  ..."diff <(sort a.txt) <(sort b.txt)|comm -12 <(sort a.txt) <(sort b.txt)|cat <(cat linked)|cat <(evil)|diff <(cat a.txt) linked|grep -f <(head -1 a.txt) b.txt".split(
    "|",
  ),
  ..."sort -o made <(cat a.txt)|cat >(evil)|wc -l <(cat folder/key)|awk 1 <(cat a.txt)|paste <(cut -c1 a.txt) <(cut -c1 b.txt)".split(
    "|",
  ),
  // Builtins.
  ..."type ls|command -v ls|hash ls|ulimit -a|ulimit -c unlimited|trap evil EXIT|wait|read x < a.txt|printf -v x %s a|test -v x|[ a.txt -nt b.txt ]|umask 0".split(
    "|",
  ),
  ..."exec 3> made|exec < a.txt|: > made|true > made|kill -0 1|kill 1|times|jobs|dirs|history|fc -l|help|enable -f x y|bind -x x|caller".split(
    "|",
  ),
];
