/** What of a browser decides whether it can be told. */
export interface BrowserFacts {
  readonly isSecure: boolean;
  readonly hasWorker: boolean;
  readonly hasPush: boolean;
  readonly permission: NotificationPermission | undefined;
  /** iPhone and iPad: as a page of Safari's, as an installed one; undefined elsewhere. */
  readonly isInstalledOnIos: boolean | undefined;
}

/** Why this device cannot be told. */
export type Obstacle = "insecure" | "needs_install" | "no_push" | "denied";

export function obstacleOf(facts: BrowserFacts): Obstacle | undefined {
  const { isSecure, hasWorker, hasPush, permission, isInstalledOnIos } = facts;
  if (!isSecure) return "insecure";
  if (isInstalledOnIos === false) return "needs_install";
  if (!hasWorker || !hasPush || permission === undefined) return "no_push";
  return permission === "denied" ? "denied" : undefined;
}

/** A first name for a device; whoever holds it may choose a better one. */
export function deviceName(userAgent: string): string {
  const find = (names: readonly (readonly [RegExp, string])[], otherwise: string): string =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? otherwise;
  return `${find(browsers, "A browser")} on ${find(systems, "a device")}`;
}

/** In this order: most of them name the others, too. */
const browsers = [
  [/Edg(A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;

const systems = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Mac OS X/, "Mac"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
] as const;
