import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { BridleError } from "../../src/errors.ts";
import { parseVersion } from "../../src/util/version.ts";
import { cacheFolder } from "./cache-folder.ts";
import { InstallFailure } from "./install-failure.ts";
import { npmInstall } from "./npm-install.ts";

interface PackageToInstall<T> {
  readonly name: string;
  /** Exact: `X.Y.Z`. */
  readonly version: string;
  /** Where in the cache folder its versions are. */
  readonly shelf: string;
  readonly npmArgs?: readonly string[];
  /** What the caller wants of the `node_modules` folder; undefined when it is not all there. */
  readonly find: (modules: string) => Promise<T | undefined>;
  readonly timeoutMs?: number;
}

/**
 * Puts a package into the cache, unless it is there. It is installed beside its place and
 * moved there whole: processes that do it at once each install, the first one's stays.
 */
export async function installPackage<T>(wanted: PackageToInstall<T>): Promise<T> {
  const { name, version, shelf, find } = wanted;
  if (parseVersion(version) === undefined) {
    const message = `${name} is installed by its exact version, X.Y.Z`;
    throw new BridleError("invalid_option", message, { option: "version", allowed: "X.Y.Z", found: version });
  }
  const shelfFolder = join(cacheFolder(), shelf);
  const place = join(shelfFolder, version);
  const there = await find(join(place, "node_modules"));
  if (there !== undefined) return there;

  await mkdir(shelfFolder, { recursive: true });
  await removeAbandoned(shelfFolder);
  const temporary = await mkdtemp(join(shelfFolder, temporaryPrefix));
  try {
    await npmInstall(`${name}@${version}`, temporary, wanted.npmArgs ?? [], wanted.timeoutMs ?? 300_000);
    if ((await find(join(temporary, "node_modules"))) === undefined) throw incomplete(name, version);
    return await moveTo(place, temporary, find);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

const temporaryPrefix = ".installing-";
const abandonedAfterMs = 60 * 60 * 1000;

/** A process that was killed left hundreds of megabytes. */
async function removeAbandoned(shelfFolder: string): Promise<void> {
  for (const entry of await readdir(shelfFolder)) {
    if (!entry.startsWith(temporaryPrefix)) continue;
    const folder = join(shelfFolder, entry);
    const touchedMs = await stat(folder).then(
      (found) => found.mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - touchedMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}

async function moveTo<T>(place: string, temporary: string, find: PackageToInstall<T>["find"]): Promise<T> {
  const modules = join(place, "node_modules");
  // The first attempt fails when somebody was faster, or when what is there is spoiled and has to go.
  for (const attempt of [1, 2]) {
    const moved = await rename(temporary, place).then(
      () => true,
      () => false,
    );
    const there = await find(modules);
    if (there !== undefined) return there;
    if (!moved && attempt === 1) await rm(place, { recursive: true, force: true });
  }
  throw new InstallFailure("failed", `${place} cannot be written`);
}

function incomplete(name: string, version: string): InstallFailure {
  return new InstallFailure("incomplete", `${name}@${version} has nothing for ${process.platform}-${process.arch}`);
}
