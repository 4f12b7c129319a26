import { type Batch, type BatchProgress, runBatches, splitBatches } from './batch-runner';

const double = ({ items }: Batch<number>): Promise<number[]> =>
  Promise.resolve(items.map((item) => item * 2));

describe('splitBatches', () => {
  it('keeps the order and gives each batch a key of its own', () => {
    expect(splitBatches([1, 2, 3, 4, 5], 2, 'run')).toEqual([
      { key: 'run-1', items: [1, 2] },
      { key: 'run-2', items: [3, 4] },
      { key: 'run-3', items: [5] },
    ]);
    expect(splitBatches([], 2, 'run')).toEqual([]);
  });
});

describe('runBatches', () => {
  it('sends one batch after the other and tells how far it is', async () => {
    const seen: BatchProgress[] = [];
    let open = 0;
    const run = await runBatches(
      splitBatches([1, 2, 3], 2, 'run'),
      async (batch) => {
        open += 1;
        expect(open).toBe(1);
        const answer = await double(batch);
        open -= 1;
        return answer;
      },
      { onProgress: (progress) => seen.push(progress) },
    );
    expect(run.answers.flatMap(({ answer }) => answer)).toEqual([2, 4, 6]);
    expect(run).toMatchObject({ failed: [], unsent: [], stopped: false });
    expect(seen).toEqual([
      { done: 2, total: 3 },
      { done: 3, total: 3 },
    ]);
  });

  it('goes on after a batch that failed and names it', async () => {
    const run = await runBatches(splitBatches([1, 2, 3], 1, 'run'), (batch) =>
      batch.key === 'run-2' ? Promise.reject(new Error('away')) : double(batch),
    );
    expect(run.answers.map(({ batch }) => batch.key)).toEqual(['run-1', 'run-3']);
    expect(run.failed).toMatchObject([{ batch: { key: 'run-2', items: [2] }, error: { message: 'away' } }]);
  });

  it('ends after two failures in a row and names what was not sent', async () => {
    const run = await runBatches(splitBatches([1, 2, 3, 4], 1, 'run'), () =>
      Promise.reject(new Error('away')),
    );
    expect(run.failed).toHaveLength(2);
    expect(run.unsent.flatMap(({ items }) => items)).toEqual([3, 4]);
    expect(run.stopped).toBe(false);
  });

  it('stops after the batch that is under way', async () => {
    const control = new AbortController();
    const run = await runBatches(
      splitBatches([1, 2, 3], 1, 'run'),
      (batch) => {
        control.abort();
        return double(batch);
      },
      { signal: control.signal },
    );
    expect(run.answers.flatMap(({ answer }) => answer)).toEqual([2]);
    expect(run.unsent.flatMap(({ items }) => items)).toEqual([2, 3]);
    expect(run.stopped).toBe(true);
  });
});
