import { posix } from 'node:path';

import { circlesIn, pathBackTo } from './circles';
import { FOLDER_CIRCLES, type Project, type SourceFile } from './project';
import type { Rule } from './rule';

/** The folders that each folder imports, and for each of them one import: `a/x.ts imports b/y.ts`. */
type FolderImports = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * A folder may import another one or be imported by it. The folders that break this today are listed in `folder-circles.json`. Remove
 * a folder from the list when its circle is gone, and never add one.
 */
export const foldersFormNoCircles: Rule = {
  name: 'no folder of a service or a library imports itself through others',
  checkProject(project) {
    const imports = folderImports(project);
    const found = circlesIn(
      new Map([...imports].map(([folder, targets]) => [folder, targets.keys()])),
    ).flat();
    const listed = listedFolders(project);
    return [
      ...found
        .filter((folder) => !listed.includes(folder))
        .map((folder) => `${folder}: is in a circle: ${circleOf(folder, imports)}`),
      ...listed
        .filter((folder) => !found.includes(folder))
        .map((folder) => `${folder}: is in no circle any more. Remove it from ${FOLDER_CIRCLES}`),
    ];
  },
  broken: {
    [FOLDER_CIRCLES]: '{ "apps/reviews": ["tags", "lists", "gone"], "apps/ai": ["language"] }',
    'apps/reviews/src/tags/tag.ts': "import { list } from '../lists/list';",
    'apps/reviews/src/lists/list.ts': "export * from './filters/filter';",
    'apps/reviews/src/lists/filters/filter.ts': "import type { Tag } from '../../tags/other';",
    'apps/reviews/src/tags/other.ts': 'export interface Tag {}',
    'apps/ai/src/language/language.ts': "import { word } from '../words/word';",
    'apps/ai/src/words/word.ts': 'export const word = 1;',
  },
  guilty: ['apps/reviews/src/lists/filters', 'apps/reviews/src/gone', 'apps/ai/src/language'],
  fine: {
    [FOLDER_CIRCLES]: '{ "apps/reviews": ["tags", "lists"] }',
    'apps/reviews/src/tags/tag.ts': "import { list } from '../lists/list'; import { a } from '../history/a';",
    'apps/reviews/src/lists/list.ts': "import { tag } from '../tags/tag';",
    'apps/reviews/src/history/a.ts': "import { b } from './b';",
    'apps/reviews/src/history/b.ts': "import { reviewsModule } from '../reviews.module';",
    'apps/reviews/src/reviews.module.ts': "import { a } from './history/a';",
    'apps/reviews/src/history/a.spec.ts': "import { world } from '../sources/world.suite';",
    'apps/reviews/src/sources/world.suite.ts': "import { a } from '../history/a';",
    'apps/reviews/src/sources/source.ts': "import { a } from '../history/a';",
  },
};

/**
 * Returns true for the files of folders. The files directly in `src`, such as the module and the environment, are in no folder. The
 * dashboard is neither a service nor a library, and most of its files are `.tsx`, which the rules do not read.
 */
function isInFolder(file: SourceFile): boolean {
  return !file.isTest && file.workspace !== 'apps/dashboard' && file.path.split('/').length > 4;
}

function folderImports(project: Project): FolderImports {
  const imports = new Map<string, Map<string, string>>();
  for (const file of [...project.files.values()].filter(isInFolder)) {
    const folder = posix.dirname(file.path);
    const targets = imports.get(folder) ?? new Map<string, string>();
    imports.set(folder, targets);
    for (const { from } of file.imports) {
      const target = project.resolve(file, from);
      if (!target || !isInFolder(target) || posix.dirname(target.path) === folder) continue;
      targets.set(posix.dirname(target.path), `${insideSrc(file)} imports ${insideSrc(target)}`);
    }
  }
  return imports;
}

function insideSrc({ path, workspace }: SourceFile): string {
  return path.slice(`${workspace}/src/`.length);
}

/** Returns the imports of the shortest circle through a folder. */
function circleOf(folder: string, imports: FolderImports): string {
  const between = pathBackTo(folder, (one) => imports.get(one)?.keys() ?? []) ?? [];
  return [folder, ...between].map((one, index) => imports.get(one)?.get(between[index] ?? folder)).join(', ');
}

function listedFolders(project: Project): string[] {
  const listed = (project.document(FOLDER_CIRCLES) ?? {}) as Record<string, string[]>;
  return Object.entries(listed).flatMap(([workspace, folders]) =>
    folders.map((folder) => `${workspace}/src/${folder}`),
  );
}
