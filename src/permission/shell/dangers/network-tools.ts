import type { ShellWord } from "../shell-word.ts";
import type { DangerTable } from "./danger.ts";
import { knownOptions } from "./known-options.ts";
import { curl, onMachine, rsync, wget } from "./transfers.ts";

/** Programs that reach other machines. */
export const networkTools: DangerTable = {
  curl,
  wget,
  rsync,
  // The machine has to be spelled; its own options may stand behind it.
  ssh: {
    firstOperand: true,
    // Behind the machine stands its command; the options that name files here are found below.
    foreign: true,
    plainOptions: /^-[46AaCgKkNnqTtvXxYy]+$/,
    find: sshPlaces,
  },
  // A list of names would be sent line by line. The server that is asked is no file.
  dig: { ...knownOptions("-46imruvh -b= -c= -p= -q= -t= -x= -k=! -y=! -f=!"), foreign: /^@[\w.:-]+$/ },
  scp: { ...knownOptions("-346ABCpqrTv -l= -P= -c="), foreign: onMachine },
  "mail mailx mutt sendmail ssh-add ssh-keygen ssh-agent sftp mosh slogin rsh telnet nc ncat netcat socat ftp lftp": {
    all: true,
  },
};

/** Options of its own may stand behind the machine, up to the command, whose options are that command's. */
function sshPlaces(words: readonly ShellWord[]): number[] {
  const places: number[] = [];
  let operands = 0;
  for (let at = 1; at < words.length; at += 1) {
    const { prefix } = words[at] as ShellWord;
    // What it becomes may be an option.
    if (prefix === "") places.push(at);
    if (!prefix.startsWith("-")) operands += 1;
    if (operands > 1) break;
    if (/^-[46AaCgKkNnqTtvXxYy]*[pl]$/.test(prefix)) at += 1;
    else if (prefix.startsWith("-") && !/^-[46AaCgKkNnqTtvXxYy]+$|^-[pl]\w+$|^--$/.test(prefix))
      places.push(at, at + 1);
  }
  return places;
}
