import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DURABLES, EVENTS, SERVICE_NAMES } from '@plaudit/contracts';
import { REPOSITORY } from './deploy/compose.suite';

/** The cells of a table row, from index 1. In the table of services: name, owns, publishes, consumes. */
type Row = readonly string[];

const README = readFileSync(join(REPOSITORY, 'README.md'), 'utf8');
const ROWS: readonly Row[] = README.split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const named = (cell = ''): string[] => [...cell.matchAll(/`([\w.*]+)`/g)].map(([, name]) => name as string);

/** Returns the row of a service. Unfinished services share one. */
function rowOf(service: string): Row {
  const row = ROWS.find(([, names = '']) => names.split(', ').includes(service));
  if (!row) throw new Error(`README's table of services has no row of ${service}`);
  return row;
}

describe('the table of services in the README', () => {
  it.each(SERVICE_NAMES)('lists the events that %s publishes', (service) => {
    const published = EVENTS.filter(({ producer }) => producer === service).map(({ name }) => name);
    expect(named(rowOf(service)[3]).toSorted()).toEqual(published.toSorted());
  });

  it.each(SERVICE_NAMES)('lists the nouns that %s consumes', (service) => {
    const consumed = new Set(named(rowOf(service)[4]).map((name) => name.split('.')[0]));
    const nouns = DURABLES.filter((durable) => durable.service === service).map(({ noun }) => noun);
    expect(consumed).toEqual(new Set(nouns));
  });
});
