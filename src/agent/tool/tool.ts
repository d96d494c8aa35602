import type { MessageContent, ToolUseInput } from "../model/content-block.ts";
import type { JsonSchema } from "../model/provider.ts";
import type { ReadFiles } from "./read-files.ts";
import type { PathBase } from "./resolve-path.ts";
import type { Tasks } from "./tasks.ts";
import type { TodoList } from "./todo-list.ts";
import type { PageCache } from "./web/page-cache.ts";

/** Something the model can do. Its result is for the model; `details` is the same for programs. */
export interface Tool<I = ToolUseInput> {
  readonly name: string;
  /** Other names a model may call it by. */
  readonly aliases?: readonly string[];
  readonly description: string;
  /** JSON Schema, for the model. */
  inputSchema(): JsonSchema;
  /** What of an input the model may say; the rest is for the person. Absent: all of it. */
  fromModel?(input: ToolUseInput): ToolUseInput;
  /** The input, checked. Throws `ToolInputError`. */
  read(input: ToolUseInput): I;
  /** May it run beside others that may? What changes anything may not. */
  isConcurrencySafe(input: I): boolean;
  /** What the tool itself says of a use. */
  permission(input: I, folders: ToolFolders): ToolPermission;
  run(input: I, context: ToolContext): Promise<ToolOutput>;
}

/** Where a tool works. */
export interface ToolFolders extends PathBase {
  /** Folders that may be read and written besides `cwd`. */
  readonly directories: readonly string[];
  /** Where outputs too long for the model are kept. It may be read without asking, never written. */
  readonly outputFolder: string;
}

export interface ToolContext extends ToolFolders {
  readonly toolUseId: string;
  readonly env: NodeJS.ProcessEnv;
  /** Aborts when the turn is interrupted: whatever runs then ends. */
  readonly signal: AbortSignal;
  readonly tasks: Tasks;
  /** What the model has seen in this conversation. */
  readonly readFiles: ReadFiles;
  readonly todos: TodoList;
  /** The shell has ended in this folder: the next command begins there, or, where it may not work, in the working folder; then what to say of it. */
  readonly moveTo: (folder: string) => string | undefined;
  /** Do the rules let this file be read? For tools that find files themselves. */
  readonly mayRead: (path: string) => boolean;
  /** Does a rule allow this very host? For tools that reach the network. */
  readonly namesHost: (host: string) => boolean;
  /** Asks the model beside the conversation. Undefined: this one cannot be asked anything. */
  readonly askModel: (question: ModelQuestion, signal: AbortSignal) => Promise<string | undefined>;
  /** Called with a file's real path before a tool writes to it: what it was may be wanted back. */
  readonly beforeWrite: (path: string) => Promise<void>;
  /** The web pages of the session. */
  readonly pages: PageCache;
}

export interface ModelQuestion {
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
}

/** What a tool says of its own use; rules, the mode and people say the rest. */
export interface ToolPermission {
  /** `allow`: it does no harm, so that nobody has to be asked unless a rule says so. */
  readonly behavior: "allow" | "ask";
  /** One line for a person: what would be done. */
  readonly description?: string;
  /** A person has to be there: no mode and no rule answers for them. */
  readonly requiresUserInteraction?: boolean;
  /** It is what Claude Code calls so: what is harmless with that one (reading in the folder, `ls`) is harmless with it. */
  readonly isStandard?: boolean;
  /** It only says why it cannot be run: there is nothing to ask about. */
  readonly runsNothing?: boolean;
}

export interface ToolOutput {
  readonly content: MessageContent;
  readonly isError?: boolean;
  /** The tool's own object, as `tool_use_result` has it. */
  readonly details?: unknown;
}

/** The model called the tool with an input it cannot take; the message tells the model what is wrong. */
export class ToolInputError extends Error {
  override readonly name = "ToolInputError";
}
