import type { EventDefinition, SnapshotPage, SnapshotRecord } from '@plaudit/contracts';
import type { Database } from '@plaudit/database';

/** Reads the records of a noun in the order of their ids. A read model of the noun's owner implements it. */
export interface SnapshotReader {
  /** Returns at most `limit` records with ids above `after`, as their events carry them. It uses one statement. */
  page(after: number, limit: number): Promise<SnapshotRecord[]>;
}

/** A noun that a service owns and can send as a snapshot. The service lists it in its definition. */
export interface SnapshotSource {
  definition: EventDefinition<SnapshotPage>;
  reader: new (database: Database) => SnapshotReader;
}
