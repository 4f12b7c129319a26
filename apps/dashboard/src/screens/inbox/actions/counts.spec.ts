import { shifted } from './counts';

const COUNTS = { inbox: 10, approved: 5, ignored: 1, total: 16, facets: null };

describe('shifted', () => {
  it('moves reviews between the tabs and keeps the total', () => {
    expect(shifted(COUNTS, ['inbox', 'inbox', 'ignored'], 'approved')).toEqual({
      inbox: 8,
      approved: 8,
      ignored: 0,
      total: 16,
      facets: null,
    });
  });

  it('takes deleted reviews out of the total', () => {
    expect(shifted(COUNTS, ['inbox', 'approved'], null)).toEqual({
      inbox: 9,
      approved: 4,
      ignored: 1,
      total: 14,
      facets: null,
    });
  });

  it('never becomes negative, even if the counts were old', () => {
    expect(shifted({ inbox: 0, approved: 0, ignored: 0, total: 0, facets: null }, ['inbox'], null)).toEqual({
      inbox: 0,
      approved: 0,
      ignored: 0,
      total: 0,
      facets: null,
    });
  });
});
