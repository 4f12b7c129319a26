import { parseCsv } from '../../../csv/csv-parser';
import { firstSettings, orderEvidence, sampleOf } from './import-settings';

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
