import {
  daysAfter,
  expiredPartitions,
  missingDays,
  otherPartition,
  partitionOf,
  type PartitionedTable,
} from './partitioned-table';

/** Runs a statement and returns its rows. */
export type Query = <Row>(sql: string, parameters?: unknown[]) => Promise<Row[]>;

/** How to reach the database: by a pool, or by the session of the relay. */
export interface PartitionAccess {
  /** Runs one statement. */
  query: Query;
  /** Runs `work` in a transaction. */
  inTransaction: (work: (query: Query) => Promise<void>) => Promise<void>;
}

/**
 * The longest wait for a lock. Creating a partition of `outbox_sent` waits for no reader or writer, because
 * `attach partition` takes a SHARE UPDATE EXCLUSIVE lock. Dropping a partition needs ACCESS EXCLUSIVE on the whole
 * table, and every later statement waits behind a request for it. With this limit they wait 100 ms at most.
 */
const LOCK_TIMEOUT_MS = 100;

/** How long to wait while another replica maintains the same table. Only other maintenance waits behind this one. */
const TURN_TIMEOUT_MS = 10_000;

/** Creates and drops the daily partitions of one table. */
export class DailyPartitions {
  constructor(
    private readonly table: PartitionedTable,
    private readonly access: PartitionAccess,
  ) {}

  /**
   * Creates the missing partitions and drops the expired ones, each in its own transaction. Returns a problem for each
   * that failed, for example because a dump held a lock. The next call tries again.
   */
  async maintain(): Promise<string[]> {
    const { names, now, today } = await readPartitions(this.access.query, this.table);
    const problems: string[] = [];
    const attempt = async (what: string, work: (query: Query) => Promise<void>): Promise<void> => {
      await this.locked(work).catch((error: Error) => problems.push(`${what}: ${error.message}`));
    };
    for (const day of missingDays(this.table, names, today)) {
      await attempt(`create ${partitionOf(this.table, day)}`, (query) => create(query, this.table, day));
    }
    for (const name of expiredPartitions(this.table, names, now)) {
      await attempt(`drop ${name}`, (query) => drop(query, this.table, name));
    }
    return problems;
  }

  /** Creates today's partition if it is missing. Throws if it cannot be created. */
  async ensureToday(): Promise<void> {
    const { names, today } = await readPartitions(this.access.query, this.table);
    if (!missingDays({ ...this.table, daysAhead: 0 }, names, today).length) return;
    try {
      await this.locked((query) => create(query, this.table, today));
    } catch (error) {
      throw new Error(
        `The table ${this.table.name} has no partition for today, and ${partitionOf(this.table, today)} could not ` +
          `be created: ${(error as Error).message}`,
        { cause: error },
      );
    }
  }

  /** Runs `work` in a transaction that no other replica's maintenance of this table overlaps. */
  private locked(work: (query: Query) => Promise<void>): Promise<void> {
    return this.access.inTransaction(async (query) => {
      await query(`set local lock_timeout = ${TURN_TIMEOUT_MS}`);
      await query(
        "select pg_advisory_xact_lock(hashtextextended('plaudit.partitions.' || current_schema() || $1, 0))",
        [this.table.name],
      );
      await query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await work(query);
    });
  }
}

interface Partitions {
  names: string[];
  now: Date;
  today: Date;
}

async function readPartitions(query: Query, table: PartitionedTable): Promise<Partitions> {
  const [row] = await query<{ names: string[]; now: Date }>(
    `select clock_timestamp() as now,
            array(select relname::text from pg_inherits join pg_class on pg_class.oid = inhrelid
                  where inhparent = to_regclass($1)) as names`,
    [table.name],
  );
  const { names, now } = row!;
  return { names, now, today: new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`) };
}

/** Creates an empty table and attaches it. `create table … partition of` would wait for every reader of the table. */
async function create(query: Query, table: PartitionedTable, day: Date): Promise<void> {
  const { names } = await readPartitions(query, table);
  const name = partitionOf(table, day);
  if (names.includes(name)) return;
  const [from, to] = [table.bound(day), table.bound(daysAfter(day, 1))];
  await query(`create table ${name} (like ${table.name} including all)`);
  if (table.writtenAt) await moveFromOther(query, table, { name, from, to });
  await query(`alter table ${table.name} attach partition ${name} for values from ('${from}') to ('${to}')`);
}

/** Moves the rows of a day that were written before its partition existed, by a clock that is ahead. */
async function moveFromOther(
  query: Query,
  table: PartitionedTable,
  { name, from, to }: { name: string; from: string; to: string },
): Promise<void> {
  const other = otherPartition(table);
  await query(`lock table ${other} in access exclusive mode`);
  await query(
    `with moved as (delete from ${other} where ${table.key} >= '${from}' and ${table.key} < '${to}' returning *)
     insert into ${name} select * from moved`,
  );
}

async function drop(query: Query, table: PartitionedTable, name: string): Promise<void> {
  if (table.writtenAt && (await hasRecentRows(query, table, name))) return;
  await query(`drop table if exists ${name}`);
}

async function hasRecentRows(query: Query, table: PartitionedTable, name: string): Promise<boolean> {
  const [row] = await query<{ recent: boolean }>(
    `select exists (
       select from ${name} where ${table.writtenAt} > clock_timestamp() - make_interval(hours => $1)
     ) as recent`,
    [table.retainHours],
  );
  return row!.recent;
}
