import type { Schema } from '@plaudit/client';
import type { ColumnUse } from './import-fields';
import { groupOf, importRows, type ImportRow, inputOf, withAnswer, withValue } from './import-rows';

const USES: ColumnUse[] = ['name', 'recipient', 'reference', 'data'];
const HEADER = ['Name', 'Email', 'Order', 'Room type'];
const rowsOf = (...cells: string[][]): ImportRow[] =>
  importRows(
    cells.map((one, at) => ({ line: at + 2, cells: one })),
    USES,
    HEADER,
  );
const kinds = (rows: readonly ImportRow[]): string[] => rows.map(({ state }) => state.kind);
const answer = (part: Partial<Schema<'InviteBulk'>>): Schema<'InviteBulk'> =>
  ({ success: true, validate_only: true, ids: [], errors: [], ...part }) as Schema<'InviteBulk'>;
const OPTIONS = { settingsId: null, country: 'de', followup: true };

describe('importRows', () => {
  it('reads values and data by the uses of the columns', () => {
    expect(rowsOf([' Noa ', 'noa@example.com', '', 'Lake'])).toEqual([
      {
        line: 2,
        values: { name: 'Noa', recipient: 'noa@example.com' },
        data: { room_type: 'Lake' },
        state: { kind: 'unchecked' },
      },
    ]);
  });

  it('joins first and last names', () => {
    const rows = importRows(
      [{ line: 2, cells: ['Bergman', 'noa@example.com', 'Noa'] }],
      ['last_name', 'recipient', 'first_name'],
      [],
    );
    expect(rows[0]?.values).toEqual({ recipient: 'noa@example.com', name: 'Noa Bergman' });
  });

  it('finds repeated people and references, of which the first one stays', () => {
    const rows = rowsOf(
      ['Noa', 'noa@example.com', 'A-1'],
      ['Noa', 'NOA@example.com'],
      ['Adil', 'adil@example.com', 'A-1'],
      ['Lena', '+49 (151) 2345'],
      ['Lena', '+491512345'],
    );
    expect(rows.map(({ state }) => state)).toEqual([
      { kind: 'unchecked' },
      { kind: 'duplicate', of: 'recipient', line: 2 },
      { kind: 'duplicate', of: 'reference', line: 2 },
      { kind: 'unchecked' },
      { kind: 'duplicate', of: 'recipient', line: 5 },
    ]);
  });

  it('finds rows without a recipient and rows that are too short', () => {
    expect(kinds(rowsOf(['Noa'], ['Adil', '  ']))).toEqual(['problem', 'problem']);
  });
});

describe('withValue', () => {
  it('frees a row when the one that it repeated changes', () => {
    const rows = rowsOf(['Noa', 'noa@example.com'], ['Adil', 'noa@example.com']);
    expect(kinds(withValue(rows, 2, 'recipient', 'other@example.com'))).toEqual(['unchecked', 'unchecked']);
  });

  it('has a changed row checked again and removes an empty value', () => {
    const [row] = withValue(rowsOf(['Noa', '']), 2, 'recipient', 'noa@example.com');
    expect(row?.state).toEqual({ kind: 'unchecked' });
    expect(withValue([row as ImportRow], 2, 'name', ' ')[0]?.values).toEqual({
      recipient: 'noa@example.com',
    });
  });
});

describe('inputOf', () => {
  it('names the country of national numbers only', () => {
    const [national, foreign, mail] = rowsOf(['', '0151 2345'], ['', '+33 6'], ['', 'a@example.com']);
    expect(inputOf(national as ImportRow, OPTIONS)).toEqual({ recipient: '0151 2345', country: 'DE' });
    expect(inputOf(foreign as ImportRow, OPTIONS)).toEqual({ recipient: '+33 6' });
    expect(inputOf(mail as ImportRow, { ...OPTIONS, followup: false })).toEqual({
      recipient: 'a@example.com',
      followup: false,
    });
  });
});

describe('withAnswer', () => {
  const rows = rowsOf(['A', 'a@example.com', '1'], ['B', 'b@example.com', '2'], ['C', 'c@example.com', '3']);
  const batch = { key: 'k', items: rows.slice(1) };

  it('keeps what a dry run says, by the place in the batch', () => {
    const error = {
      index: 1,
      field: 'recipient',
      code: 'invalid_recipient',
      msg: 'recipient must be …',
    } as const;
    const checked = withAnswer(rows, batch, answer({ ids: [null, null], errors: [error] }));
    expect(checked.map(({ state }) => state)).toEqual([
      { kind: 'unchecked' },
      { kind: 'ready' },
      {
        kind: 'problem',
        fault: { code: 'invalid_recipient', field: 'recipient', msg: 'recipient must be …' },
      },
    ]);
    expect(checked.map(groupOf)).toEqual(['problem', 'ready', 'problem']);
  });

  it('keeps what an import says', () => {
    const imported = withAnswer(rows, batch, answer({ validate_only: false, ids: [77, null] }));
    expect(imported.map(({ state }) => state)).toEqual([
      { kind: 'unchecked' },
      { kind: 'imported', id: 77 },
      { kind: 'unchecked' },
    ]);
  });

  it('ignores an error of a row that was not sent', () => {
    const error = { index: 9, field: null, code: 'invalid_json', msg: '' } as const;
    expect(kinds(withAnswer(rows, batch, answer({ ids: [], errors: [error] })))).toEqual([
      'unchecked',
      'ready',
      'ready',
    ]);
  });
});
