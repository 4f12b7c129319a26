import { type Account, FairQueue } from './fair-queue';

function queueOf(...items: readonly (readonly [Account, string])[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [account, item] of items) queue.add(account, item);
  return queue;
}

/** Takes all items out of the queue and returns them in their order. */
function taken(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) items.push(item);
  return items;
}

describe('FairQueue', () => {
  it('lets accounts take turns, each with its oldest item', () => {
    const queue = queueOf([1, 'a'], [1, 'b'], [1, 'c'], [2, 'd'], [null, 'e'], [2, 'f']);
    expect(taken(queue)).toEqual(['a', 'd', 'e', 'b', 'f', 'c']);
  });

  it('puts an account that comes back behind those that wait', () => {
    const queue = queueOf([1, 'a'], [2, 'b'], [2, 'c']);
    expect(queue.next()).toBe('a');
    queue.add(1, 'd');
    expect(taken(queue)).toEqual(['b', 'd', 'c']);
  });

  it('counts its items, and those of an account', () => {
    const queue = queueOf([1, 'a'], [1, 'b'], [2, 'c']);
    expect([queue.size, queue.sizeOf(1), queue.sizeOf(2), queue.sizeOf(3)]).toEqual([3, 2, 1, 0]);
    queue.next();
    expect([queue.size, queue.sizeOf(1), queue.sizeOf(2)]).toEqual([2, 1, 1]);
  });

  it('forgets an item that waits no longer, and counts it once', () => {
    const queue = queueOf([1, 'a'], [2, 'b'], [2, 'c']);
    for (let times = 0; times < 2; times += 1) queue.delete(1, 'a');
    queue.delete(3, 'c');
    expect([queue.size, queue.sizeOf(1)]).toEqual([2, 0]);
    expect(taken(queue)).toEqual(['b', 'c']);
  });

  it('has no next item if it is empty', () => {
    expect(new FairQueue().next()).toBeUndefined();
  });
});
