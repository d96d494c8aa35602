/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */

/** Places that the line itself has put into a variable. */
const byVariable = [
  ...[
    "x=/; rm -rf $x",
    "x=~; rm -rf $x",
    'x=/; rm -rf "$x"',
    "x=/; rm -rf ${x}",
    "x=/usr; rm -rf $x",
    "x=~; rm -rf $x/*",
  ],
  ...[
    "for d in / a; do rm -rf $d; done",
    'for d in ~ ; do rm -rf "$d"; done',
    "set -- /; rm -rf $1",
    'set -- /; rm -rf "$@"',
  ],
  ...[
    "read x <<< /; rm -rf $x",
    "printf -v x /; rm -rf $x",
    "declare x=/; rm -rf $x",
    "export x=/; rm -rf $x",
    "x=(/); rm -rf ${x[0]}",
  ],
  ...[
    "x=/; y=$x; rm -rf $y",
    "rm -rf ${x:-/}",
    "rm -rf ${x-~}",
    "x=/h; rm -rf ${x}ome",
    "x=/; sudo rm -rf $x",
    'x=/; bash -c "rm -rf $x"',
  ],
  ...["bash -c 'x=/; rm -rf $x'", "x=/; find $x -delete", "x=~; mv $x /tmp/y", "local x=/; rm -rf $x"],
];

/** Places that come from another program. */
const byInput = [
  ...[
    "echo / | xargs rm -rf",
    "ls / | xargs rm -rf",
    "rm -rf $(echo /)",
    "rm -rf `echo /`",
    'rm -rf "$(echo ~)"',
    "fd . ~ -X rm",
  ],
  ...[
    "fd . / -x rm -rf",
    "find / | xargs rm",
    "find ~ -type f | xargs rm -f",
    "find . -type f | xargs rm",
    "ls | xargs rm -rf",
  ],
  ...["echo ~ | xargs -I{} rm -rf {}", "xargs rm -rf <<< /", "xargs rm -rf <<E\n/\nE", "printf '%s' / | xargs rm -rf"],
  ...[
    "echo / | parallel rm -rf",
    "parallel rm -rf ::: /",
    'ls / | while read f; do rm -rf "$f"; done',
    "echo / | sudo xargs rm -rf",
  ],
  ...[
    "find / -name x | xargs rm",
    "rm -rf $(ls /)",
    "rm -rf $(find / -type f)",
    "fd -H . ~ | xargs rm",
    "echo /usr | xargs rm -rf",
  ],
];

/** By a shell that reads, by a program nobody knows, in another language. */
const byOthers = [
  ...[
    "echo 'rm -rf /' | bash -s",
    "bash -s <<< 'rm -rf ~'",
    "source /dev/stdin <<< 'rm -rf /'",
    "at now <<< 'rm -rf /'",
    "bash <<E\nrm -rf /\nE",
  ],
  ...[
    "gtimeout 5 rm -rf /",
    "hyperfine 'rm -rf /'",
    "nix-shell --run 'rm -rf ~'",
    "op run -- rm -rf /",
    "PAGER='rm -rf /' foo 'rm -rf /'",
  ],
  ...[
    "git rebase -x 'rm -rf /'",
    "make CLEAN='rm -rf /'",
    "python3 -c \"import shutil; shutil.rmtree('/')\"",
    "node -e \"fs.rmSync('/', { recursive: true })\"",
  ],
  ...[
    "python3 -c \"shutil.rmtree(os.path.expanduser('~'))\"",
    "ruby -e \"FileUtils.rm_rf('/')\"",
    "node -e 'fs.rmSync(os.homedir(), o)'",
  ],
];

/** Other programs that remove, empty or spoil. */
const byOtherPrograms = [
  ...[
    "mv ~/* /tmp",
    "git -C ~ clean -xdff",
    "git -C / clean -fdx",
    "git --work-tree=/ clean -fd",
    "cd ~ && git clean -fdx",
    "tar --remove-files -cf x ~",
  ],
  ...[
    "npx rimraf ~",
    "rimraf /",
    "trash ~",
    "trash-put /",
    "gio trash ~",
    "rclone purge ~",
    "btrfs subvolume delete /",
    "npx trash-cli ~",
    "shred -u ~/*",
    "chmod -R 000 /",
    "chown -R u ~",
    "chgrp -R g /usr",
  ],
  ...[
    "truncate -s0 ~/*",
    "dd if=/dev/zero of=/dev/sda",
    "dd of=/dev/nvme0n1 if=x",
    "mkfs.ext4 /dev/sda1",
    "mkfs -t ext4 /dev/sdb",
    "echo x > /dev/sda",
  ],
  ...[
    "cat x > /dev/sda",
    "cat x | tee /dev/sda",
    "cp x /dev/sda",
    "wipefs -a /dev/sda",
    "shred /dev/sda",
    "zip -rm x.zip ~",
    "rsync -a --remove-source-files ~/ x",
  ],
  ...[
    "grm -rf /",
    "gmv ~ x",
    "chmod --recursive 777 /",
    "sudo chmod -R 777 /",
    "setfacl -R -m u:x:rwx /",
    "wipe -rf ~",
    "del-cli ~",
    "mv /* /tmp/x",
  ],
];

export const criticalLines = [...byVariable, ...byInput, ...byOthers, ...byOtherPrograms];

/** What people do every day that looks like it. */
export const ordinaryLines = [
  ...[
    "x=build; rm -rf $x",
    'x=/tmp/a; rm -rf "$x"',
    "x=~; rm -rf $x/.cache/y",
    "PREFIX=/usr; rm -rf $PREFIX/local/foo/bar",
    'rm -rf "$dir"',
  ],
  ...[
    "for d in a b; do rm -rf $d; done",
    "find . -name '*.pyc' | xargs rm",
    "find . -name '*.log' -print0 | xargs -0 rm -f",
    "ls *.tmp | xargs rm",
  ],
  ...[
    "git ls-files -d | xargs git rm",
    "git branch --merged | grep old | xargs git branch -d",
    "docker ps -aq | xargs docker rm",
    "rm -rf $(cat list)",
  ],
  ...[
    "rm -f $(find . -name '*.o')",
    "fd -e pyc -X rm",
    "fd -e log . src -X rm",
    "grep -rl foo . | xargs rm",
    "cat list | xargs rm",
    "ls | grep tmp | xargs rm",
  ],
  ...[
    "git clean -fdx",
    "git -C sub clean -fd",
    "git clean -n",
    "mv * sub",
    "mv a/* b",
    "chmod -R u+w .",
    "chmod -R 755 dist",
    "chown -R u:g build",
  ],
  ...[
    "chmod +x /usr/local/bin/x",
    "truncate -s0 log.txt",
    "dd if=/dev/zero of=disk.img bs=1M count=1",
    "dd if=/dev/sda of=x.img",
    "npx rimraf dist",
    "trash old.txt",
  ],
  ...[
    "tar --remove-files -cf x.tar build",
    "tar czf x.tgz src",
    "zip -r x.zip src",
    "rsync -a --remove-source-files in/ out/",
    "echo x > /dev/null",
    "cp a b",
  ],
  ...[
    "find . -name x -exec rm {} +",
    "echo / ; rm a",
    "ls / && rm -rf build",
    "cd /tmp && rm -rf foo",
    'cp a /tmp; rm -rf "$dir"',
    "git commit -m 'rm -rf /'",
  ],
  ...[
    "echo 'rm -rf /'",
    "echo 'rm -rf /' > notes",
    "gh pr create -b 'never rm -rf /'",
    "python3 -c \"shutil.rmtree('build')\"",
    "git rm -rf .",
    "x=/; ls $x",
  ],
  ...[
    "docker run --rm img ls /",
    "find / -name x",
    "ls ~ | head",
    "tee /dev/stderr",
    'while read f; do rm "$f"; done < list',
    "xargs rm < list",
    "rm -rf $x/build",
  ],
];
