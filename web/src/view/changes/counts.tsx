/** Lines that came and went. */
export function Counts({ insertions, deletions }: { readonly insertions: number; readonly deletions: number }) {
  return (
    <span class="line-counts">
      {insertions > 0 && (
        <span class="line-count" data-kind="added">
          +{insertions}
        </span>
      )}{" "}
      {deletions > 0 && (
        <span class="line-count" data-kind="removed">
          −{deletions}
        </span>
      )}
    </span>
  );
}
