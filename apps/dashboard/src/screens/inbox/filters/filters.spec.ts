import { parseInboxSearch, reviewOf } from '../inbox-search';
import { chipsOf, FLAGS, searchOfView, toggled, withoutChip, withoutFilters } from './chips';
import { filterQuery, hasFilters, listQuery, searchOfTab, sortOf, tabOf } from './filters';

const NOW = new Date('2026-11-21T10:00:00Z');

describe('The filters of the inbox', () => {
  it('show the waiting reviews, newest first, for an address without parameters', () => {
    expect(tabOf({})).toBe('inbox');
    expect(listQuery({}, NOW)).toEqual({ status: 'inbox' });
  });

  it('leave out the status for all reviews', () => {
    expect(listQuery({ status: 'all', sort: 'oldest' }, NOW)).toEqual({ sort: 'oldest' });
  });

  it('fall back to the defaults for an unknown tab and an unknown order', () => {
    expect(tabOf({ status: 'deleted' })).toBe('inbox');
    expect(sortOf({ sort: 'updated' })).toBe('newest');
    expect(listQuery({ status: "x' OR 1=1", sort: '1' }, NOW)).toEqual({ status: 'inbox' });
  });

  it('are sent to the API without what only the screen knows', () => {
    const search = { q: 'bread', review: '12', add: '1', rating: '4,5', status: 'approved', sort: 'rating' };
    expect(filterQuery(search, NOW)).toEqual({ q: 'bread', rating: '4,5' });
  });

  it('turn a period into its first day', () => {
    expect(filterQuery({ since: '30d' }, NOW).since).toBe('2026-10-22');
    expect(filterQuery({ since: '2026-01-31' }, NOW).since).toBe('2026-01-31');
  });

  it('have one chip per filter, in the order of the menu', () => {
    expect(chipsOf({ tags: '3,4', rating: '5', q: 'bread', until: '2026-01-31' })).toEqual([
      { field: 'rating', values: ['5'] },
      { field: 'tags', values: ['3', '4'] },
      { field: 'posted', values: ['', '2026-01-31'] },
    ]);
  });

  it('lose both days with the chip of the period', () => {
    expect(withoutChip({ since: '7d', until: '2026-01-31', rating: '5' }, 'posted')).toEqual({ rating: '5' });
  });

  it('keep the tab and the order when they are cleared', () => {
    const search = { status: 'all', sort: 'oldest', q: 'bread', tags: '3', review: '12' };
    expect(withoutFilters(search)).toEqual({ status: 'all', sort: 'oldest' });
    expect(hasFilters(withoutFilters(search))).toBe(false);
    expect(hasFilters(search)).toBe(true);
  });

  it('write the same address for the same values in any order', () => {
    expect(toggled({ rating: '5' }, 'rating', '4')).toEqual({ rating: '4,5' });
    expect(toggled({ rating: '4' }, 'rating', '5')).toEqual({ rating: '4,5' });
    expect(toggled({ rating: '4' }, 'rating', '4')).toEqual({});
  });

  it('keep what was searched for in another tab, and not the review of this one', () => {
    const search = { q: 'bread', without_reply: '1', review: '12', status: 'ignored' };
    expect(searchOfTab(search, 'approved')).toEqual({ q: 'bread', without_reply: '1', status: 'approved' });
    expect(searchOfTab(search, 'inbox')).toEqual({ q: 'bread', without_reply: '1' });
  });

  it('send, show and save the ones that are set or not', () => {
    for (const flag of FLAGS) {
      const search = parseInboxSearch({ [flag]: '1', status: 'all' });
      expect(listQuery(search, NOW)).toEqual({ [flag]: '1' });
      expect(chipsOf(search)).toEqual([{ field: flag, values: ['1'] }]);
      expect(parseInboxSearch(searchOfView(listQuery(search, NOW)))).toEqual(search);
    }
  });

  it('drop from a saved view what is not a filter', () => {
    const view = { rating: '1,2', min_rating: 4, status: 'inbox', limit: 100, evil: { $gt: 1 } };
    expect(parseInboxSearch(searchOfView(view))).toEqual({ rating: '1,2', min_rating: '4', status: 'inbox' });
    expect(searchOfView({})).toEqual({ status: 'all' });
  });
});

describe('reviewOf', () => {
  it('reads the id of a deep link', () => {
    expect(reviewOf({ review: '4711' })).toBe(4711);
  });

  it.each(['', '0', '-1', '1e9', '12abc', '9'.repeat(40)])('returns null for %p', (review) => {
    expect(reviewOf({ review })).toBeNull();
  });
});
