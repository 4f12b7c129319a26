import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { type Import, parse, type SyntaxNode } from './syntax';

export interface SourceFile {
  /** Relative to the root of the repository, with forward slashes. */
  path: string;
  /** For example `apps/reviews`. */
  workspace: string;
  /** True for specs and for files that only specs use. */
  isTest: boolean;
  imports: Import[];
  nodes: SyntaxNode[];
}

export interface Manifest {
  exports?: Record<string, unknown>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** All source files of the repository, or the samples of a rule. */
export class Project {
  readonly files: ReadonlyMap<string, SourceFile>;
  private readonly documents = new Map<string, unknown>();

  /** `sources` are texts by path: source files, the manifests of the workspaces, and other JSON that rules read. */
  constructor(sources: Readonly<Record<string, string>>) {
    const files = new Map<string, SourceFile>();
    for (const [path, text] of Object.entries(sources)) {
      if (path.endsWith('.json')) {
        this.documents.set(path, JSON.parse(text));
      } else {
        const workspace = path.split('/').slice(0, 2).join('/');
        files.set(path, { path, workspace, isTest: TEST.test(path), ...parse(text, path) });
      }
    }
    this.files = files;
  }

  /** Returns the manifest of a workspace. The root's is under ''. */
  manifest(workspace: string): Manifest {
    return (this.document(posix.join(workspace, 'package.json')) ?? {}) as Manifest;
  }

  /** Returns the content of a JSON file among the sources, and undefined if there is none. */
  document(path: string): unknown {
    return this.documents.get(path);
  }

  /** Returns the file of a relative import, and undefined for packages and for files that are not TypeScript. */
  resolve(file: SourceFile, from: string): SourceFile | undefined {
    if (!from.startsWith('.')) return undefined;
    const target = posix.join(posix.dirname(file.path), from);
    return this.files.get(`${target}.ts`) ?? this.files.get(`${target}/index.ts`) ?? this.files.get(target);
  }
}

/**
 * The smoke run, the cluster run and the screenshots use the product as programs: they start a stand-in platform and call the API.
 * Only jest loads its setup and environment.
 */
const TEST =
  /\.(spec|suite)\.ts$|\/fixtures\/|^apps\/standalone\/src\/(smoke|cluster|screenshots)\/|^libs\/testing\/src\/jest\//;

/** The folders of each workspace that are in a circle of imports today, relative to its `src`. */
export const FOLDER_CIRCLES = 'libs/testing/src/architecture/folder-circles.json';

/** Reads the sources and manifests of all workspaces below `root`. */
export function readProject(root: string): Project {
  const sources: Record<string, string> = {
    'package.json': readFileSync(join(root, 'package.json'), 'utf8'),
    [FOLDER_CIRCLES]: readFileSync(join(root, FOLDER_CIRCLES), 'utf8'),
  };
  for (const workspace of [...workspacesIn(root, 'apps'), ...workspacesIn(root, 'libs')]) {
    const manifest = `${workspace}/package.json`;
    sources[manifest] = readFileSync(join(root, manifest), 'utf8');
    if (!existsSync(join(root, workspace, 'src'))) continue;
    for (const name of readdirSync(join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('.d.ts')) continue;
      const path = `${workspace}/src/${name.replaceAll('\\', '/')}`;
      sources[path] = readFileSync(join(root, path), 'utf8');
    }
  }
  return new Project(sources);
}

function workspacesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}`)
    .filter((workspace) => existsSync(join(root, workspace, 'package.json')));
}

/** Returns the package of an import: `@plaudit/events` for `@plaudit/events/src/x`, `pg` for `pg/lib/y`. */
export function packageOf(from: string): string {
  return from.split('/', from.startsWith('@') ? 2 : 1).join('/');
}
