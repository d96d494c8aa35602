/** Lines that came and went. */
export function LineCounts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span class="line-counts">
      {added > 0 && <span data-kind="added">+{added}</span>}{" "}
      {removed > 0 && <span data-kind="removed">−{removed}</span>}
    </span>
  );
}
