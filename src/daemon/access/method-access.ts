import type { DescMethod } from "@bufbuild/protobuf";
import type { Role } from "./caller.ts";
import { asksLess } from "./mode-asks-less.ts";

/**
 * How the folders of a token bound a call. `session`, `ask`, `folder`, `worktree`: the request names one, which has to be
 * within. `answer`: the call itself leaves out what is elsewhere. `none`: it tells nothing of any session. `everywhere`: it is
 * about the whole daemon, and for tokens without folders only.
 */
type Bound = "session" | "ask" | "folder" | "worktree" | "answer" | "none" | "everywhere";

interface MethodAccess {
  readonly role: Role;
  readonly bound: Bound;
  /** A role that only some of the requests need, too. */
  readonly also?: (request: never) => Role | undefined;
}

const watch = (bound: Bound): MethodAccess => ({ role: "watch", bound });
const prompt = (bound: Bound): MethodAccess => ({ role: "prompt", bound });
const approve = (bound: Bound): MethodAccess => ({ role: "approve", bound });
const admin = (bound: Bound): MethodAccess => ({ role: "admin", bound });

/** Every call of the API, by service and name. docs/security.md shows it, and a test holds that none is missing. */
export const methodAccess: { readonly [service: string]: { readonly [method: string]: MethodAccess } } = {
  "bridle.v1.SessionService": {
    // A mode that asks less is an approval of all that is not asked.
    CreateSession: { ...prompt("folder"), also: ({ permissionMode }) => roleForMode(permissionMode) },
    GetSession: watch("session"),
    ListSessions: watch("answer"),
    SearchSessions: watch("answer"),
    RenameSession: prompt("session"),
    ArchiveSession: prompt("session"),
    DeleteSession: admin("session"),
    ForkSession: prompt("session"),
    CompactSession: prompt("session"),
    RetrySession: prompt("session"),
    CloseSession: prompt("session"),
    ListAgentSessions: prompt("answer"),
    CompleteFolder: prompt("answer"),
  },
  "bridle.v1.ConversationService": {
    SendPrompt: prompt("session"),
    CancelPrompt: prompt("session"),
    Interrupt: prompt("session"),
    AnswerAsk: approve("ask"),
    AnswerQuestion: approve("ask"),
    ExtendAsk: approve("ask"),
    ListAsks: watch("answer"),
    GetAsk: watch("ask"),
    // Shows a file that the agent may not have been allowed to read.
    GetAskFile: approve("ask"),
    SetModel: prompt("session"),
    SetPermissionMode: approve("session"),
    GetAgentInfo: watch("session"),
    CompletePath: prompt("session"),
    ListMcpServers: watch("session"),
    ReconnectMcpServer: prompt("session"),
    SetMcpServerEnabled: prompt("session"),
    LogInMcpServer: admin("session"),
    FinishMcpLogin: admin("session"),
    CancelMcpLogin: admin("session"),
    LogOutMcpServer: admin("session"),
    Subscribe: watch("answer"),
    Watch: watch("answer"),
    UpdateWatch: watch("answer"),
    // Each request on it needs what its call needs.
    Converse: watch("answer"),
  },
  "bridle.v1.WorkspaceService": {
    GetChanges: watch("session"),
    GetFileDiff: watch("session"),
    RewindFiles: prompt("session"),
    ListWorktrees: watch("answer"),
    RemoveWorktree: prompt("worktree"),
  },
  "bridle.v1.DaemonService": {
    HealthDetails: watch("answer"),
    GetVersion: watch("none"),
    GetConfig: admin("everywhere"),
    Shutdown: admin("everywhere"),
    GetUsage: watch("answer"),
    // Also of sessions that are deleted: nobody knows any more where they were.
    ListAudit: watch("everywhere"),
    VerifyAudit: watch("everywhere"),
    GetAuditedUse: watch("everywhere"),
    SimulateRules: watch("everywhere"),
    SuggestRules: watch("everywhere"),
    // Names folders, sessions and users.
    ListBudgets: watch("everywhere"),
    ListRules: watch("folder"),
    ExplainToolUse: watch("folder"),
    ChangeRules: admin("folder"),
    // The link gives what its maker has.
    CreateLogin: watch("none"),
  },
  // Devices of others are an admin's matter; what a device is told of is bound like its login.
  "bridle.v1.PushService": {
    GetPushKey: watch("none"),
    SavePushSubscription: watch("none"),
    UpdatePushSubscription: watch("answer"),
    DeletePushSubscription: watch("answer"),
    ListPushSubscriptions: watch("answer"),
    SendTestPush: watch("answer"),
  },
  // Of all sessions; what is done here is done to what others are notified of.
  "bridle.v1.NotificationService": {
    ListNotifications: watch("everywhere"),
    RetryNotifications: admin("everywhere"),
    DropNotifications: admin("everywhere"),
    SendTestNotification: admin("everywhere"),
  },
  // Beside the role most of them need an assertion; of the first passkey, an admin.
  "bridle.v1.PasskeyService": {
    ListPasskeys: watch("none"),
    InvitePasskey: approve("none"),
    BeginPasskey: approve("none"),
    RegisterPasskey: approve("none"),
    RemovePasskey: approve("none"),
    BeginConfirmation: approve("none"),
  },
  "grpc.health.v1.Health": { Check: watch("none"), Watch: watch("none") },
  "grpc.reflection.v1.ServerReflection": { ServerReflectionInfo: watch("none") },
  "grpc.reflection.v1alpha.ServerReflection": { ServerReflectionInfo: watch("none") },
};

/** A call that the table does not know is an admin's alone. */
export function accessOf({ parent, name }: DescMethod): MethodAccess {
  return methodAccess[parent.typeName]?.[name] ?? admin("everywhere");
}

function roleForMode(mode: string): Role | undefined {
  return asksLess(mode) ? "approve" : undefined;
}
