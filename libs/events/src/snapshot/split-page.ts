import { MAX_EVENT_BYTES, type SnapshotPage, type SnapshotRecord } from '@plaudit/contracts';

/** Bytes of an event that the envelope and the range of the page take at most. */
const ENVELOPE_BYTES = 4 * 1024;

/** A page that fits into an event. */
export interface EventPage {
  page: SnapshotPage;
  /** The page as JSON. Each record is serialised once, for its size and for the event. */
  json: string;
}

interface Group {
  records: SnapshotRecord[];
  texts: string[];
}

/**
 * Splits a page into pages that fit into events. Their ranges follow each other without a gap, and together they are the range of
 * the page. Throws if a single record does not fit.
 */
export function splitPage(page: SnapshotPage, maxBytes = MAX_EVENT_BYTES - ENVELOPE_BYTES): EventPage[] {
  const groups = groupsOf(page.records, maxBytes);
  return groups.map(({ records, texts }, at) => {
    const range = {
      after: groups[at - 1]?.records.at(-1)?.id ?? page.after,
      through: at === groups.length - 1 ? page.through : records.at(-1)!.id,
      begun_on: page.begun_on,
    };
    const json = `${JSON.stringify(range).slice(0, -1)},"records":[${texts.join(',')}]}`;
    return { page: { ...range, records }, json };
  });
}

function groupsOf(records: readonly SnapshotRecord[], maxBytes: number): Group[] {
  const groups: Group[] = [{ records: [], texts: [] }];
  let room = maxBytes;
  for (const record of records) {
    const text = JSON.stringify(record);
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes > maxBytes) throw new Error(tooLarge(record, bytes, maxBytes));
    if (bytes > room) {
      groups.push({ records: [], texts: [] });
      room = maxBytes;
    }
    const group = groups.at(-1)!;
    group.records.push(record);
    group.texts.push(text);
    room -= bytes;
  }
  return groups;
}

function tooLarge({ id }: SnapshotRecord, bytes: number, maxBytes: number): string {
  return `The record ${id} has ${bytes} bytes and does not fit into an event, which has room for ${maxBytes}. Shorten its texts.`;
}
