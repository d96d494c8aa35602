/** Removes all elements behind so many. True: there were more. */
export function cutAfter(fragment: DocumentFragment, most: number): boolean {
  const all = fragment.querySelectorAll("*");
  const first = all[most];
  if (first === undefined) return false;
  // What is behind it, at every level above.
  for (let one: Node | null = first; one !== null && one !== fragment; one = one.parentNode)
    while (one.nextSibling !== null) one.parentNode?.removeChild(one.nextSibling);
  first.remove();
  return true;
}
