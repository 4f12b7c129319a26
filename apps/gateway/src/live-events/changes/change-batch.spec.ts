import type { Change } from './change';
import { ChangeBatch, MAX_IDS } from './change-batch';

const review = (id: number, more: Partial<Change> = {}): Change => ({
  name: 'review.changed',
  kind: 'created',
  id,
  channelId: 42,
  status: 'inbox',
  ...more,
});
const other = (name: Change['name'], id: number, kind = 'updated'): Change => ({
  name,
  kind,
  id,
  channelId: null,
  status: null,
});

/** Returns event, id and data of each message. */
function parsed(text: string): [string, string | null, unknown][] {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
      return [field('event')!, field('id'), JSON.parse(field('data')!) as unknown];
    });
}

function batchOf(...changes: Change[]): ChangeBatch {
  const batch = new ChangeBatch();
  changes.forEach((change, at) => batch.add(change, 100 + at));
  return batch;
}

describe('ChangeBatch', () => {
  it('writes one message for each kind, with each id once and the newest sequence in the last one', () => {
    const batch = batchOf(
      review(1),
      review(2),
      review(1),
      review(2, { kind: 'updated', status: 'approved' }),
    );
    expect(batch.firstSequence).toBe(100);
    expect(parsed(batch.take(String))).toEqual([
      ['review.changed', null, { kind: 'created', ids: [1, 2], channel_id: 42, status: 'inbox' }],
      ['review.changed', '103', { kind: 'updated', ids: [2], channel_id: 42, status: 'approved' }],
    ]);
    expect([batch.isEmpty, batch.firstSequence, batch.take(String)]).toEqual([true, null, '']);
  });

  it('leaves out channel and status if the reviews differ in them', () => {
    const batch = batchOf(review(1), review(2, { channelId: 43, status: 'approved' }), review(3));
    expect(parsed(batch.take(String))).toEqual([
      ['review.changed', '102', { kind: 'created', ids: [1, 2, 3] }],
    ]);
  });

  it('writes 50 ids, and for more objects only the number of changes', () => {
    const changes = (count: number) => Array.from({ length: count }, (_none, at) => review(at + 1));
    const [[, , most]] = parsed(batchOf(...changes(MAX_IDS)).take(String)) as [
      [string, string, { ids: number[] }],
    ];
    expect(most.ids).toHaveLength(MAX_IDS);
    const text = batchOf(...changes(5_000), review(5_000)).take(String);
    expect(text.length).toBeLessThan(200);
    expect(parsed(text)).toEqual([
      [
        'review.changed',
        '5100',
        { kind: 'created', ids: [], changes: 5_001, channel_id: 42, status: 'inbox' },
      ],
    ]);
  });

  it('writes the id of one object, and the list of several', () => {
    const batch = batchOf(
      other('channel.changed', 42),
      other('invite.changed', 1, 'sent'),
      other('invite.changed', 2, 'sent'),
      other('webhook.delivery', 17, 'disabled'),
    );
    expect(parsed(batch.take(String))).toEqual([
      ['channel.changed', null, { id: 42, kind: 'updated' }],
      ['invite.changed', null, { kind: 'sent', ids: [1, 2] }],
      ['webhook.delivery', '103', { webhook_id: 17, kind: 'disabled' }],
    ]);
  });

  it('writes the newest notice of each object without an id, and keeps what is too much for the next time', () => {
    const batch = new ChangeBatch();
    const notice = (id: number, page: number) =>
      batch.addNotice({ name: 'crawl.progress', id, data: { channel_id: id, page } });
    for (let id = 1; id <= 60; id += 1) notice(id, 1);
    notice(1, 2);
    expect(batch.firstSequence).toBeNull();
    const first = parsed(batch.take(String));
    expect(first).toHaveLength(50);
    expect(first[0]).toEqual(['crawl.progress', null, { channel_id: 1, page: 2 }]);
    expect(batch.isEmpty).toBe(false);
    expect(parsed(batch.take(String))).toHaveLength(10);
    expect(batch.isEmpty).toBe(true);
  });
});
