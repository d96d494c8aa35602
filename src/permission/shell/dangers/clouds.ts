import type { Danger, DangerTable } from "./danger.ts";
import { list } from "./danger.ts";
import { knownOptions, knownSubcommands, plainName } from "./known-options.ts";
import { secretPlaces } from "./secret-operations.ts";

const spelt: Danger = { spelled: true };

/** Programs that look after machines and services elsewhere. */
export const clouds: DangerTable = {
  "terraform tofu": terraform(),
  "ansible-playbook": knownOptions(
    `-CDKkbv -i= -l= -t= -e= -u= -f= --inventory= --limit= --tags= --skip-tags= --extra-vars= --user= --forks= --check --diff --become
     --ask-become-pass --ask-pass --become-user= --list-hosts --list-tags --list-tasks --syntax-check --start-at-task= --step --verbose
     --flush-cache --force-handlers --timeout= --version --vault-password-file< --vault-pass-file< --vault-id= --ask-vault-pass -J
     --private-key< --key-file<`,
    {
      values: {
        "-i": inventory,
        "--inventory": inventory,
        "-e": extraVariables,
        "--extra-vars": extraVariables,
        "--vault-id": /^[\w.-]+(?:@(?:prompt|[\w-][\w./-]*))?$/,
      },
    },
  ),
  "ansible ansible-console ansible-pull pulumi vagrant terragrunt packer": { all: true },
  cdk: knownSubcommands(
    "-a=! -p=! -o=! -v -c= --app=! --plugin=! --output=! --profile= --context= --verbose --no-color --strict --json",
    {
      "list ls synth synthesize diff metadata docs doctor acknowledge notices": {
        long: ["app=", "plugin=", "build=", "browser=", "role-arn=", "proxy=", "ca-bundle-path="],
        short: "apb",
        makes: ["-o", "--output"],
      },
    },
  ),
  // What is copied to a place outside is written there.
  aws: knownSubcommands(
    `--profile= --region= --output= --query= --color= --cli-read-timeout= --cli-connect-timeout= --cli-binary-format= --page-size= --max-items=
     --no-paginate --no-cli-pager --no-sign-request --version --debug --no-cli-auto-prompt --endpoint-url=! --ca-bundle=! --no-verify-ssl!`,
    {
      "configure ssm ec2-instance-connect cloudshell emr emr-containers codeartifact login logout history deploy opsworks-cm":
        spelt,
      eks: { ...elsewhere(), rest: ["update-kubeconfig"] },
      ecs: { ...elsewhere(), rest: ["execute-command"] },
    },
    elsewhere(),
  ),
  gcloud: knownSubcommands(
    `-q -h --project= --format= --account= --region= --zone= --verbosity= --quiet --filter= --limit= --help --version --configuration=!
     --impersonate-service-account=! --access-token-file=! --billing-project= --user-output-enabled --flags-file=! --log-http! --trace-token=! --location=`,
    {
      "projects compute container run functions logging sql storage iam services builds artifacts pubsub kms app dns info version organizations billing dataflow dataproc deploy monitoring redis scheduler tasks spanner bigtable firestore eventarc certificate-manager network-security workflows asset recommender ai-platform ai ml-engine":
        {
          long: list(
            "flags-file= access-token-file= impersonate-service-account= configuration= log-http trace-token=",
          ),
          rest: list(
            `ssh scp start-iap-tunnel config-ssh connect get-credentials connect-to-serial-port reset-windows-password print-access-token
             print-identity-token access docker tpu-vm local-execute proxy keys sign-url`,
          ),
          find: secretPlaces,
        },
    },
  ),
  az: knownSubcommands(
    "-h -o= --output= --subscription= --query= --only-show-errors --verbose --debug --help --version",
    {
      "account group vm vmss aks acr network storage webapp functionapp sql keyvault monitor resource role ad appservice cosmosdb container deployment disk dns identity image lock policy postgres mysql redis servicebus eventhubs eventgrid tag provider version containerapp":
        {
          rest: list(
            "ssh run-command get-credentials login command invoke exec download-file import get-access-token create-remote-connection connect browse up deploy show-connection-string keys list-keys secret generate-sas create-for-rbac",
          ),
          find: secretPlaces,
          pieces: ["@/", "@~", "@.."],
        },
    },
  ),
  systemctl: knownSubcommands(
    `-laqr -n= -o= -t= -p= --full --no-pager --lines= --output= --user --system --all --type= --state= --property= --failed --plain --no-legend
     --quiet --value --reverse --version -H=! -M=! --host=! --machine=! --root=! --image=!`,
    {
      "status show cat is-active is-enabled is-failed list-units list-unit-files list-timers list-sockets list-dependencies list-jobs get-default is-system-running help":
        knownOptions(
          `-laqr -n= -o= -t= -p= -P= --full --no-pager --lines= --output= --user --system --all --type= --state= --property= --failed --plain --no-legend
           --quiet --value --reverse --after --before --recursive --with-dependencies --show-types`,
          { values: { "-o": plainName, "--output": plainName } },
        ),
    },
  ),
  journalctl: knownOptions(
    `-aefklmqrxN -n? -b? -u= -p= -S= -U= -o= -t= -g= -F= --all --follow --pager-end --full --no-full --merge --quiet --reverse --catalog --dmesg
     --fields --no-pager --lines? --boot? --unit= --priority= --since= --until= --output= --identifier= --grep= --field= --user --system
     --user-unit= --facility= --no-hostname --no-tail --disk-usage --list-boots --utc --case-sensitive? --output-fields= --truncate-newline
     --version --help --invocation= --list-invocations --header`,
    { values: { "-o": plainName, "--output": plainName, "--output-fields": /^[\w,]+$/ } },
  ),
};

function terraform(): Danger {
  const options: Danger = knownOptions(
    `-out> -state< -state-out> -backup> -var= -var-file< -target= -replace= -refresh? -refresh-only -destroy -no-color -input? -lock? -lock-timeout=
     -parallelism= -json -compact-warnings -detailed-exitcode -recursive -check -diff -write? -list? -upgrade? -reconfigure -migrate-state
     -force-copy -backend? -get? -lockfile= -auto-approve -raw -plan< -type= -draw-cycles -update -no-tests -test-directory< -filter= -verbose
     -concise -generate-config-out> -allow-missing -ignore-remote-version -force -help -id= -provider= -show-sensitive! -module-depth=`,
    { wholeWords: true },
  );
  return {
    subcommands: {
      valued: [],
      of: {
        "": knownOptions("-chdir< -version -help", { wholeWords: true }),
        "init plan validate fmt show output version graph get refresh test apply destroy import taint untaint force-unlock metadata modules":
          options,
        "state workspace providers": knownSubcommands("", {
          // Not what prints all that is kept, passwords among it.
          "list show mv rm select new delete lock schema replace-provider": options,
        }),
      },
      others: spelt,
    },
  };
}

function inventory(value: string): boolean {
  return /^(?![/~-])(?!.*\.\.)[\w.,:/-]+$/.test(value);
}

/** Variables that are no settings of how a machine is reached, which may name programs; `@` reads a file. */
function extraVariables(value: string): boolean {
  return /^(?!@)(?!.*ansible_)[\w.=:, -]*$/.test(value);
}

/** Neither files outside nor servers that are none of Amazon's, nor what prints secrets. */
function elsewhere(): Danger {
  return {
    long: ["endpoint-url=", "ca-bundle=", "no-verify-ssl", "cli-input-json=", "cli-input-yaml="],
    find: (words) => [
      ...secretPlaces(words),
      ...words.flatMap(({ value = "/" }, at) =>
        at > 0 && /^[/~]|(?:^|\/)\.\.(?:\/|$)|^(?:file|fileb):\/\/(?:\/|.*\.\.)/.test(value) ? [at] : [],
      ),
    ],
  };
}
