import { InboxModel, type LoadList } from './inbox-model';
import type { Review } from './review-rows';
import { toggle, togglePage } from './selection';

const review = (id: number): Review => ({ id, status: 'inbox' }) as Review;

/** One page of reviews per value of `q`: the ids that it lists. */
const load: LoadList =
  ({ q = '1,2,3,4' }) =>
  () => {
    if (q === 'broken') return Promise.reject(new Error('no answer'));
    const items = q.split(',').filter(Boolean).map(Number).map(review);
    return Promise.resolve({ count: items.length, limit: 100, items });
  };

async function opened(current: number | null = null): Promise<InboxModel> {
  const model = new InboxModel(load, current);
  await model.show({});
  return model;
}

describe('InboxModel', () => {
  it('begins with the first review', async () => {
    expect((await opened()).state()).toMatchObject({ ids: [1, 2, 3, 4], current: 1, phase: 'ready' });
  });

  it('stays at a deep link, even if the review is not among the loaded rows', async () => {
    expect((await opened(77)).state().current).toBe(77);
  });

  it('moves to the next row when the current one leaves, and back when it returns', async () => {
    const model = await opened();
    model.step(1);
    model.remove([2]);
    expect(model.state()).toMatchObject({ ids: [1, 3, 4], current: 3 });
    model.restore([2]);
    expect(model.state()).toMatchObject({ ids: [1, 2, 3, 4], current: 2 });
  });

  it('has no current row when the last one leaves', async () => {
    const model = await opened();
    model.remove([1, 2, 3, 4]);
    expect(model.state()).toMatchObject({ ids: [], current: null, count: 0 });
  });

  it('takes out what the tab does not list any more, and shows it again when the change is taken back', async () => {
    const model = new InboxModel(load, null);
    await model.show({ status: 'inbox' });
    model.place([{ ...review(1), status: 'approved' }]);
    expect(model.state()).toMatchObject({ ids: [2, 3, 4], current: 2 });
    model.place([review(1)]);
    expect(model.state()).toMatchObject({ ids: [1, 2, 3, 4], current: 1 });
  });

  it('goes on to the next row if the changed one stays', async () => {
    const model = await opened();
    model.place([{ ...review(1), status: 'approved' }]);
    expect(model.state()).toMatchObject({ ids: [1, 2, 3, 4], current: 2 });
    expect(model.find(1)?.status).toBe('approved');
  });

  it('takes rows that leave out of the selection', async () => {
    const model = await opened();
    model.select(togglePage);
    model.remove([2]);
    expect([...model.state().selection.ids]).toEqual([1, 3, 4]);
  });

  it('keeps the rows until those of other filters are there', async () => {
    const model = await opened();
    const shown = model.show({ q: '8,9' });
    expect(model.state()).toMatchObject({ ids: [1, 2, 3, 4], isRefreshing: true });
    await shown;
    expect(model.state()).toMatchObject({ ids: [8, 9], current: 8, isRefreshing: false });
  });

  it('shows the last filters if two were chosen in a row', async () => {
    const model = await opened();
    await Promise.all([model.show({ q: '8' }), model.show({ q: '9' })]);
    expect(model.state().ids).toEqual([9]);
  });

  it('forgets the selection with other filters, because it would reach reviews that nobody sees', async () => {
    const model = await opened();
    model.select((selection) => toggle(selection, 1));
    await model.show({ q: '1,2' });
    expect(model.state().selection.ids.size).toBe(0);
    expect(model.state().current).toBe(1);
  });

  it('shows that other filters failed', async () => {
    const model = await opened();
    await model.show({ q: 'broken' });
    expect(model.state()).toMatchObject({ phase: 'failed', ids: [] });
  });

  it('is held until it is loaded again', async () => {
    const model = await opened();
    model.hold();
    expect(model.state().isHeld).toBe(true);
    await model.show();
    expect(model.state().isHeld).toBe(false);
  });

  it('counts what arrived without inserting it, until it is asked for', async () => {
    const model = await opened();
    model.setArrived(14);
    expect(model.state()).toMatchObject({ ids: [1, 2, 3, 4], arrived: 14 });
    await model.show();
    expect(model.state().arrived).toBe(0);
  });
});

describe('InboxModel after events were missed', () => {
  const SIZE = 50;
  /** What the server has, newest first. */
  let stored: Review[] = [];
  const add = (...ids: number[]): void => void stored.unshift(...ids.map(review));
  const paged: LoadList = () => (cursor) => {
    const from = Number(cursor ?? 0);
    const items = stored.slice(from, from + SIZE).map((one) => ({ ...one }));
    return Promise.resolve({ count: stored.length, limit: SIZE, items, next_cursor: String(from + SIZE) });
  };

  async function listed(count: number): Promise<InboxModel> {
    stored = Array.from({ length: count }, (_one, at) => review(count - at));
    const model = new InboxModel(paged, null);
    await model.show({});
    return model;
  }

  it('shows what others changed and counts what arrived, and no row moves', async () => {
    const model = await listed(60);
    await model.loadMore();
    const before = model.state().ids;
    stored[55] = { ...stored[55]!, status: 'ignored' };
    add(61, 62);
    expect(await model.compare()).toEqual([]);
    expect(model.state()).toMatchObject({ ids: before, arrived: 2 });
    expect(model.find(5)?.status).toBe('ignored');
  });

  it('returns the rows that the list does not have any more', async () => {
    const model = await listed(60);
    stored = stored.filter(({ id }) => id !== 60 && id !== 30);
    expect(await model.compare()).toEqual([60, 30]);
    expect(model.state().arrived).toBe(0);
  });

  it('does not take what was never loaded for an arrival, nor a review that a person decided', async () => {
    const model = await listed(200);
    model.remove([200]);
    expect(await model.compare()).toEqual([]);
    expect(model.state().arrived).toBe(0);
  });

  it('counts all that arrived in an empty list', async () => {
    const model = await listed(0);
    add(...Array.from({ length: 300 }, (_one, at) => at + 1));
    await model.compare();
    expect(model.state().arrived).toBe(300);
  });

  it('keeps what a person changed while the answer was on its way', async () => {
    const model = await listed(3);
    const answer = model.compare();
    model.put([{ ...review(2), status: 'approved' }]);
    await answer;
    expect(model.find(2)?.status).toBe('approved');
  });
});
