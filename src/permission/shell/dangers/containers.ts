import { isSecretName } from "../secret-names.ts";
import type { ShellWord } from "../shell-word.ts";
import { clouds } from "./clouds.ts";
import { clusters } from "./clusters.ts";
import { type Danger, type DangerTable, list } from "./danger.ts";
import { knownOptions, knownSubcommands, localSource } from "./known-options.ts";

/** A volume by name, or a folder inside, and where it is in the container. */
const volume =
  /^(?:[A-Za-z0-9][\w.-]*|\.(?:\/(?!\.)[\w-][\w.-]*)*\/?):[^:]+(?::(?:ro|rw|z|Z|cached|delegated|consistent|nocopy|U)(?:,(?:ro|rw|z|Z))*)?$/;

/** Keys of a mount, with the names that each has; the last of two wins, so each may stand there once. */
const mountKeys: { readonly [key: string]: { readonly is: string; readonly value: RegExp } } = {
  type: { is: "type", value: /^(?:volume|tmpfs)$/ },
  source: { is: "source", value: /^[A-Za-z0-9][\w.-]*$/ },
  src: { is: "source", value: /^[A-Za-z0-9][\w.-]*$/ },
  target: { is: "target", value: /^\/[\w./-]+$/ },
  dst: { is: "target", value: /^\/[\w./-]+$/ },
  destination: { is: "target", value: /^\/[\w./-]+$/ },
  readonly: { is: "readonly", value: /^(?:true|false|1|0)?$/ },
  ro: { is: "readonly", value: /^(?:true|false|1|0)?$/ },
  "volume-nocopy": { is: "nocopy", value: /^(?:true|false|1|0)?$/ },
  "tmpfs-size": { is: "size", value: /^\w+$/ },
  "tmpfs-mode": { is: "mode", value: /^\d+$/ },
};

function isPlainMount(text: string): boolean {
  const seen = new Set<string>();
  for (const part of text.split(",")) {
    const equals = part.indexOf("=");
    const name = equals === -1 ? part : part.slice(0, equals);
    const key = Object.hasOwn(mountKeys, name) ? mountKeys[name] : undefined;
    if (key === undefined || seen.has(key.is) || !key.value.test(equals === -1 ? "" : part.slice(equals + 1)))
      return false;
    seen.add(key.is);
  }
  return seen.has("type");
}

/** What leaves the machine's own network, processes and files to themselves. */
const apart: NonNullable<Parameters<typeof knownOptions>[1]>["values"] = {
  "-v": volume,
  "--volume": volume,
  "--mount": isPlainMount,
  "--network": /^(?!(?:host|container|ns)\b)[\w.-]+$/,
  "--net": /^(?!(?:host|container|ns)\b)[\w.-]+$/,
  "--ipc": /^(?:private|none|shareable)$/,
  "--security-opt": /^no-new-privileges(?:[:=]true)?$/,
  "--log-driver": /^(?:none|local|json-file)$/,
  "--log-opt": /^max-(?:size|file)=\w+$/,
  "--runtime": /^(?:runc|crun|runsc|nvidia)$/,
  "--pull": /^\w+$/,
  // Without a value it is the one of the environment.
  "-e": variable,
  "--env": variable,
};

function variable(text: string): boolean {
  return text.includes("=") || !isSecretName(text);
}

const shared = `
  -itdqTP --rm --init --detach --interactive --tty --quiet --read-only --no-healthcheck --publish-all --no-deps --build --service-ports
  --no-TTY --use-aliases --quiet-pull --remove-orphans --disable-content-trust --sig-proxy --help --oom-kill-disable
  -e= -p= -w= -u= -h= -l= -m= -c= -a= -v= --volume= --mount= --name= --network= --net= --env= --publish= --workdir= --user= --entrypoint=
  --platform= --label= --hostname= --restart= --memory= --memory-swap= --memory-reservation= --cpus= --cpu-shares= --cpuset-cpus= --ulimit=
  --log-driver= --log-opt= --health-cmd= --health-interval= --health-retries= --health-timeout= --health-start-period= --shm-size=
  --add-host= --dns= --dns-search= --gpus= --expose= --ip= --link= --tmpfs= --stop-signal= --stop-timeout= --pull= --runtime= --attach=
  --group-add= --detach-keys= --domainname= --mac-address= --network-alias= --net-alias= --pids-limit= --cap-drop= --ipc= --security-opt=
  --index= --env-file< --label-file< --cidfile>
`;

/** What is behind the image or the container's name is the container's. */
const inside: Danger = {
  ...knownOptions(shared, { script: /^[\w.]/, values: apart }),
  // The container's paths; those of this machine are judged above.
  foreign: true,
};
const container: Danger = { spelled: true, ...inside };

/** A folder inside is what is copied into the image; an address would be built instead of it. */
const build: Danger = knownOptions(
  `-qD -t= -f< -o=! -m= -c= --tag= --file< --target= --build-arg= --no-cache --no-cache-filter= --pull --quiet --platform= --progress=
   --label= --network= --rm --force-rm --squash --compress --memory= --memory-swap= --shm-size= --ulimit= --add-host= --iidfile>
   --metadata-file> --output=! --load --cache-from= --provenance= --sbom= --attest= --annotation= --check --call= --debug --with-dependencies
   --disable-content-trust --isolation= --parallel --pull-always`,
  {
    operands: (value) => value === "." || value === "-" || localSource(value),
    values: {
      "--network": /^(?:none|default)$/,
      "--cache-from": /^(?:type=(?:gha|registry|inline)(?:,[\w.-]+=[\w./:-]+)*|\w[\w./:-]*)$/,
    },
  },
);

const spelt: Danger = { spelled: true };
/** Podman takes its own options behind a subcommand, too. */
const plain: Danger = {
  long: list(
    "runtime= conmon= hooks-dir= root= runroot= url= connection= identity= module= config= host= context= network-cmd-path= network-config-dir= cdi-spec-dir= tmpdir= volumepath= storage-driver=",
  ),
};

/** What the files come to, with the secrets of the environment in their places, unless only names are asked for. */
function resolved(): Danger {
  const options = knownOptions(
    `-q -o> --output> --quiet --services --volumes --images --profiles --hash= --format= --no-interpolate --no-normalize --no-path-resolution
     --resolve-image-digests --environment! --variables --networks --models --lock-image-digests --no-consistency --no-env-resolution`,
  );
  const names = /^(?:-q|--(?:quiet|services|volumes|images|profiles|variables|networks|models)|--hash=.*)$/;
  const find = (words: readonly ShellWord[]): readonly number[] => [
    ...(words.some(({ value }) => names.test(value ?? "")) ? [] : [0]),
    ...(options.find?.(words) ?? []),
  ];
  return { ...options, find };
}

/** The containers that the project's own files describe. */
const compose: Danger = knownSubcommands(
  `-f< -p= --file< --project-name= --profile= --project-directory< --env-file< --ansi= --progress= --parallel= --compatibility --dry-run
   --all-resources --verbose`,
  {
    "run exec": inside,
    build,
    config: resolved(),
    "up down ps logs pull push start stop restart rm kill pause unpause top events port images ls version wait create watch attach stats volumes scale":
      plain,
  },
  spelt,
  { values: { "-f": localSource, "--file": localSource } },
);

const networks: Danger = knownSubcommands("", { "ls list inspect rm remove prune connect disconnect": plain });
const volumes: Danger = knownSubcommands("", {
  "ls list inspect rm remove prune": plain,
  create: knownOptions("--name= --label= -d=", { values: { "-d": /^local$/ } }),
});
const system: Danger = knownSubcommands("", { "df info events prune": plain });

/** Programs that run containers; a subcommand that is not known is a plugin. */
export const containers: DangerTable = {
  "docker podman nerdctl": knownSubcommands(
    "-D -v -H=! -l= -c=! --debug --version --host=! --context=! --config=! --log-level= --tls! --tlsverify! --tlscacert=! --tlscert=! --tlskey=! --url=! --connection=! --root=! --runroot=! --runtime=! --conmon=! --hooks-dir=! --module=! --namespace=! --address=!",
    {
      "run create exec": container,
      build,
      compose,
      container: knownSubcommands("", {
        "run create exec": container,
        "ls list ps inspect logs start stop restart kill rm prune top stats port diff pause unpause wait rename": plain,
      }),
      buildx: knownSubcommands("--builder=!", { build, "ls inspect du version": plain }),
      builder: knownSubcommands("--builder=!", { build, prune: plain }),
      image: knownSubcommands("", { build, "ls list inspect prune pull push rm tag history": plain }),
      network: networks,
      volume: volumes,
      system,
      pod: knownSubcommands("", { "ls ps list inspect logs start stop restart kill rm prune top stats": plain }),
      "ps images logs inspect pull push start stop restart kill rm rmi pause unpause wait top port stats diff history info version search tag events rename logout help":
        plain,
      update: knownOptions("-m= -c= --memory= --memory-swap= --cpus= --cpu-shares= --restart= --pids-limit="),
    },
    spelt,
  ),
  "docker-compose podman-compose": compose,
  ...clusters,
  ...clouds,
};
