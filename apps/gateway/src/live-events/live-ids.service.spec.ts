import { Secrets } from '@plaudit/runtime';
import { LiveIdsService } from './live-ids.service';

const idsWith = (byte: number, previous?: number): LiveIdsService => {
  const [key, old] = [byte, previous].map((one) => one && Buffer.alloc(32, one).toString('base64'));
  return new LiveIdsService(new Secrets(key as string, old as string | undefined));
};
const ids = idsWith(1);

describe('the id of a live event', () => {
  it('is read by every replica, also after the SECRETS_KEY has changed', () => {
    for (const sequence of [0, 4711, 10 ** 12]) {
      const id = ids.idOf(sequence, 7);
      expect([idsWith(1).sequenceIn(id, 7), idsWith(2, 1).sequenceIn(id, 7)]).toEqual([sequence, sequence]);
    }
  });

  it('says nothing about what happened in between', () => {
    const made = [5, 5, 6, 70_000_000].map((sequence) => ids.idOf(sequence, 7));
    expect(new Set(made).size).toBe(4);
    expect(new Set(made.map((id) => id.length)).size).toBe(1);
    expect(made.filter((id) => !/^[\w-]+$/.test(id))).toEqual([]);
  });

  it('is unknown to another account and to another installation', () => {
    expect([ids.sequenceIn(ids.idOf(5, 7), 8), idsWith(3).sequenceIn(ids.idOf(5, 7), 7)]).toEqual([
      'unknown',
      'unknown',
    ]);
  });

  it.each<[string | string[] | undefined, 'unknown' | null]>([
    [undefined, null],
    ['', null],
    ['4711', 'unknown'],
    ['unknown', 'unknown'],
    ['constructor', 'unknown'],
    [`${ids.idOf(5, 7)}A`.slice(4), 'unknown'],
    ['A'.repeat(100_000), 'unknown'],
    [['1', '2'], 'unknown'],
  ])('is not %j', (text, expected) => {
    expect(ids.sequenceIn(text, 7)).toBe(expected);
  });
});
