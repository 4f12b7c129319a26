import 'reflect-metadata';
import { join } from 'node:path';
import { EVENTS, SERVICE_NAMES } from '@plaudit/contracts';

import * as boundaryRules from './architecture/boundary-rules';
import * as dataRules from './architecture/data-rules';
import { foldersFormNoCircles } from './architecture/folder-rules';
import { handlersUseTheInbox } from './architecture/inbox-rule';
import { domainIsPure, layersPointDownwards } from './architecture/layer-rules';
import * as privilegeRules from './architecture/privilege-rules';
import { largeTablesAreIndexedInUse } from './architecture/migration-rules';
import { Project, readProject } from './architecture/project';
import { problemsOf, type Rule } from './architecture/rule';
import * as sqlRules from './architecture/sql-rules';

/** Each rule brings sources that break it, and sources that come close and do not. */
const RULES: readonly Rule[] = [
  ...Object.values(boundaryRules),
  layersPointDownwards,
  domainIsPure,
  foldersFormNoCircles,
  handlersUseTheInbox,
  largeTablesAreIndexedInUse,
  ...Object.values(sqlRules),
  ...Object.values(privilegeRules),
  ...Object.values(dataRules),
];

describe('architecture', () => {
  const project = readProject(join(__dirname, '..', '..', '..'));

  it('reads the sources of all workspaces', () => {
    const workspaces = new Set([...project.files.values()].map(({ workspace }) => workspace));
    expect([...workspaces]).toEqual(
      expect.arrayContaining(['libs/contracts', 'libs/runtime', 'apps/reviews']),
    );
    expect(project.files.size).toBeGreaterThan(200);
  });

  describe.each(RULES.map((rule) => [rule.name, rule] as const))('%s', (_name, rule) => {
    it('holds for the whole repository', () => {
      expect(problemsOf(rule, project)).toEqual([]);
    });

    it('reports each sample that breaks the rule', () => {
      const problems = problemsOf(rule, new Project(rule.broken));
      expect(problems).not.toEqual([]);
      const reported = new Set(problems.map((problem) => problem.split(': ')[0]));
      const sources = Object.keys(rule.broken).filter((path) => path.endsWith('.ts'));
      expect([...reported]).toEqual(expect.arrayContaining([...(rule.guilty ?? sources)]));
    });

    it('reports no sample that only comes close', () => {
      expect(problemsOf(rule, new Project(rule.fine))).toEqual([]);
    });
  });
});

describe('event catalogue', () => {
  it('lists each event once, so that each has exactly one producer', () => {
    const patterns = EVENTS.map(({ pattern }) => pattern);
    expect(patterns).toEqual([...new Set(patterns)]);
  });

  it('names only existing services as producers', () => {
    expect(SERVICE_NAMES).toEqual(expect.arrayContaining(EVENTS.map(({ producer }) => producer)));
  });
});
