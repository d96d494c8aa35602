/** How hard a model tries, in the wire's words. */
export const efforts = ["low", "medium", "high", "xhigh", "max"] as const;
export type Effort = (typeof efforts)[number];

export function readEffort(value: unknown): Effort | undefined {
  return efforts.find((effort) => effort === value);
}
