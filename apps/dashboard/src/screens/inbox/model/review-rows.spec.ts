import { type Review, type ReviewPage, ReviewRows } from './review-rows';

const review = (id: number, text = ''): Review => ({ id, text, status: 'inbox' }) as Review;

/** Pages of two of five reviews. */
function pages(cursor = '1'): Promise<ReviewPage> {
  const from = Number(cursor);
  const items = [1, 2, 3, 4, 5].slice(from - 1, from + 1).map((id) => review(id));
  return Promise.resolve({ count: 5, limit: 2, items, next_cursor: String(from + 2) });
}

describe('ReviewRows', () => {
  const rowsOf = (load = pages): ReviewRows => new ReviewRows(load, () => {});

  it('loads page after page until the last', async () => {
    const rows = rowsOf();
    expect(rows.state).toMatchObject({ phase: 'loading', hasMore: true });
    await rows.loadMore();
    expect(rows.state).toMatchObject({ ids: [1, 2], phase: 'ready', count: 5, hasMore: true });
    for (let at = 0; at < 4; at += 1) await rows.loadMore();
    expect(rows.state).toMatchObject({ ids: [1, 2, 3, 4, 5], hasMore: false });
  });

  it('loads a page once, however often it is asked for', async () => {
    const asked: (string | undefined)[] = [];
    const rows = new ReviewRows(
      (cursor) => {
        asked.push(cursor);
        return pages(cursor);
      },
      () => {},
    );
    await Promise.all([rows.loadMore(), rows.loadMore(), rows.loadMore()]);
    expect(asked).toEqual([undefined]);
  });

  it('shows a review once, even if two pages have it', async () => {
    const rows = rowsOf((cursor) =>
      Promise.resolve({ count: 3, limit: 2, items: [review(cursor ? 2 : 1), review(2)], next_cursor: 'x' }),
    );
    await rows.loadMore();
    await rows.loadMore();
    expect(rows.state.ids).toEqual([1, 2]);
  });

  it('takes rows out and puts them back at their place', async () => {
    const rows = rowsOf();
    await rows.loadMore();
    await rows.loadMore();
    rows.remove([2, 3, 99]);
    expect(rows.state).toMatchObject({ ids: [1, 4], count: 3 });
    rows.remove([2]);
    expect(rows.state.count).toBe(3);
    expect(rows.restore([3, 99])).toEqual([99]);
    expect(rows.state).toMatchObject({ ids: [1, 3, 4], count: 4 });
  });

  it('does not show a row again that left before the next page arrived', async () => {
    const rows = rowsOf();
    await rows.loadMore();
    rows.remove([1]);
    await rows.loadMore();
    expect(rows.state).toMatchObject({ ids: [2, 3, 4], count: 4 });
  });

  it('has new data of a known review and ignores an unknown one', async () => {
    const rows = rowsOf();
    await rows.loadMore();
    rows.put([review(2, 'edited'), review(99, 'other list')]);
    expect(rows.find(2)?.text).toBe('edited');
    expect(rows.find(99)).toBeUndefined();
    expect(rows.state.ids).toEqual([1, 2]);
  });

  it('keeps its rows when a later page fails, and tries that page again', async () => {
    let failing = false;
    const rows = rowsOf((cursor) => (failing ? Promise.reject(new Error('no answer')) : pages(cursor)));
    await rows.loadMore();
    failing = true;
    await rows.loadMore();
    expect(rows.state).toMatchObject({ ids: [1, 2], phase: 'ready', hasMore: true });
    expect(rows.state.error).toBeInstanceOf(Error);
    failing = false;
    await rows.loadMore();
    expect(rows.state).toMatchObject({ ids: [1, 2, 3, 4], error: null });
  });

  it('has failed if not even the first page loads', async () => {
    const rows = rowsOf(() => Promise.reject(new Error('no answer')));
    await rows.loadMore();
    expect(rows.state).toMatchObject({ ids: [], phase: 'failed' });
  });
});
