import { isBridleError } from "../../errors.ts";
import type { TargetSetting, TargetType } from "../config/notification-settings.ts";
import { discord } from "./forms/discord.ts";
import type { Form } from "./forms/form.ts";
import { ntfy } from "./forms/ntfy.ts";
import { slack } from "./forms/slack.ts";
import { webhook } from "./forms/webhook.ts";
import type { NoticeMessage } from "./notice-message.ts";
import { isAccepted, mayRetry, type PostAnswer, postRequest } from "./post-request.ts";
import type { Delivered } from "./recipient.ts";
import { runCommand } from "./run-command.ts";
import { targetSecret, targetUrl } from "./target-secrets.ts";

const forms: { readonly [T in Exclude<TargetType, "command">]: Form } = { webhook, ntfy, slack, discord };

/** One try to give a message to a target. Never rejects. What went wrong is told without address or secret. */
export async function sendToTarget(
  target: TargetSetting,
  message: NoticeMessage,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Delivered> {
  try {
    if (target.type === "command") return await runCommand(target, message, env, signal);
    const address = { url: targetUrl(target, env), secret: targetSecret(target, env), nowMs: Date.now() };
    return readAnswer(await postRequest(forms[target.type](message, address), signal));
  } catch (error) {
    // A file that is not there, or not ours alone: who mends it need not do more.
    if (isBridleError(error, "invalid_option")) return { ok: false, why: error.message, isFinal: false };
    return { ok: false, why: `it failed (${error instanceof Error ? error.name : "unknown"})`, isFinal: false };
  }
}

function readAnswer(answer: PostAnswer): Delivered {
  if (isAccepted(answer)) return { ok: true };
  const isFinal = !mayRetry(answer);
  if ("error" in answer) return { ok: false, why: `it was not reached (${answer.error})`, isFinal };
  return { ok: false, why: `it answered ${answer.status}`, isFinal, retryAfterMs: answer.retryAfterMs };
}
