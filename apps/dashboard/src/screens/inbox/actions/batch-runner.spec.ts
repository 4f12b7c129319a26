import { batchesOf, type Failure, runBatches } from './batch-runner';

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const reasonOf = (error: unknown): string => (error as Error).message;
const running = (): AbortSignal => new AbortController().signal;

describe('batchesOf', () => {
  it('cuts a list into batches of at most 100', async () => {
    const sizes: number[] = [];
    for await (const batch of batchesOf(range(250))) sizes.push(batch.length);
    expect(sizes).toEqual([100, 100, 50]);
  });

  it('has no batch for an empty list', async () => {
    expect(await batchesOf([]).next()).toEqual({ done: true, value: undefined });
  });
});

describe('runBatches', () => {
  it('sends all batches and reports progress', async () => {
    const progress: number[] = [];
    const outcome = await runBatches(batchesOf(range(250)), () => Promise.resolve([]), {
      signal: running(),
      onProgress: (finished) => progress.push(finished),
      reasonOf,
    });
    expect(progress).toEqual([100, 200, 250]);
    expect(outcome).toMatchObject({ failed: [], stopped: false });
    expect(outcome.done).toHaveLength(250);
  });

  it('lists the items that were refused and goes on', async () => {
    const refuse = (batch: number[]): Promise<Failure<number>[]> =>
      Promise.resolve(batch.filter((item) => item % 100 === 7).map((item) => ({ item, msg: 'deleted' })));
    const { done, failed } = await runBatches(batchesOf(range(250)), refuse, {
      signal: running(),
      onProgress: () => {},
      reasonOf,
    });
    expect(failed.map(({ item }) => item)).toEqual([7, 107, 207]);
    expect(done).toHaveLength(247);
  });

  it('stops after the batch that is on its way', async () => {
    const stop = new AbortController();
    const outcome = await runBatches(
      batchesOf(range(500)),
      () => {
        stop.abort();
        return Promise.resolve([]);
      },
      { signal: stop.signal, onProgress: () => {}, reasonOf },
    );
    expect(outcome.done).toHaveLength(100);
    expect(outcome.stopped).toBe(true);
  });

  it('survives one failed request and gives up after two in a row', async () => {
    let request = 0;
    const fail = (): Promise<Failure<number>[]> => {
      request += 1;
      return request === 2 ? Promise.resolve([]) : Promise.reject(new Error(`no answer ${request}`));
    };
    const outcome = await runBatches(batchesOf(range(900)), fail, {
      signal: running(),
      onProgress: () => {},
      reasonOf,
    });
    expect(request).toBe(4);
    expect(outcome).toMatchObject({ stopped: true });
    expect(outcome.done).toHaveLength(100);
    expect(outcome.failed).toHaveLength(300);
    expect(outcome.failed[0]?.msg).toBe('no answer 1');
  });

  it('keeps what is done if the list of items breaks off', async () => {
    async function* broken(): AsyncGenerator<number[], void> {
      yield await Promise.resolve([1, 2]);
      throw new Error('no next page');
    }
    const outcome = await runBatches(broken(), () => Promise.resolve([]), {
      signal: running(),
      onProgress: () => {},
      reasonOf,
    });
    expect(outcome).toEqual({ done: [1, 2], failed: [], stopped: true });
  });
});
