/** Fields in an agent's answer that differ from run to run, so that a replayed host does not compare them. */
export const volatileFields: ReadonlySet<string> = new Set([
  "request_id",
  "session_id",
  "uuid",
  "pid",
  "timestamp",
  "duration_ms",
  "duration_api_ms",
  "ttft_ms",
  "cost",
  "total_cost_usd",
  "messaging_socket_path",
  "transcript_path",
  "output_file",
]);

/** Messages whose number and order depend on time and on how a model cuts its answer. A replayed host does not expect them. */
export const volatileMessages: ReadonlySet<string> = new Set([
  "keep_alive",
  "rate_limit_event",
  "stream_event",
  "system/status",
  "system/task_progress",
  "system/thinking_tokens",
  "tool_progress",
]);

/** Where an agent puts ids of its own making, which the host's later lines repeat. */
export const agentIdFields: ReadonlySet<string> = new Set([
  "id",
  "request_id",
  "run_id",
  "session_id",
  "task_id",
  "tool_use_id",
  "toolUseId",
  "uuid",
]);
