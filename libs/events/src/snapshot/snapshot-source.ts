import type { EventDefinition, SnapshotPage, SnapshotRecord } from '@plaudit/contracts';
import type { Database } from '@plaudit/database';

/** A record as a reader returns it. */
export interface ReadRecord extends SnapshotRecord {
  /** True if the record no longer exists. The page lists its last state in `deleted`, without this mark. */
  deleted?: boolean;
}

/** Reads the records of a noun in the order of their ids. A read model of the noun's owner implements it. */
export interface SnapshotReader {
  /**
   * Returns at most `limit` records with ids above `after`, as their events carry them. It uses one statement. If the noun's payload
   * has `deleted`, deleted records are among them, in the order of all ids, and count towards `limit`.
   */
  page(after: number, limit: number): Promise<ReadRecord[]>;
}

/** A noun that a service owns and can send as a snapshot. The service lists it in its definition. */
export interface SnapshotSource {
  definition: EventDefinition<SnapshotPage>;
  reader: new (database: Database) => SnapshotReader;
}
