/** The part of package-lock.json (version 3) that is read here. */
export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

export interface LockedPackage {
  version?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  resolved?: string;
  integrity?: string;
  /** True for a package that arrives inside another one, whose checksum covers it. */
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
}

export interface MissingPackage {
  /** The path of the package that names it, such as `node_modules/turbo`. */
  of: string;
  /** The optional package that the lockfile lacks, such as `@turbo/darwin-64`. */
  name: string;
}

/**
 * Returns the optional packages that the lockfile lacks. These are the binaries for other systems: npm leaves them out if it
 * writes the lockfile beside installed packages, or if the registry does not have them. `npm ci` then refuses the lockfile.
 */
export function missingOptionals({ packages }: Lockfile): MissingPackage[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !foldersAbove(path).some((folder) => packages[`${folder}node_modules/${name}`]))
      .map((name) => ({ of: path, name })),
  );
}

/** Returns the packages that lack the checksum of what npm downloads, and those that name the host of a registry. */
export function unsafeEntries({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, { link, resolved, integrity, inBundle }]) => {
    if (!path.includes('node_modules/') || link) return [];
    return [
      ...(integrity || inBundle ? [] : [`${path}: has no integrity`]),
      ...(resolved ? [`${path}: names a host`] : []),
    ];
  });
}

/**
 * Returns the lockfile without the packages that lack optional packages, and without the optional packages that they have. npm
 * resolves what is missing again, and leaves the rest as it is.
 */
export function withoutIncomplete(lockfile: Lockfile): Lockfile {
  const incomplete = new Set(missingOptionals(lockfile).map(({ of }) => of));
  const families = new Set(
    [...incomplete].flatMap((path) => Object.keys(lockfile.packages[path]?.optionalDependencies ?? {})),
  );
  const kept = Object.entries(lockfile.packages).filter(
    ([path]) => path === '' || !(incomplete.has(path) || families.has(nameOf(path))),
  );
  return { ...lockfile, packages: Object.fromEntries(kept) };
}

/** Returns a line for each package whose version differs or that only one of the lockfiles has. */
export function differences(before: Lockfile, after: Lockfile): string[] {
  const paths = [...new Set([...Object.keys(before.packages), ...Object.keys(after.packages)])].sort();
  return paths.flatMap((path) => {
    const [old, now] = [before.packages[path]?.version, after.packages[path]?.version];
    return old === now ? [] : [`${path}: ${old ?? 'absent'} -> ${now ?? 'absent'}`];
  });
}

/** Returns the folders in whose `node_modules` Node looks for a dependency of the package, each with a slash at its end. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/');
  const folders = parts.map((_part, index) => `${parts.slice(0, index + 1).join('/')}/`);
  return ['', ...folders.filter((folder) => !folder.endsWith('node_modules/'))];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
