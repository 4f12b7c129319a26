import { batchesOf, charactersIn } from './batches';

const LIMITS = { texts: 3, characters: 10, bytes: 1_000 };
const texts = (sent: string[], source: string | null = null) => sent.map((one) => ({ sent: one, source }));
const sentIn = (batches: { items: { sent: string }[] }[]) =>
  batches.map(({ items }) => items.map(({ sent }) => sent));

describe('batchesOf', () => {
  it('starts a batch after so many texts', () => {
    const batches = batchesOf(texts(['a', 'b', 'c', 'd']), LIMITS, true);
    expect(sentIn(batches)).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('starts a batch after so many code points, which emoji are one of each', () => {
    const batches = batchesOf(texts(['😀😀😀😀😀', '12345', '6']), LIMITS, true);
    expect(sentIn(batches)).toEqual([['😀😀😀😀😀', '12345'], ['6']]);
  });

  it('starts a batch after so many bytes of JSON', () => {
    const limits = { texts: 50, characters: 1_000, bytes: 12 };
    expect(sentIn(batchesOf(texts(['ééé', 'é', '\n\n']), limits, true))).toEqual([['ééé'], ['é', '\n\n']]);
  });

  it('sends a text that exceeds a limit by itself alone', () => {
    const batches = batchesOf(texts(['a', 'x'.repeat(11), 'b']), LIMITS, true);
    expect(sentIn(batches)).toEqual([['a'], ['x'.repeat(11)], ['b']]);
  });

  it('lets a translator that mixes languages detect them all', () => {
    const mixed = [...texts(['a'], 'de'), ...texts(['b'])];
    expect(batchesOf(mixed, LIMITS, true)).toEqual([{ source: null, items: mixed }]);
  });

  it('separates the languages for one that does not, and sends texts of unknown languages alone', () => {
    const mixed = [...texts(['a'], 'de'), ...texts(['b', 'c']), ...texts(['d'], 'fr'), ...texts(['e'], 'de')];
    const batches = batchesOf(mixed, LIMITS, false);
    expect(batches.map(({ source }) => source)).toEqual(['de', null, null, 'fr']);
    expect(sentIn(batches)).toEqual([['a', 'e'], ['b'], ['c'], ['d']]);
  });

  it('makes no batch of no text', () => {
    expect(batchesOf([], LIMITS, true)).toEqual([]);
    expect(batchesOf([], LIMITS, false)).toEqual([]);
  });
});

describe('charactersIn', () => {
  it('counts code points', () => {
    expect(['', 'abc', 'é', '😀', '日本'].map(charactersIn)).toEqual([0, 3, 1, 1, 2]);
  });
});
