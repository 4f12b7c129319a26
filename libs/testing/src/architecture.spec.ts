import 'reflect-metadata';
import { join } from 'node:path';
import { EVENTS, SERVICE_NAMES } from '@plaudit/contracts';

import * as boundaryRules from './architecture/boundary-rules';
import * as dataRules from './architecture/data-rules';
import { domainIsPure, layersPointDownwards, namesAreKebabCase, noBarrels } from './architecture/layer-rules';
import * as privilegeRules from './architecture/privilege-rules';
import { Project, readProject } from './architecture/project';
import { foldersAreSmall, handlersUseTheInbox, injectablesHaveARole } from './architecture/role-rules';
import { problemsOf, type Rule } from './architecture/rule';
import * as sqlRules from './architecture/sql-rules';

/** Each rule brings sources that break it, and sources that come close and do not. */
const RULES: readonly Rule[] = [
  ...Object.values(boundaryRules),
  layersPointDownwards,
  domainIsPure,
  noBarrels,
  namesAreKebabCase,
  injectablesHaveARole,
  foldersAreSmall,
  handlersUseTheInbox,
  ...Object.values(sqlRules),
  ...Object.values(privilegeRules),
  ...Object.values(dataRules),
];

describe('architecture', () => {
  const project = readProject(join(__dirname, '..', '..', '..'));

  it('is checked on all of the source', () => {
    const workspaces = new Set([...project.files.values()].map(({ workspace }) => workspace));
    expect([...workspaces]).toEqual(
      expect.arrayContaining(['libs/contracts', 'libs/runtime', 'apps/reviews']),
    );
    expect(project.files.size).toBeGreaterThan(200);
  });

  describe.each(RULES.map((rule) => [rule.name, rule] as const))('%s', (_name, rule) => {
    it('holds', () => {
      expect(problemsOf(rule, project)).toEqual([]);
    });

    it('reports every source that breaks it', () => {
      const problems = problemsOf(rule, new Project(rule.broken));
      expect(problems).not.toEqual([]);
      const reported = new Set(problems.map((problem) => problem.split(': ')[0]));
      const sources = Object.keys(rule.broken).filter((path) => path.endsWith('.ts'));
      expect([...reported]).toEqual(expect.arrayContaining([...(rule.guilty ?? sources)]));
    });

    it('lets pass what only comes close', () => {
      expect(problemsOf(rule, new Project(rule.fine))).toEqual([]);
    });
  });
});

describe('the catalogue of events', () => {
  it('has every event once, so that each has exactly one producer', () => {
    const patterns = EVENTS.map(({ pattern }) => pattern);
    expect(patterns).toEqual([...new Set(patterns)]);
  });

  it('names as producers only services that exist', () => {
    expect(SERVICE_NAMES).toEqual(expect.arrayContaining(EVENTS.map(({ producer }) => producer)));
  });
});
