import { ReadingLine } from './reading-line';

const CRAWL = null;

/** Lets these wait in a taken line, then ends one turn after another. Returns the order in which they got their turns. */
async function orderOf(waiting: readonly (number | null)[]): Promise<(number | null)[]> {
  const line = new ReadingLine();
  const never = new AbortController().signal;
  const order: (number | null)[] = [];
  const leave = await line.enter(CRAWL, never);
  const turns = waiting.map(async (caller) => {
    const end = await line.enter(caller, never);
    order.push(caller);
    end();
  });
  expect(order).toEqual([]);
  leave();
  await Promise.all(turns);
  return order;
}

describe('ReadingLine', () => {
  it('serves callers before crawls, and crawls in the order of their arrival', async () => {
    expect(await orderOf([CRAWL, CRAWL, 7, CRAWL, 8])).toEqual([7, 8, CRAWL, CRAWL, CRAWL]);
  });

  it('lets accounts take turns, however many tasks one of them has', async () => {
    expect(await orderOf([1, 1, 1, 2, 1, 3, 2])).toEqual([1, 2, 3, 1, 2, 1, 1]);
  });

  it('serves a crawl after eight callers, however many of them wait', async () => {
    const callers = Array<number>(10).fill(1);
    expect(await orderOf([...callers, CRAWL, CRAWL])).toEqual([...callers.slice(2), CRAWL, 1, 1, CRAWL]);
  });

  it('passes over a task that was aborted while it waited, and is free after the last one', async () => {
    const line = new ReadingLine();
    const never = new AbortController().signal;
    const impatient = new AbortController();
    const leave = await line.enter(CRAWL, never);
    const givenUp = line.enter(1, impatient.signal);
    const crawl = line.enter(CRAWL, never);
    impatient.abort(new Error('enough'));
    await expect(givenUp).rejects.toThrow('enough');
    leave();
    (await crawl)();
    (await line.enter(1, never))();
  });
});
