import type { Schema } from '@plaudit/client';
import { splitRows } from './import-batches';
import { usesByHeader, withUse } from './import-fields';
import {
  badField,
  countRows,
  type ImportRow,
  importRows,
  inputOf,
  summaryOf,
  withAnswer,
  withValue,
} from './import-rows';
import { localProblem, ratingOf, scaleOf } from './local-problem';

const NOW = new Date('2026-11-21T10:00:00Z');
const OPTIONS = { scale: 10, order: 'day_first' } as const;
const SEND = { ...OPTIONS, sourceId: null, isApproved: false };
const USES = ['from_name', 'posted_on', 'rating_value', 'text', null] as const;

function rowsOf(...cells: string[][]): ImportRow[] {
  return importRows(
    cells.map((row, at) => ({ line: at + 2, cells: row })),
    USES,
    new Map(),
    OPTIONS,
  );
}

function answer(change: Partial<Schema<'ReviewBulk'>>): Schema<'ReviewBulk'> {
  return {
    success: true,
    validate_only: true,
    total: 0,
    valid: 0,
    invalid: 0,
    ids: [],
    errors: [],
    inserted: 0,
    ...change,
  };
}

describe('usesByHeader', () => {
  it('knows headings in several languages and leaves out the others', () => {
    expect(usesByHeader(['Gast', 'Datum', 'Punkte', 'Text', 'Zimmer'], 5)).toEqual(USES);
  });

  it('moves a field to the column that a person chose', () => {
    expect(withUse(['title', null], 1, 'title')).toEqual([null, 'title']);
    expect(withUse(['media', null], 1, 'media')).toEqual(['media', 'media']);
    expect(withUse([null, 'text'], 0, null)).toEqual([null, 'text']);
  });
});

describe('localProblem', () => {
  const fine = { from_name: 'Ilse', posted_on: '03.08.2024', text: 'Lovely.' };

  it.each([
    [{}, null],
    [{ from_name: '' }, 'author_missing'],
    [{ text: '' }, 'text_missing'],
    [{ posted_on: '' }, 'date_missing'],
    [{ posted_on: '31.02.2023' }, 'date_no_such_day'],
    [{ rating_value: '11' }, 'rating_over'],
    [{ rating_value: '-1' }, 'rating_negative'],
    [{ rating_value: '–' }, 'rating_unreadable'],
    [{ rating_value: '4/5' }, 'rating_unreadable'],
  ])('finds in %j the problem %s', (change, code) => {
    expect(localProblem({ ...fine, ...change }, OPTIONS, NOW)?.code ?? null).toBe(code);
  });

  it('reads ratings with a comma and with their scale', () => {
    expect([ratingOf('4,5', 5), ratingOf('9/10', 10), ratingOf(' ', 5)]).toEqual([4.5, 9, null]);
    expect(['FIVE', '5 star', '★★★★★', '★★★☆☆', 'four stars'].map((text) => ratingOf(text, 5))).toEqual([
      5, 5, 5, 3, 4,
    ]);
  });

  it.each([
    [['5', '4', '3,5'], 5],
    [['9', '10', '4'], 10],
    [['80', '95'], 100],
    [['1', '5', '4', '9'], 5],
    [['90'], 5],
    [[...Array.from({ length: 99 }, () => '9'), '11'], 10],
    [[], 5],
  ])('guesses the scale of %j', (texts, scale) => {
    expect(scaleOf(texts)).toBe(scale);
  });
});

describe('importRows', () => {
  const rows = rowsOf(
    ['Ilse', '03.08.2024', '9', 'Lovely.', '214'],
    ['', '03.08.2024', '9', 'No name.'],
    ['Ilse', '04.08.2024', '8', 'Lovely.'],
  );

  it('finds problems and rows that repeat an earlier one', () => {
    expect(rows.map(({ state }) => state)).toEqual([
      { kind: 'unchecked' },
      { kind: 'problem', problem: { field: 'from_name', code: 'author_missing' } },
      { kind: 'duplicate_row', line: 2 },
    ]);
  });

  it('checks a row again after it changed, and the row that it duplicated', () => {
    const changed = withValue(rows, 2, { from_name: 'Anna' }, OPTIONS);
    expect(changed.map(({ state }) => state.kind)).toEqual(['unchecked', 'problem', 'unchecked']);
  });

  it('leaves out what stands for nothing, and keeps several columns of a field', () => {
    const uses = ['from_name', 'from_name', 'title', 'text', 'media', 'media', 'language'] as const;
    const cells = [
      'Ada',
      'Lund',
      'NULL',
      'None',
      'https://a.io/1.jpg,https://a.io/2.jpg',
      '["https://a.io/3.jpg"]',
      'None',
    ];
    const [row] = importRows([{ line: 2, cells }], uses, new Map(), OPTIONS);
    expect(inputOf(row as ImportRow, SEND)).toMatchObject({
      from_name: 'Ada Lund',
      text: 'None',
      media: [1, 2, 3].map((at) => ({ url: `https://a.io/${at}.jpg`, type: 'image' })),
    });
    expect(inputOf(row as ImportRow, SEND)).not.toHaveProperty('language');
  });

  it('puts the title above the text', () => {
    const values = { from_name: 'Ada', posted_on: '2024-08-03', title: 'Top', text: 'Fine.' };
    expect(inputOf({ line: 2, values, state: { kind: 'ready' } }, SEND).text).toBe('Top\nFine.');
  });

  it('sends dates and ratings as they were understood', () => {
    const [row] = rows;
    expect(inputOf(row as ImportRow, { ...SEND, sourceId: 7, isApproved: true })).toEqual({
      from_name: 'Ilse',
      text: 'Lovely.',
      posted_on: '2024-08-03',
      status: 'approved',
      rating_value: 9,
      rating_scale: 10,
      source_id: 7,
    });
  });
});

describe('withAnswer', () => {
  const rows = rowsOf(
    ['A', '2024-08-03', '9', 'a'],
    ['B', '2024-08-03', '9', 'b'],
    ['C', '2024-08-03', '7', 'c'],
  );
  const errors = [
    { index: 1, field: 'text', code: 'duplicate_review', msg: 'known', existing_id: 5 },
    { index: 2, field: 'language', code: 'invalid_value', msg: 'wrong' },
  ] as Schema<'BulkError'>[];

  it('sorts the rows of a dry run', () => {
    const checked = withAnswer(rows, rows, answer({ errors }));
    expect(checked.map(({ state }) => state)).toEqual([
      { kind: 'ready' },
      { kind: 'duplicate', id: 5, fault: { code: 'duplicate_review', field: 'text', msg: 'known' } },
      { kind: 'refused', fault: { code: 'invalid_value', field: 'language', msg: 'wrong' } },
    ]);
    expect(countRows(checked)).toEqual({ ready: 1, duplicates: 1, problems: 1, imported: 0, unchecked: 0 });
    expect(summaryOf(checked, OPTIONS)).toEqual({ average: 4.5, years: [2024, 2024] });
  });

  it('keeps the ids of an import', () => {
    const imported = withAnswer(rows, rows, answer({ validate_only: false, ids: [1, null, null], errors }));
    expect(imported[0]?.state).toEqual({ kind: 'imported', id: 1 });
  });
});

describe('splitRows', () => {
  it('sends at most 500 rows and less than 2 MiB in one request', () => {
    const many = rowsOf(...Array.from({ length: 501 }, (_, at) => [`A ${at}`, '2024-08-03', '9', 'a']));
    expect(splitRows(many, SEND, 'run').map(({ key, items }) => [key, items.length])).toEqual([
      ['run-1', 500],
      ['run-2', 1],
    ]);
    const long = rowsOf(
      ...Array.from({ length: 100 }, (_, at) => [`A ${at}`, '2024-08-03', '9', '李'.repeat(20_000)]),
    );
    const sizes = splitRows(long, SEND, 'run').map(
      ({ items }) => new TextEncoder().encode(JSON.stringify(items.map((row) => inputOf(row, SEND)))).length,
    );
    expect(Math.max(...sizes)).toBeLessThan(2 * 1024 * 1024);
  });
});

describe('badField', () => {
  it('names the field of a list item', () => {
    const fault = { code: 'validation_failed', field: 'tags[0]', msg: 'too long' };
    const state = { kind: 'refused', fault } as const;
    expect(badField({ line: 2, values: {}, state })).toBe('tags');
  });
});
