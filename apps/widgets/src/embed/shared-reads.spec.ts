import { SharedReads } from './shared-reads';

/** Reads that end when the spec says so. Each finds its keys with its own number. */
function controlledReads() {
  const begun: { keys: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const reads = new SharedReads<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const number = begun.length;
        const known = keys.filter((key) => key !== 'unknown');
        const end = (): void => resolve(new Map(known.map((key) => [key, `${key} of read ${number}`])));
        begun.push({ keys, end, fail: reject });
      }),
  );
  return { begun, reads };
}

/** A read begins a turn of the event loop after its first visitor. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('SharedReads', () => {
  it('lets visitors who arrive while two reads run share the next one', async () => {
    const { begun, reads } = controlledReads();
    const found = [reads.find('a')];
    await settled();
    found.push(reads.find('a'));
    await settled();
    found.push(reads.find('a'), reads.find('b'), reads.find('b'));
    await settled();
    expect(begun.map(({ keys }) => keys)).toEqual([['a'], ['a']]);
    begun[0]?.end();
    await settled();
    begun[1]?.end();
    begun[2]?.end();
    expect(begun[2]?.keys).toEqual(['a', 'b']);
    await expect(Promise.all(found)).resolves.toEqual([
      'a of read 0',
      'a of read 1',
      'a of read 2',
      'b of read 2',
      'b of read 2',
    ]);
  });

  it('never answers from a read that began before the visitor arrived', async () => {
    const { begun, reads } = controlledReads();
    const first = reads.find('a');
    await settled();
    const second = reads.find('a');
    begun[0]?.end();
    await expect(first).resolves.toBe('a of read 0');
    await settled();
    begun[1]?.end();
    await expect(second).resolves.toBe('a of read 1');
  });

  it('returns null for a key that the read does not find', async () => {
    const { begun, reads } = controlledReads();
    const found = [reads.find('unknown'), reads.find('a')];
    await settled();
    begun[0]?.end();
    await expect(Promise.all(found)).resolves.toEqual([null, 'a of read 0']);
  });

  it('fails only the visitors of a read that fails, and goes on with the next one', async () => {
    const { begun, reads } = controlledReads();
    const failing = Promise.allSettled([reads.find('a'), reads.find('b')]);
    await settled();
    const running = reads.find('a');
    await settled();
    const waiting = reads.find('c');
    begun[0]?.fail(new Error('The database is away.'));
    const outcomes = await failing;
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await settled();
    begun[1]?.end();
    begun[2]?.end();
    await expect(Promise.all([running, waiting])).resolves.toEqual(['a of read 1', 'c of read 2']);
  });
});
