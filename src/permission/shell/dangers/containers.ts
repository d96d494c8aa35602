import { type Danger, type DangerTable, list, plainWord } from "./danger.ts";

/** A volume by name, or a folder inside; `$PWD` is where the command runs. */
const volume = /^(?:[A-Za-z0-9][\w.-]*|\.(?:\/(?!\.)[\w-][\w.-]*)*\/?):[^:]+(?::[\w,]+)?$/;

/** What a container may do to the machine around it. */
const container: Danger = {
  spelled: true,
  // The container's paths; those of this machine are in the options below.
  foreign: true,
  long: list(
    "privileged device= cap-add= security-opt= pid= ipc= userns= uts= cgroupns= cgroup-parent= volumes-from= volume-driver= device-cgroup-rule=",
  ),
  checked: { "-v": volume, "--volume": volume, "--mount": /^type=(?:volume|tmpfs),(?!.*volume-opt)/ },
  inside: ["--env-file", "--label-file"],
  makes: ["--cidfile"],
  plainOptions:
    /^(?:-[ditqTP]+|--(?:rm|init|detach|interactive|tty|no-TTY|read-only|quiet|no-healthcheck|publish-all|no-deps|build|service-ports))$/,
  upToOperand: list(`
    -e -p -w -u -h -l -m -c -a --name --network --net --env --publish --workdir --user --entrypoint --platform --label --hostname
    --restart --memory --cpus --ulimit --log-driver --log-opt --health-cmd --shm-size --add-host --dns --gpus --expose --ip --link
    --tmpfs --stop-signal --stop-timeout --pull --runtime
  `),
};

const build: Danger = {
  long: ["secret=", "ssh=", "build-context=", "allow=", "builder=", "cache-to="],
  inside: ["-f", "--file"],
  makes: ["--iidfile", "--metadata-file"],
  words: ["-o", "--output"],
  // A folder elsewhere would be copied into the image.
  find: (words) => words.flatMap(({ value }, at) => (at > 0 && /^[/~]|^\.\.(?:\/|$)/.test(value ?? "") ? [at] : [])),
};

const { spelled, ...unspelled } = container;

/** The containers that the project's own file describes. */
const compose: Danger = {
  subcommands: {
    valued: list("-f --file -p --project-name --profile --project-directory --env-file --ansi --progress --parallel"),
    of: {
      "": { inside: ["-f", "--file", "--project-directory", "--env-file"] },
      "run exec": unspelled,
      "cp export": { spelled: true },
      build: { ...build, long: ["builder=", "ssh="] },
    },
  },
};

const spelt: Danger = { spelled: true };

export const containers: DangerTable = {
  "docker podman nerdctl": {
    subcommands: {
      valued: list("-H --host -c --context --config -l --log-level --tlscacert --tlscert --tlskey"),
      flags: list("-D --tls --tlsverify"),
      of: {
        "": { long: ["host=", "context=", "config="], short: "Hc" },
        "run create": container,
        exec: container,
        build,
        compose,
        "cp plugin context config save export commit import load": spelt,
        container: { subcommands: { valued: [], of: { "run create exec": container, "cp export commit": spelt } } },
        buildx: { subcommands: { valued: ["--builder"], of: { "": { long: ["builder="] }, build }, others: spelt } },
        image: { subcommands: { valued: [], of: { build, "save load import": spelt } } },
      },
    },
  },
  "docker-compose podman-compose": compose,
  "kubectl oc": {
    subcommands: {
      valued: list(
        "-n --namespace --context --cluster --user --kubeconfig -s --server --as --as-group --token --cache-dir -v",
      ),
      of: {
        "": { long: ["kubeconfig=", "cache-dir=", "server=", "as=", "token="], short: "s" },
        exec: { spelled: true, long: ["kubeconfig="], foreign: true },
        "run cp debug edit plugin proxy port-forward attach": { spelled: true, long: ["kubeconfig="] },
        config: { spelled: true },
      },
      others: {
        long: ["kubeconfig="],
        find: (words) => words.flatMap(({ value }, at) => (/^--(?:profile-output|dest)/.test(value ?? "") ? [at] : [])),
      },
    },
  },
  helm: {
    subcommands: {
      valued: list("-n --namespace --kube-context --kubeconfig"),
      of: { "plugin env": spelt },
      others: {
        long: ["post-renderer=", "post-renderer-args=", "kubeconfig="],
        makes: ["--output-dir"],
        inside: ["-f", "--values"],
      },
    },
  },
  "terraform tofu": {
    subcommands: {
      valued: [],
      of: { "": { inside: ["-chdir"] }, "console login logout": spelt },
      others: {
        wholeWords: true,
        makes: ["-out", "-state-out", "-backup"],
        inside: ["-var-file", "-state"],
        words: ["-plugin-dir", "-backend-config"],
        pieces: ["-plugin-dir", "-backend-config"],
      },
    },
  },
  "ansible-playbook": {
    long: list(
      "ssh-common-args= ssh-extra-args= sftp-extra-args= scp-extra-args= become-method= module-path= become-password-file= connection-password-file=",
    ),
    short: "M",
    inside: ["--vault-password-file", "--vault-id", "--private-key"],
  },
  "ansible pulumi vagrant": { all: true },
  aws: {
    subcommands: {
      valued: list("--profile --region --output --endpoint-url --query --ca-bundle --color"),
      flags: list("--no-cli-pager --no-paginate --no-sign-request --no-verify-ssl"),
      of: { "configure ssm ecs ec2-instance-connect": spelt },
      // What is copied to a place outside is written there.
      others: {
        find: (words) =>
          words.flatMap(({ value = "/" }, at) =>
            at > 0 && /^[/~]|(?:^|\/)\.\.(?:\/|$)|^(?:file|fileb):\/\/\//.test(value) ? [at] : [],
          ),
      },
    },
  },
  "gcloud az": {
    subcommands: {
      valued: list("--project --format --account --region --zone --verbosity --configuration"),
      flags: list("--no-user-output-enabled"),
      of: { "ssh config components extension interactive": spelt },
      others: { long: ["flags-file="], rest: ["ssh", "scp", "start-iap-tunnel"] },
    },
  },
  "systemctl journalctl": {
    long: ["root=", "image=", "host=", "machine=", "vacuum-size=", "cursor-file=", "output-fields="],
    checked: { "-o": plainWord },
  },
};
