import type { Attachment } from "../../../../src/api/prompt-content.ts";
import type { Composer } from "../../live/composer.ts";
import { bytes } from "../../model/bytes.ts";
import { bytesOf } from "../../model/composer/attachment.ts";
import { Icon } from "../icon.tsx";

/** What is sent along, to be looked at and removed. */
export function AttachmentList({ composer }: { readonly composer: Composer }) {
  const attachments = composer.attachments.value;
  if (attachments.length === 0) return null;
  return (
    <ul class="attachments" aria-label="Attachments">
      {attachments.map((attachment) => (
        <li key={attachment} class="attachment">
          <Preview attachment={attachment} />
          <span class="attachment-name">
            <bdi>{attachment.name}</bdi>
            <span class="label">{bytes(bytesOf(attachment))}</span>
          </span>
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove ${attachment.name}`}
            onClick={() => composer.remove(attachment)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Preview({ attachment }: { readonly attachment: Attachment }) {
  if (attachment.kind === "text") return <Icon name="copy" />;
  return <img alt="" src={`data:${attachment.mediaType};base64,${attachment.base64}`} />;
}
