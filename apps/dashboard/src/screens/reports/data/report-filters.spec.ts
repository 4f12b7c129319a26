import { filtersOf, isFiltered, isTable, rangeOf, toggledTable } from './report-filters';

describe('The filters in the address of the reports', () => {
  it('are what the API takes', () => {
    expect(filtersOf({ range: '6', compare: '1', channels: '4,5', groups: '7', type: '1' })).toEqual({
      months: 6,
      compare: true,
      query: { channels: '4,5', groups: '7', type: 1, compare: 'previous' },
    });
  });

  it('have defaults', () => {
    expect(filtersOf({})).toEqual({ months: 12, compare: false, query: {} });
    expect(isFiltered(filtersOf({ compare: '1' }))).toBe(false);
    expect(isFiltered(filtersOf({ groups: '7' }))).toBe(true);
  });

  it('leave out invalid filters', () => {
    const address = { range: '999', channels: '1,x', groups: '-1', type: '0', compare: 'yes' };
    expect(filtersOf(address)).toEqual({ months: 12, compare: false, query: {} });
    expect(filtersOf({ channels: Array(101).fill('1').join(',') }).query).toEqual({});
    expect(rangeOf({ range: '24' })).toBe('24');
  });

  it('remember which charts are tables', () => {
    const both = toggledTable(toggledTable(undefined, 'average'), 'tags');
    expect(both).toBe('average,tags');
    expect([isTable(both, 'tags'), isTable(both, 'tag'), isTable(undefined, 'tags')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(toggledTable('average', 'average')).toBeUndefined();
  });
});
