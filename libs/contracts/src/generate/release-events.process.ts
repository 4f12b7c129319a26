import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingChanges } from './catalogue-diff';
import { DECIDED_CHANGES } from './decided-changes';
import { eventCatalogue, type EventCatalogue } from './event-catalogue';
import { REPOSITORY } from './generated-files';

const FILE = join(REPOSITORY, 'libs', 'contracts', 'released', 'events.json');

/** `npm run release:events` makes the current catalogue the one of the last release. Refuses if it breaks consumers. */
function release(): number {
  const current = eventCatalogue();
  const released = JSON.parse(readFileSync(FILE, 'utf8')) as EventCatalogue;
  const changes = breakingChanges(released, current).filter((change) => !DECIDED_CHANGES.includes(change));
  if (changes.length > 0) {
    process.stderr.write(
      `${changes.join('\n')}\nPublish a new version of these events beside the old one.\n`,
    );
    return 1;
  }
  const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
    version: string;
  };
  writeFileSync(FILE, `${JSON.stringify({ release: version, ...current }, null, 2)}\n`);
  process.stdout.write(`The released events are those of ${version}.\n`);
  return 0;
}

process.exitCode = release();
