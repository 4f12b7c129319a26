import { firstEventId } from '../envelope/event-id';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A table whose rows are deleted by dropping the partition of a whole day (UTC). */
export interface PartitionedTable {
  name: string;
  /** The column by which rows belong to a day. */
  key: string;
  /** Returns the lowest key of a day. */
  bound: (day: Date) => string;
  /** Partitions exist for today and this number of days after it. */
  daysAhead: number;
  /** A row is kept at least this long. */
  retainHours: number;
  /**
   * Set if keys need not be of the day on which a row is written. Rows without a partition of their day are in the
   * partition `<name>_other`. A partition is dropped only if this column has no recent time.
   */
  writtenAt?: string;
}

/** The events that the relay has published, for replays. */
export const OUTBOX_SENT: PartitionedTable = {
  name: 'outbox_sent',
  key: 'published_at',
  bound: (day) => day.toISOString(),
  daysAhead: 2,
  retainHours: 72,
};

/**
 * The events that handlers have handled. An event may be delivered again for 86 days: 14 in the stream, 14 parked,
 * 30 as a dead letter, and after its redelivery 14 in the stream DIRECT and 14 parked.
 */
export const INBOX: PartitionedTable = {
  name: 'inbox',
  key: 'event_id',
  bound: (day) => firstEventId(day.getTime()),
  daysAhead: 7,
  retainHours: 90 * 24,
  writtenAt: 'processed_at',
};

/** Returns the name of the partition of a day. */
export function partitionOf(table: PartitionedTable, day: Date): string {
  return `${table.name}_${compact(day)}`;
}

/** Returns the name of the partition of the rows that belong to no other partition. */
export function otherPartition(table: PartitionedTable): string {
  return `${table.name}_other`;
}

/** Returns the day `count` days after `day`. */
export function daysAfter(day: Date, count: number): Date {
  return new Date(day.getTime() + count * DAY_MS);
}

/** Returns the days from `today` on that no partition covers. `names` are the names of the partitions. */
export function missingDays(table: PartitionedTable, names: readonly string[], today: Date): Date[] {
  const covered = names.find((name) => name.startsWith(`${table.name}_before_`));
  const coveredUntil = (covered && lastDay(table, covered)?.getTime()) || 0;
  return Array.from({ length: table.daysAhead + 1 }, (_, ahead) => daysAfter(today, ahead)).filter(
    (day) => day.getTime() > coveredUntil && !names.includes(partitionOf(table, day)),
  );
}

/** Returns the partitions whose last day ended more than the retention before `now`. */
export function expiredPartitions(table: PartitionedTable, names: readonly string[], now: Date): string[] {
  return names.filter((name) => {
    const day = lastDay(table, name);
    return day !== null && daysAfter(day, 1).getTime() + table.retainHours * HOUR_MS <= now.getTime();
  });
}

/** Reads the last day of a partition from its name. `<name>_before_20261122` contains that day and all earlier ones. */
function lastDay(table: PartitionedTable, name: string): Date | null {
  const [, year, month, day] =
    new RegExp(`^${table.name}_(?:before_)?(\\d{4})(\\d\\d)(\\d\\d)$`).exec(name) ?? [];
  return year ? new Date(`${year}-${month}-${day}T00:00:00Z`) : null;
}

function compact(day: Date): string {
  return day.toISOString().slice(0, 10).replaceAll('-', '');
}
