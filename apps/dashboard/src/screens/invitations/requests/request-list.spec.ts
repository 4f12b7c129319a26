import { filtersOf, isFiltered, listQuery, nextOrder } from './request-list';

describe('filtersOf', () => {
  it('reads an address', () => {
    const filters = filtersOf({
      status: 'sent,failed',
      type: 'sms',
      settings: '7',
      q: 'noa',
      start: '50',
      order: 'name',
      sort: 'ASC',
    });
    expect(listQuery(filters)).toEqual({
      status: 'sent,failed',
      type: 'sms',
      settings_id: 7,
      search: 'noa',
      start: 50,
      limit: 50,
      order: 'name',
      sort: 'ASC',
    });
    expect(isFiltered(filters)).toBe(true);
  });

  it('leaves out what is not valid', () => {
    const filters = filtersOf({
      status: 'lost,,x',
      type: 'fax',
      settings: '-1',
      start: '1e9',
      order: 'recipient;',
      sort: 'up',
    });
    expect(listQuery(filters)).toEqual({ start: 0, limit: 50, order: 'id', sort: 'DESC' });
    expect(isFiltered(filters)).toBe(false);
  });

  it('keeps to the largest values of the API', () => {
    expect(filtersOf({ start: '999999999', q: 'x'.repeat(300) })).toMatchObject({
      start: 1_000_000,
      search: 'x'.repeat(200),
    });
  });
});

describe('nextOrder', () => {
  it('turns the direction with the second press and goes back to the first page', () => {
    const first = filtersOf({});
    expect(nextOrder(first, 'name')).toEqual({ order: 'name', sort: 'ASC', start: undefined });
    expect(nextOrder(filtersOf({ order: 'name', sort: 'ASC' }), 'name').sort).toBe('DESC');
    expect(nextOrder(filtersOf({ order: 'name', sort: 'DESC' }), 'name').sort).toBe('ASC');
  });
});
