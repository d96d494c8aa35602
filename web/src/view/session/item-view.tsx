import { depthOf, type Item } from "../../model/visible-rows.ts";
import { day, isSameDay } from "../text/clock.ts";
import { ContentBlock } from "../tool/content-block.tsx";
import { RowTools } from "./row-tools.tsx";
import { RowView } from "./row-view.tsx";

interface Props {
  readonly item: Item;
  readonly before: Item | undefined;
  /** What somebody looked for, or came by a link to. */
  readonly isCurrent: boolean;
  readonly sessionId: string;
}

/** Deeper ones stand no further to the right: there is no room on a phone. */
const maxDepth = 3;

export function ItemView({ item, before, isCurrent, sessionId }: Props) {
  const isFirstOfDay = before !== undefined && !isSameDay(before.timeMs, item.timeMs);
  return (
    <div class="row" data-kind={item.kind} data-depth={Math.min(depthOf(item), maxDepth)} data-current={isCurrent}>
      {isFirstOfDay && <p class="day">{day(item.timeMs)}</p>}
      <div class="row-content">
        {item.kind === "answer" ? (
          item.tool.use.value.result.map((block) => <ContentBlock block={block} isProse />)
        ) : (
          <RowView row={item} />
        )}
      </div>
      <RowTools row={item.kind === "answer" ? item.tool : item} sessionId={sessionId} />
    </div>
  );
}
