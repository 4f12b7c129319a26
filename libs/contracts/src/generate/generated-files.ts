import { join } from 'node:path';
import { eventCatalogue } from './event-catalogue';
import { eventsPage } from './events-page';
import { natsUsers } from './nats-users';

export interface GeneratedFile {
  /** Path from the root of the repository. */
  path: string;
  text: string;
}

export const REPOSITORY = join(__dirname, '..', '..', '..', '..');

/** What `npm run generate` writes for the events and the bus; a spec compares it with what is committed. */
export function generatedFiles(): GeneratedFile[] {
  const catalogue = eventCatalogue();
  return [
    { path: 'libs/contracts/events.json', text: `${JSON.stringify(catalogue, null, 2)}\n` },
    { path: 'docs/events.md', text: eventsPage(catalogue) },
    { path: 'deploy/nats/users.conf', text: natsUsers() },
  ];
}
