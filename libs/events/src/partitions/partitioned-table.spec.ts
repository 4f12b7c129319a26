import { newEventId } from '../envelope/event-id';
import {
  daysAfter,
  expiredPartitions,
  INBOX,
  missingDays,
  OUTBOX_SENT,
  partitionOf,
} from './partitioned-table';

const TODAY = new Date('2026-11-22T00:00:00Z');
const names = (days: readonly Date[]) => days.map((day) => partitionOf(INBOX, day));

describe('the partition of an inbox entry', () => {
  it('contains the ids of its day and no others', () => {
    const [from, to] = [INBOX.bound(TODAY), INBOX.bound(daysAfter(TODAY, 1))];
    const first = newEventId(TODAY.getTime());
    const last = newEventId(daysAfter(TODAY, 1).getTime() - 1);
    expect(from < first && first < last && last < to).toBe(true);
    expect(newEventId(TODAY.getTime() - 1) < from).toBe(true);
    expect(newEventId(daysAfter(TODAY, 1).getTime()) > to).toBe(true);
  });
});

describe('missingDays', () => {
  it('returns today and the days ahead that have no partition', () => {
    expect(missingDays(OUTBOX_SENT, ['outbox_sent_20261123'], TODAY)).toEqual([TODAY, daysAfter(TODAY, 2)]);
  });

  it('leaves out the days that the partition of the upgrade contains', () => {
    const missing = missingDays(INBOX, ['inbox_before_20261123', 'inbox_20261125'], TODAY);
    expect(names(missing)).toEqual([24, 26, 27, 28, 29].map((day) => `inbox_202611${day}`));
  });
});

describe('expiredPartitions', () => {
  it('returns the partitions whose last row expired', () => {
    const partitions = ['outbox_sent_20261118', 'outbox_sent_20261119', 'outbox_sent_20261122'];
    const noon = new Date('2026-11-22T12:00:00Z');
    expect(expiredPartitions(OUTBOX_SENT, partitions, noon)).toEqual(['outbox_sent_20261118']);
    expect(expiredPartitions(OUTBOX_SENT, partitions, daysAfter(TODAY, 1))).toEqual(partitions.slice(0, 2));
  });

  it('returns the partition of the upgrade after the retention, and never that of other ids', () => {
    const partitions = ['inbox_before_20260823', 'inbox_other'];
    expect(expiredPartitions(INBOX, partitions, daysAfter(TODAY, -1))).toEqual([]);
    expect(expiredPartitions(INBOX, partitions, TODAY)).toEqual(['inbox_before_20260823']);
  });
});
