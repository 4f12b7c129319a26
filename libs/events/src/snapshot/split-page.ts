import {
  MAX_EVENT_BYTES,
  type SnapshotPage,
  type SnapshotRange,
  type SnapshotRecord,
} from '@plaudit/contracts';
import type { ReadRecord } from './snapshot-source';

/** Bytes of an event that the envelope and the range of the page take at most. */
const ENVELOPE_BYTES = 4 * 1024;

/** The records of a range, in the order of their ids. Those that are marked as deleted are among the others. */
export interface ReadPage extends SnapshotRange {
  records: readonly ReadRecord[];
}

/** A page that fits into an event. */
export interface EventPage {
  page: SnapshotPage;
  /** The page as JSON. Each record is serialised once, for its size and for the event. */
  json: string;
}

/** A record without its mark. */
interface Entry {
  record: SnapshotRecord;
  text: string;
  deleted: boolean;
}

/**
 * Splits a page into pages that fit into events. Their ranges follow each other without a gap, and together they are the range of
 * the page. Records that are marked as deleted are in `deleted`, which a page without any does not have. Throws if a single record
 * does not fit.
 */
export function splitPage(
  { after, through, begun_on, records }: ReadPage,
  maxBytes = MAX_EVENT_BYTES - ENVELOPE_BYTES,
): EventPage[] {
  const groups = groupsOf(records, maxBytes);
  return groups.map((group, at) => {
    const range = {
      after: groups[at - 1]?.at(-1)?.record.id ?? after,
      through: at === groups.length - 1 ? through : group.at(-1)!.record.id,
      begun_on,
    };
    return eventPage(range, group);
  });
}

function groupsOf(records: readonly ReadRecord[], maxBytes: number): Entry[][] {
  const groups: Entry[][] = [[]];
  let room = maxBytes;
  for (const { deleted = false, ...record } of records) {
    const text = JSON.stringify(record);
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes > maxBytes) throw new Error(tooLarge(record, bytes, maxBytes));
    if (bytes > room) {
      groups.push([]);
      room = maxBytes;
    }
    groups.at(-1)!.push({ record, text, deleted });
    room -= bytes;
  }
  return groups;
}

function eventPage(range: SnapshotRange, entries: readonly Entry[]): EventPage {
  const records = entries.filter(({ deleted }) => !deleted);
  const deleted = entries.filter((entry) => entry.deleted);
  const lists = [listText('records', records), ...(deleted.length > 0 ? [listText('deleted', deleted)] : [])];
  return {
    page: {
      ...range,
      records: records.map(({ record }) => record),
      ...(deleted.length > 0 ? { deleted: deleted.map(({ record }) => record) } : {}),
    },
    json: `${JSON.stringify(range).slice(0, -1)},${lists.join(',')}}`,
  };
}

function listText(name: keyof SnapshotPage, entries: readonly Entry[]): string {
  return `"${name}":[${entries.map(({ text }) => text).join(',')}]`;
}

function tooLarge({ id }: SnapshotRecord, bytes: number, maxBytes: number): string {
  return `The record ${id} has ${bytes} bytes and does not fit into an event, which has room for ${maxBytes}. Shorten its texts.`;
}
