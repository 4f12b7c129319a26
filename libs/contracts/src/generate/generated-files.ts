import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OutsideConsumer, outsideConsumersIn } from '../bus/outside-consumers';
import { asyncApi } from './asyncapi';
import { errorsPage } from './errors-page';
import { eventCatalogue } from './event-catalogue';
import { eventsPage } from './events-page';
import { natsUsers } from './nats-users';
import { platformMarkFiles } from './platform-mark-files';

export interface GeneratedFile {
  /** The path from the root of the repository. */
  path: string;
  text: string;
}

export const REPOSITORY = join(__dirname, '..', '..', '..', '..');

/** Returns the files that `npm run generate` writes for events, errors, NATS and the marks of platforms. A spec compares them with the committed ones. */
export function generatedFiles(): GeneratedFile[] {
  const catalogue = eventCatalogue();
  return [
    { path: 'libs/contracts/events.json', text: `${JSON.stringify(catalogue, null, 2)}\n` },
    {
      path: 'docs/asyncapi.json',
      text: `${JSON.stringify(asyncApi(catalogue, productVersion()), null, 2)}\n`,
    },
    { path: 'docs/errors.md', text: errorsPage() },
    { path: 'docs/events.md', text: eventsPage(catalogue) },
    { path: USERS_CONF, text: natsUsers(presentConsumers()) },
    ...platformMarkFiles(),
  ];
}

const USERS_CONF = 'deploy/nats/users.conf';

/** The operator's commands write the outside consumers into the file, and generating it keeps them. */
function presentConsumers(): OutsideConsumer[] {
  return outsideConsumersIn(readFileSync(join(REPOSITORY, USERS_CONF), 'utf8'));
}

function productVersion(): string {
  return (JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { version: string }).version;
}
