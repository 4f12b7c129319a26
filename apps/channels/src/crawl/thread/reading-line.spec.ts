import type { ThreadTerms } from './thread-task';
import { ReadingLine } from './reading-line';

/** Reads `check 7` as a check of account 7. */
function termsOf(task: string, signal = new AbortController().signal): ThreadTerms {
  const [line, account] = task.split(' ');
  return { line: line as ThreadTerms['line'], account: Number(account), signal };
}

/** Lets these wait in a taken line, then ends one turn after another. Returns the order in which they got their turns. */
async function orderOf(waiting: readonly string[]): Promise<string[]> {
  const line = new ReadingLine();
  const order: string[] = [];
  const leave = await line.enter(termsOf('crawl 9'));
  const turns = waiting.map(async (task) => {
    const end = await line.enter(termsOf(task));
    order.push(task);
    end();
  });
  expect(order).toEqual([]);
  leave();
  await Promise.all(turns);
  return order;
}

describe('ReadingLine', () => {
  it('serves checks before crawls', async () => {
    const order = await orderOf(['crawl 1', 'crawl 2', 'check 7', 'crawl 3', 'check 8']);
    expect(order).toEqual(['check 7', 'check 8', 'crawl 1', 'crawl 2', 'crawl 3']);
  });

  it.each(['check', 'crawl'])(
    'lets accounts take turns, however many tasks of a %s one of them has',
    async (line) => {
      const order = await orderOf([1, 1, 1, 2, 1, 3, 2].map((account) => `${line} ${account}`));
      expect(order).toEqual([1, 2, 3, 1, 2, 1, 1].map((account) => `${line} ${account}`));
    },
  );

  it('serves a crawl after eight checks, however many of them wait', async () => {
    const checks = Array<string>(10).fill('check 1');
    const order = [...checks.slice(2), 'crawl 1', 'check 1', 'check 1', 'crawl 1'];
    expect(await orderOf([...checks, 'crawl 1', 'crawl 1'])).toEqual(order);
  });

  it('passes over a task that was aborted while it waited, and is free after the last one', async () => {
    const line = new ReadingLine();
    const impatient = new AbortController();
    const leave = await line.enter(termsOf('crawl 1'));
    const givenUp = line.enter(termsOf('check 1', impatient.signal));
    const crawl = line.enter(termsOf('crawl 1'));
    impatient.abort(new Error('enough'));
    await expect(givenUp).rejects.toThrow('enough');
    leave();
    (await crawl)();
    (await line.enter(termsOf('check 1')))();
  });
});
