import { MAX_EVENT_BYTES, type SnapshotPage, type SnapshotRecord } from '@plaudit/contracts';

/** Bytes of an event that the envelope and the range of the page take at most. */
const ENVELOPE_BYTES = 4 * 1024;

/**
 * Splits a page into pages that fit into events. Their ranges follow each other without a gap, and together they are the range of
 * the page. Throws if a single record does not fit.
 */
export function splitPage(page: SnapshotPage, maxBytes = MAX_EVENT_BYTES - ENVELOPE_BYTES): SnapshotPage[] {
  const groups: SnapshotRecord[][] = [[]];
  let room = maxBytes;
  for (const record of page.records) {
    const bytes = Buffer.byteLength(JSON.stringify(record)) + 1;
    if (bytes > maxBytes) throw new Error(tooLarge(record, bytes, maxBytes));
    if (bytes > room) {
      groups.push([]);
      room = maxBytes;
    }
    groups.at(-1)!.push(record);
    room -= bytes;
  }
  return groups.map((records, at) => ({
    after: groups[at - 1]?.at(-1)?.id ?? page.after,
    through: at === groups.length - 1 ? page.through : records.at(-1)!.id,
    begun_on: page.begun_on,
    records,
  }));
}

function tooLarge({ id }: SnapshotRecord, bytes: number, maxBytes: number): string {
  return `The record ${id} has ${bytes} bytes and does not fit into an event, which has room for ${maxBytes}. Shorten its texts.`;
}
