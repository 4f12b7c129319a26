import { ApiError } from '@plaudit/contracts';
import { IMPORT_FIELDS, type ImportField } from './import-columns';
import { readRow } from './import-row';

const COLUMNS = new Map(IMPORT_FIELDS.map((field, at) => [field, at]));
const TERMS = { now: new Date('2026-11-20T12:00:00Z'), scale: 5 };

type Cells = Partial<Record<ImportField, string>>;

const FULL: Cells = { from_name: 'Lena', text: 'Nice.', rating_value: '4', posted_on: '2026-02-03' };

function review(cells: Cells) {
  const row = { cells: IMPORT_FIELDS.map((field) => cells[field] ?? ''), isTooLong: false };
  return readRow(row, COLUMNS, TERMS);
}

function refusal(cells: Cells): ApiError {
  try {
    review(cells);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('The row was read');
}

describe('readRow', () => {
  it('reads every field', () => {
    const read = review({
      ...FULL,
      title: 'Great',
      external_id: 'r-1',
      post_url: 'https://example.com/r/1',
      from_url: 'https://example.com/u/1',
      from_image: 'https://example.com/u/1.jpg',
      language: 'pt-BR',
      verified: 'Yes',
      rating_scale: '10',
      reply: 'Thanks!',
      reply_posted_on: '2026-02-04',
    });
    expect(read).toMatchObject({
      externalId: 'r-1',
      text: 'Great\nNice.',
      fromName: 'Lena',
      ratingValue: 4,
      ratingScale: 10,
      postedOn: new Date('2026-02-03T00:00:00Z'),
      postUrl: 'https://example.com/r/1',
      fromUrl: 'https://example.com/u/1',
      fromImage: 'https://example.com/u/1.jpg',
      language: 'pt',
      verified: true,
      reply: { text: 'Thanks!', postedOn: new Date('2026-02-04T00:00:00Z') },
      removed: false,
    });
  });

  it.each([
    ['4', 4, 5],
    ['4,5', 4.5, 5],
    ['8/10', 8, 10],
    ['80%', 80, 100],
    ['★★★★☆', 4, 5],
    ['5 stars', 5, 5],
    ['', null, 5],
  ])('reads the rating %j as %p of %p', (rating_value, ratingValue, ratingScale) => {
    expect(review({ ...FULL, rating_value })).toMatchObject({ ratingValue, ratingScale });
  });

  it.each([
    ['31/01/2026', '2026-01-31'],
    ['2026-01-31T23:30:00+01:00', '2026-01-31'],
    ['31.01.2026 10:15', '2026-01-31'],
    ['Jan 31, 2026', '2026-01-31'],
  ])('reads the date %s', (posted_on, day) => {
    expect(
      review({ ...FULL, posted_on })
        .postedOn.toISOString()
        .slice(0, 10),
    ).toBe(day);
  });

  it('keeps a formula as text, strips markup, and calls an author without a name anonymous', () => {
    const formula = '=HYPERLINK("https://example.com","x")';
    expect(review({ ...FULL, text: formula, from_name: '' })).toMatchObject({
      text: formula,
      fromName: 'Anonymous',
    });
    expect(review({ ...FULL, text: '<b>Nice</b> &amp; <script>x()</script>warm' }).text).toBe('Nice & warm');
  });

  it.each<[cells: Cells, field: string, code: string]>([
    [{ posted_on: '' }, 'posted_on', 'missing_field'],
    [{ posted_on: 'soon' }, 'posted_on', 'invalid_date'],
    [{ posted_on: '2027-01-01' }, 'posted_on', 'invalid_date'],
    [{ posted_on: '31/02/2026' }, 'posted_on', 'invalid_date'],
    [{ text: '', rating_value: '' }, 'text', 'validation_failed'],
    [{ text: '<br>', rating_value: '' }, 'text', 'validation_failed'],
    [{ text: 'x'.repeat(20_001) }, 'text', 'validation_failed'],
    [{ from_name: 'x'.repeat(192) }, 'from_name', 'validation_failed'],
    [{ external_id: 'x'.repeat(501) }, 'external_id', 'validation_failed'],
    [{ rating_value: '6' }, 'rating_value', 'validation_failed'],
    [{ rating_value: '-1' }, 'rating_value', 'validation_failed'],
    [{ rating_value: 'good' }, 'rating_value', 'validation_failed'],
    [{ rating_value: '11/10' }, 'rating_value', 'validation_failed'],
    [{ rating_scale: '0' }, 'rating_scale', 'validation_failed'],
    [{ rating_scale: '4.5' }, 'rating_scale', 'validation_failed'],
    [{ rating_scale: '1e9' }, 'rating_scale', 'validation_failed'],
    [{ post_url: 'javascript:alert(1)' }, 'post_url', 'invalid_url'],
    [{ from_url: 'example.com' }, 'from_url', 'invalid_url'],
    [{ language: 'English' }, 'language', 'validation_failed'],
    [{ verified: 'perhaps' }, 'verified', 'validation_failed'],
    [{ reply: 'Thanks', reply_posted_on: 'later' }, 'reply_posted_on', 'invalid_date'],
  ])('refuses a row with %j and names the field %s', (cells, field, code) => {
    const { details, code: given, message } = refusal({ ...FULL, ...cells });
    expect([given, details.field]).toEqual([code, field]);
    expect(message).toContain(field);
  });

  it('refuses a row that has more cells than the header', () => {
    const read = () => readRow({ cells: [], isTooLong: true }, COLUMNS, TERMS);
    expect(read).toThrow('more cells than the header');
  });
});
