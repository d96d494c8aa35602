/** A line that an agent is told, as far as scripted ones look at it. */
export interface HostFrame {
  readonly type: string;
  readonly uuid?: string;
  readonly message?: { readonly content: unknown };
  readonly request_id?: string;
  readonly request?: { readonly subtype: string; readonly hooks?: object };
  readonly response?: { readonly request_id: string; readonly response?: GivenAnswer };
}

interface GivenAnswer {
  readonly behavior?: string;
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string;
    readonly updatedInput?: { readonly command?: string };
  };
}
