import { parseCsv } from '../../../csv/csv-parser';
import { firstSettings, orderEvidence, sampleOf, shownRowsOf } from './import-settings';

const TABLE = parseCsv('Gast;Datum;Punkte;Text\n;31.08.2024;9;Gut\nIlse;01.09.2024;8;Fein');

describe('firstSettings', () => {
  it('guesses columns, scale, order and the name of the source', () => {
    expect(firstSettings(TABLE, 'guestbook 2024.csv')).toEqual({
      hasHeader: true,
      uses: ['from_name', 'posted_on', 'rating_value', 'text'],
      scale: 10,
      order: 'day_first',
      source: { kind: 'new', name: 'guestbook 2024' },
      isApproved: false,
    });
  });

  it('leaves the columns of a file without headings to the person', () => {
    const { hasHeader, uses } = firstSettings(parseCsv('Ilse,2024-08-03,Gut'), 'a.csv');
    expect([hasHeader, uses]).toEqual([false, [null, null, null]]);
  });

  it('shows a sample that is not empty and the date that shows the order', () => {
    expect(sampleOf(TABLE, true, 0)).toBe('Ilse');
    expect(orderEvidence(TABLE, true, ['from_name', 'posted_on', null, null]).example).toBe('31.08.2024');
  });
});

describe('shownRowsOf', () => {
  const table = parseCsv(
    'name,body,status,deleted_at\nAnn,Fine,published,\nBo,Pills,spam,\nCy,Bad,published,2026-01-02',
  );

  it('leaves out the rows that the file marks as hidden, and names the columns that mark them', () => {
    const { rows, hiddenCount, hiddenBy } = shownRowsOf(table, true, ['from_name', 'text', null, null]);
    expect(rows.map(({ line }) => line)).toEqual([2]);
    expect([hiddenCount, hiddenBy]).toEqual([2, ['status', 'deleted_at']]);
  });

  it('keeps the rows if the person gives the columns a field, or says that they have no names', () => {
    const { rows, hiddenBy } = shownRowsOf(table, true, ['from_name', 'text', 'tags', null]);
    expect([rows.map(({ line }) => line), hiddenBy]).toEqual([[2, 3], ['deleted_at']]);
    expect(shownRowsOf(table, false, []).rows).toHaveLength(4);
  });
});
