import type { MigrationClass } from '@plaudit/database';
import { CreateOutbox1763000100000 } from './1763000100000-create-outbox';
import { CreateInbox1763000200000 } from './1763000200000-create-inbox';

/** Outbox, outbox_sent and inbox, in the schema of the service that lists them. */
export const eventMigrations: readonly MigrationClass[] = [
  CreateOutbox1763000100000,
  CreateInbox1763000200000,
];
