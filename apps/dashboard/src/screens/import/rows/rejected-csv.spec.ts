import { parseCsv } from '../../../csv/csv-parser';
import { importRows } from './import-rows';
import { rejectedCsv } from './rejected-csv';

describe('rejectedCsv', () => {
  it('has all columns of the file, what was changed, and the reason', () => {
    const table = parseCsv('Name,Datum,Text,Zimmer\nIlse,2024-08-03,Gut,1\nAnna,gestern,Gut,2');
    const uses = ['from_name', 'posted_on', 'text', null] as const;
    const edits = new Map([[3, { from_name: 'Anna S.' }]]);
    const rows = importRows(table.rows.slice(1), uses, edits, { scale: 5, order: 'day_first' });
    const csv = rejectedCsv(
      table,
      rows,
      { uses, hasHeader: true, heading: 'Reason' },
      ({ state }) => state.kind,
    );
    expect(csv).toBe('\uFEFFName,Datum,Text,Zimmer,Reason\r\nAnna S.,gestern,Gut,2,problem\r\n');
  });
});
