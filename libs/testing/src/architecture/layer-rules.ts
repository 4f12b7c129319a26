import type { Project, SourceFile } from './project';
import { roleOf } from './inbox-rule';
import type { Rule } from './rule';
import type { Import } from './syntax';

/** Classes that work for controllers and handlers. They count as one layer and may import each other. */
const SERVICES = ['service', 'worker', 'publisher', 'client', 'factory', 'cache', 'notifier'];

/** The roles that each role must not import, within one service. Everything else is allowed. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  controller: ['repository', 'entity', 'migration', 'handler'],
  handler: ['repository', 'entity', 'migration', 'controller'],
  ...Object.fromEntries(SERVICES.map((role) => [role, ['controller', 'handler', 'migration']])),
  'read-model': ['controller', 'handler', ...SERVICES],
  repository: ['controller', 'handler', ...SERVICES],
  entity: ['controller', 'handler', 'repository', 'read-model', ...SERVICES],
  dto: ['controller', 'handler', 'repository', ...SERVICES],
};

/** Migrations are known by their folder, everything else by the file's name. */
function layerOf(path: string): string {
  return path.includes('/migrations/') ? 'migration' : (roleOf(path) ?? '');
}

function isProduct(file: SourceFile): boolean {
  return file.workspace.startsWith('apps/') && !file.isTest;
}

export const layersPointDownwards: Rule = {
  name: 'controller and handler -> service -> repository -> entity, and never back',
  check(file, project) {
    const forbidden = FORBIDDEN[layerOf(file.path)];
    if (!forbidden || !isProduct(file)) return [];
    return file.imports
      .map(({ from }) => project.resolve(file, from))
      .filter((target) => target !== undefined && forbidden.includes(layerOf(target.path)))
      .map((target) => `imports ${target?.path}`);
  },
  broken: {
    'apps/reviews/src/tags/tags.controller.ts': "import { TagsRepository } from './tags.repository';",
    'apps/reviews/src/tags/tags.repository.ts': "import { TagsCache } from './tags.cache';",
    'apps/reviews/src/tags/tags.cache.ts': "import { TagsController } from './tags.controller';",
    'apps/reviews/src/tags/tag-counts.worker.ts': "import { OnTagAdded } from './on-tag-added.handler';",
    'apps/reviews/src/tags/on-tag-added.handler.ts': "import { TagsRepository } from './tags.repository';",
    'apps/reviews/src/tags/tag-list.read-model.ts': "import { TagsClient } from './tags.client';",
    'apps/reviews/src/tags/tags.client.ts': 'export class TagsClient {}',
  },
  guilty: ['controller', 'repository', 'cache']
    .map((role) => `apps/reviews/src/tags/tags.${role}.ts`)
    .concat(
      ['tag-counts.worker', 'on-tag-added.handler', 'tag-list.read-model'].map(
        (name) => `apps/reviews/src/tags/${name}.ts`,
      ),
    ),
  fine: {
    'apps/reviews/src/tags/on-tag-added.handler.ts': "import { TagsWorker } from './tags.worker';",
    'apps/reviews/src/tags/tags.worker.ts': "import { TagsRepository } from './tags.repository';",
    'apps/reviews/src/tags/tags.controller.ts': "import { TagsService } from './tags.service';",
    'apps/reviews/src/tags/tags.service.ts': "import { TagsRepository } from './tags.repository';",
    'apps/reviews/src/tags/tags.repository.ts': "import { TagEntity } from './tag.entity';",
    'apps/reviews/src/tags/tag.entity.ts': 'export class TagEntity {}',
  },
};

/** `review.ts` beside `review.entity.ts` has the rules of a review. */
function isDomain(file: SourceFile, project: Project): boolean {
  return roleOf(file.path) === null && project.files.has(file.path.replace(/\.ts$/, '.entity.ts'));
}

/** Hashes are pure. Randomness and the clock must be arguments. */
function isPurePackage({ from, names }: Import): boolean {
  if (from === 'node:crypto') return !names.some((name) => /^random|\*/.test(name));
  return from === '@plaudit/contracts';
}

export const domainIsPure: Rule = {
  name: 'pure domain imports contracts and pure files only',
  check(file, project) {
    if (!isProduct(file) || !isDomain(file, project)) return [];
    return file.imports
      .filter((one) => {
        const target = project.resolve(file, one.from);
        return target ? roleOf(target.path) !== null : !isPurePackage(one);
      })
      .map(({ from }) => `imports ${from}`);
  },
  broken: {
    'apps/reviews/src/reviews/review.ts': "import { Injectable } from '@nestjs/common';",
    'apps/reviews/src/reviews/review.entity.ts': 'export class ReviewEntity {}',
  },
  guilty: ['apps/reviews/src/reviews/review.ts'],
  fine: {
    'apps/reviews/src/reviews/review.ts':
      "import { createHash } from 'node:crypto'; import { date } from './review-date';",
    'apps/reviews/src/reviews/review-date.ts': 'export const date = 1;',
    'apps/reviews/src/reviews/review.entity.ts': 'export class ReviewEntity {}',
  },
};

/** True for code that runs in browsers. */
export function isBrowser(file: SourceFile): boolean {
  return file.workspace === 'apps/dashboard' || file.path.startsWith('apps/widgets/src/element/');
}
