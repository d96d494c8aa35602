/** How many to give: 100 where nobody says, at most 1000. */
export function pageSize(asked: number): number {
  return asked === 0 ? 100 : Math.min(asked, 1000);
}
