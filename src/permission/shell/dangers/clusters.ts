import type { Danger, DangerTable } from "./danger.ts";
import { knownOptions, knownSubcommands, localPath, localSource } from "./known-options.ts";

/** Options of every subcommand that choose what is shown; not those that choose another server, another user or its secrets. */
const common = `
  -n= -o= -l= -A -w -R -L= -v= --namespace= --output= --selector= --all-namespaces --watch --watch-only --recursive --label-columns= --v=
  --field-selector= --show-labels --sort-by= --no-headers --template= --show-kind --ignore-not-found --chunk-size= --context= --request-timeout=
  --timeout= --wait --dry-run? --all --force --server-side --field-manager= --force-conflicts --validate? --overwrite --record --local
  --show-managed-fields --allow-missing-template-keys --warnings-as-errors --help --output-watch-events --server-print --subresource=
  --list --resource-version= --raw=! --kubeconfig=! --server=! --token=! --as=! --as-group=! --user=! --cluster=! --cache-dir=!
`;

/** `jsonpath-file=x` and the like read a template. */
const output =
  /^(?:json|yaml|wide|name|(?:jsonpath|jsonpath-as-json|custom-columns|go-template|template)=[\s\S]*|(?:jsonpath|custom-columns|go-template|template)-file=(?![/~-])(?!.*\.\.)[\w./-]+)$/;
const manifest = (value: string): boolean => value === "-" || localPath.test(value);
const values = {
  "-o": output,
  "--output": output,
  "-f": manifest,
  "--filename": manifest,
  "-k": localSource,
  "--kustomize": localSource,
};

const withFiles: Danger = knownOptions(
  `${common} -f= -k= --filename= --kustomize= --cascade? --grace-period= --now --prune --replicas= --current-replicas= --for= --image= --port=
   --target-port= --type= --name= --protocol= --to-revision= --revision= --containers --concurrency= --save-config --env= -p= -c= --patch=
   --patch-file< --min= --max= --cpu-percent= --rollout --show-events --ignore-daemonsets --delete-emptydir-data --from-literal= --schedule=
   --restart= --clusterrole= --serviceaccount= --verb= --resource= --prefix --tcp= --class= --rule= --hard= --annotation=`,
  { values },
);

const showing: Danger = knownOptions(
  `${common} -f= -k= --filename= --kustomize= --for= --show-events --containers --use-protocol-buffers --api-group= --namespaced --verbs= --categories=
     --cached --client --short --recursive --api-version= --sum --types= --no-diff --prune --concurrency=`,
  { values },
);

const kubectl: DangerTable = {
  get: withoutSecrets(showing),
  "describe explain api-resources api-versions version top events cluster-info options wait diff": showing,
  logs: knownOptions(
    `${common} -fp -c= --follow --previous --timestamps --prefix --tail= --since= --since-time= --all-containers --all-pods --container=
     --max-log-requests= --limit-bytes= --ignore-errors --pod-running-timeout= --insecure-skip-tls-verify-backend!`,
    { values: { "-o": output, "--output": output } },
  ),
  "delete scale patch label annotate replace expose autoscale cordon uncordon drain taint set rollout": withFiles,
  // A token is printed.
  create: knownSubcommands("", { token: { spelled: true, ...withFiles } }, withFiles),
  apply: knownOptions(
    `${common} -f= -k= --filename= --kustomize= --prune --prune-allowlist= --cascade? --grace-period= --applyset= --openapi-patch`,
    { values, operands: /^(?!edit-last-applied$|set-last-applied$)/ },
  ),
  auth: knownSubcommands("", { "can-i whoami": knownOptions(`${common} -q --quiet --subresource=`) }),
};

/** Another configuration names programs that are run to log in. */
export const clusters: DangerTable = {
  // A subcommand that is not known is a plugin.
  "kubectl oc": knownSubcommands(
    "-n= -s=! -v= -A --namespace= --context= --cluster=! --user=! --kubeconfig=! --server=! --as=! --as-group=! --as-uid=! --token=! --cache-dir=! --request-timeout= --v= --certificate-authority=! --client-certificate=! --client-key=! --username=! --password=! --tls-server-name=! --profile=! --profile-output=! --kuberc=! --insecure-skip-tls-verify! --match-server-version --version",
    {
      ...kubectl,
      exec: {
        spelled: true,
        ...knownOptions(
          "-it -c= -n= -f< --stdin --tty --container= --namespace= --quiet -q --context= --pod-running-timeout= --kubeconfig=!",
          { script: /^[\w.]/ },
        ),
        foreign: true,
      },
    },
  ),
  helm: knownSubcommands(
    "-n= --namespace= --kube-context= --debug --kubeconfig=! --kube-apiserver=! --kube-token=! --kube-as-user=! --kube-as-group=! --kube-ca-file=! --registry-config=! --repository-cache=! --repository-config=! --content-cache=! --burst-limit= --qps=",
    {
      repo: knownSubcommands("", { "list ls update up": {} }),
      "list ls status get history rollback uninstall delete search show inspect version lint template install upgrade test dependency dep create":
        knownOptions(
          `-n= -A -a -o= -f< -q -l= -s= -i -r --namespace= --all-namespaces --all --output= --values< --set= --set-string= --set-json= --set-literal= --version=
           --install --wait --wait-for-jobs --timeout= --atomic --create-namespace --dry-run? --debug --kube-context= --max= --filter= --include-crds
           --skip-crds --show-only= --api-versions= --kube-version= --is-upgrade --validate --no-hooks --name-template= --generate-name -g --devel
           --strict --with-subcharts --reuse-values --reset-values --reset-then-reuse-values --description= --history-max= --cleanup-on-fail
           --force --keep-history --revision= --output-dir> --release-name --skip-tests --short --deployed --failed --pending --date --reverse
           --selector= --labels= --logs --regexp --versions --skip-refresh --render-subchart-notes --dependency-update --replace --hide-notes
           --hide-secret --cascade= --ignore-not-found --fail-on-repo-update-fail --force-update --no-update`,
          { operands: /^(?!.*:\/\/)/ },
        ),
    },
  ),
};

/** As anything but a list of names, secrets are shown with what is in them. */
function withoutSecrets(options: Danger): Danger {
  return {
    ...options,
    find: (words) => {
      const isShown = words.some(({ prefix }, at) =>
        /^(?:-o|--output|--template)/.test(prefix)
          ? !/^(?:name|wide)$/.test(
              /^(?:-o|--output=)(.+)/.exec(prefix)?.[1]?.replace(/^=/, "") ?? words[at + 1]?.value ?? "",
            )
          : false,
      );
      const secrets = words.flatMap(({ value = "" }, at) => (/(?:^|,)secrets?(?:[.,/]|$)/i.test(value) ? [at] : []));
      return [...(options.find?.(words) ?? []), ...(isShown ? secrets : [])];
    },
  };
}
