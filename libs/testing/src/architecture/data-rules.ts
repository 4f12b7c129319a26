import * as contracts from '@plaudit/contracts';
import { SERVICE_NAMES } from '@plaudit/contracts';

import type { Rule } from './rule';
import { argumentsOf, dottedName, literal } from './syntax';

const OTHER_SCHEMA = new RegExp(
  `\\b(?:from|join|into|update|table)\\s+"?(${SERVICE_NAMES.join('|')})"?\\."?\\w`,
  'gi',
);

export const noServiceReadsAnothersSchema: Rule = {
  name: "no service's SQL names another service's schema",
  check(file) {
    if (!file.workspace.startsWith('apps/') || file.isTest) return [];
    const own = file.workspace.replace('apps/', '');
    const texts = file.nodes.map(
      (node) => literal(node) ?? (node.type === 'TemplateElement' ? String(node['raw']) : ''),
    );
    return texts
      .flatMap((text) => [...text.matchAll(OTHER_SCHEMA)])
      .filter(([, schema]) => schema?.toLowerCase() !== own)
      .map(([found]) => `queries "${found}…"`);
  },
  broken: {
    'apps/reviews/src/a.ts': 'export const sql = `select 1 from channels.channels where id = ${id}`;',
  },
  fine: { 'apps/reviews/src/a.ts': "export const sql = 'select 1 from reviews where id = $1';" },
};

/** The producer of each event, by the name of the definition in contracts. */
const PRODUCERS: ReadonlyMap<string, string> = new Map(
  Object.entries(contracts).flatMap(([name, value]) => {
    const producer = (value as { producer?: unknown }).producer;
    return typeof producer === 'string' ? [[name, producer] as const] : [];
  }),
);

export const producersPublishTheirOwn: Rule = {
  name: 'a service puts only its own events into its outbox',
  check(file) {
    if (!file.workspace.startsWith('apps/') || file.isTest) return [];
    const own = file.workspace.replace('apps/', '');
    return file.nodes
      .filter(
        ({ type, callee }) =>
          type === 'CallExpression' && /\boutbox\.add(All)?$/i.test(dottedName(callee) ?? ''),
      )
      .map((call) => dottedName(argumentsOf(call)[1]) ?? '')
      .filter((definition) => PRODUCERS.has(definition) && PRODUCERS.get(definition) !== own)
      .map((definition) => `publishes ${definition}, which belongs to ${PRODUCERS.get(definition)}`);
  },
  broken: { 'apps/widgets/src/a.ts': 'void this.outbox.add(tx, reviewCreated, event);' },
  fine: { 'apps/reviews/src/a.ts': 'void this.outbox.addAll(tx, reviewCreated, events);' },
};

export const contractsAreTyped: Rule = {
  name: 'nothing in contracts is of type any',
  check(file) {
    if (file.workspace !== 'libs/contracts') return [];
    return file.nodes
      .filter(({ type, kind }) => type === 'TsKeywordType' && kind === 'any')
      .map(() => 'uses the type any');
  },
  broken: { 'libs/contracts/src/a.ts': 'export class Payload { data: any; }' },
  fine: { 'libs/contracts/src/a.ts': 'export class Payload { data: unknown; }' },
};
