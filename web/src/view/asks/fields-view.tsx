import { pretty } from "../../model/input-draft.ts";
import type { Fields } from "../../model/row.ts";
import { visible } from "../text/visible.ts";

/** Every field with all that is in it: texts as they are, whatever else as JSON. */
export function FieldsView({ fields }: { readonly fields: Fields }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;
  return (
    <dl class="fields">
      {entries.map(([name, value]) => (
        <div key={name} data-long={isLong(value)}>
          <dt>{visible(name)}</dt>
          <dd>
            <pre>{value === "" ? <span class="quiet">(empty)</span> : visible(pretty(value))}</pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isLong(value: unknown): boolean {
  const text = pretty(value);
  return text.length > 60 || text.includes("\n");
}
