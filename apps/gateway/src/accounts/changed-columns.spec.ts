import { changedColumns } from './changed-columns';

interface Columns {
  name?: string | null;
  ids?: number[];
}

describe('changedColumns', () => {
  it('returns only the columns that differ, before and after', () => {
    expect(changedColumns<Columns>({ name: 'Noa', ids: [1] }, { name: null, ids: [1] })).toEqual({
      before: { name: 'Noa' },
      after: { name: null },
    });
  });

  it('compares lists by their items', () => {
    expect(changedColumns<Columns>({ ids: [1, 2] }, { ids: [1, 2] })).toBeNull();
    expect(changedColumns<Columns>({ ids: [1, 2] }, { ids: [2, 1] })).toEqual({
      before: { ids: [1, 2] },
      after: { ids: [2, 1] },
    });
  });

  it('returns null when the patch is empty or holds only undefined', () => {
    expect(changedColumns<Columns>({ name: 'Noa' }, {})).toBeNull();
    expect(changedColumns<Columns>({ name: 'Noa' }, { name: undefined })).toBeNull();
  });
});
